import Sync
import Synchronization

/// Plays concurrent requests one after another, in a random order. A request runs at once, or when its answer is
/// awaited, or before another request whose answer is awaited. A cancelled request may or may not have reached the
/// server.
final class OverlappingRequests: RequestStarter {
  private struct Waiting: Sendable {
    let number: Int
    let run: @Sendable () async -> Void
  }

  private struct State {
    var lastNumber = 0
    var waiting: [Waiting] = []
  }

  private let chances: Chances
  private let state = Mutex(State())

  init(_ chances: Chances) {
    self.chances = chances
  }

  func start<Answer: Sendable>(_ request: @escaping @Sendable () async -> Answer) async
    -> PendingAnswer<Answer>
  {
    let answer = AnswerBox<Answer>()
    let number = state.withLock { state in
      state.lastNumber += 1
      let number = state.lastNumber
      state.waiting.append(Waiting(number: number) { answer.set(await request()) })
      return number
    }
    if chances.happens(50) { await play(number) }
    return PendingAnswer { [self] in
      if let known = answer.value { return known }
      while chances.happens(30), let other = another(than: number) { await play(other) }
      await play(number)
      if let known = answer.value { return known }
      return await request()
    } stop: { [self] in
      state.withLock { state in state.waiting.removeAll { $0.number == number } }
    }
  }

  private func another(than number: Int) -> Int? {
    chances.pick(state.withLock { $0.waiting.map(\.number) }.filter { $0 != number })
  }

  /// Lets the server handle a request, unless it was handled or cancelled already.
  private func play(_ number: Int) async {
    let found = state.withLock { state in
      state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0) }
    }
    await found?.run()
  }
}

private final class AnswerBox<Answer: Sendable>: Sendable {
  private let stored = Mutex<Answer?>(nil)

  var value: Answer? { stored.withLock { $0 } }

  func set(_ answer: Answer) { stored.withLock { $0 = answer } }
}

import Core
import Sync
import Synchronization

/// A server, and the cache before it, that answer when a test says so.
final class ScriptedSource<Value: Hashable & Sendable & Codable>: ServerSource {
  typealias Answers = AsyncThrowingStream<ServerAnswer<Value>, any Error>

  private struct State {
    var cached: [AccountID: ServerAnswer<Value>] = [:]
    var open: [(account: AccountID, answers: Answers.Continuation)] = []
    var reads: [AccountID] = []
    var ended = 0
  }

  private let state = Mutex(State())

  /// Who was read, in order.
  var reads: [AccountID] { state.withLock { $0.reads } }
  /// How many readers went away before they were answered.
  var cancelled: Int { state.withLock { $0.ended } }

  /// What is answered at once from now on.
  func cache(_ answer: ServerAnswer<Value>, of account: AccountID) {
    state.withLock { $0.cached[account] = answer }
  }

  func read(_ account: AccountID) -> Answers {
    let (stream, continuation) = Answers.makeStream()
    continuation.onTermination = { [weak self] end in
      if case .cancelled = end { self?.state.withLock { $0.ended += 1 } }
    }
    state.withLock { state in
      state.reads.append(account)
      if let cached = state.cached[account] { continuation.yield(cached) }
      state.open.append((account, continuation))
    }
    return stream
  }

  /// Answers all who read an account; without an end more may follow.
  func answer(_ answer: ServerAnswer<Value>, of account: AccountID, isEnd: Bool = true) {
    each(account, isEnd: isEnd) { continuation in
      continuation.yield(answer)
      if isEnd { continuation.finish() }
    }
  }

  func fail(_ error: SyncError, of account: AccountID) {
    each(account, isEnd: true) { $0.finish(throwing: error) }
  }

  private func each(
    _ account: AccountID, isEnd: Bool, _ body: (Answers.Continuation) -> Void
  ) {
    let meant = state.withLock { state in
      defer { if isEnd { state.open.removeAll { $0.account == account } } }
      return state.open.filter { $0.account == account }.map(\.answers)
    }
    for continuation in meant { body(continuation) }
  }
}

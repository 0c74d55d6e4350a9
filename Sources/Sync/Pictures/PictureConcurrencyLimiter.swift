import Core
import Synchronization

/// Lets a few requests run at a time, the newest first, because what was requested last is on screen.
final class PictureConcurrencyLimiter: Sendable {
  private struct State {
    var running = 0
    var waiting: [(number: Int, continuation: CheckedContinuation<Bool, Never>)] = []
    var cancelled: Set<Int> = []
  }

  private let width: Int
  private let state = Mutex(State())

  /// - Parameter width: how many may run at once.
  init(width: Int) {
    self.width = max(1, width)
  }

  /// How many are waiting.
  var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// Waits for a place. A request that is let in must call ``leave()``.
  /// - Returns: false if the task was cancelled; it is not inside then.
  func enter(_ number: Int) async -> Bool {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let answer: Bool? = state.withLock { state in
          if state.cancelled.remove(number) != nil { return false }
          if state.running < width {
            state.running += 1
            return true
          }
          state.waiting.append((number, continuation))
          return nil
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      let continuation: CheckedContinuation<Bool, Never>? = state.withLock { state in
        guard let place = state.waiting.firstIndex(where: { $0.number == number }) else {
          state.cancelled.insert(number)
          return nil
        }
        return state.waiting.remove(at: place).continuation
      }
      continuation?.resume(returning: false)
    }
  }

  func leave(_ number: Int) {
    let next: CheckedContinuation<Bool, Never>? = state.withLock { state in
      state.cancelled.remove(number)
      guard let last = state.waiting.popLast() else {
        state.running -= 1
        return nil
      }
      return last.continuation
    }
    next?.resume(returning: true)
  }

  /// Moves a waiting request to the front, because it was made again.
  func promote(_ number: Int) {
    state.withLock { state in
      guard let place = state.waiting.firstIndex(where: { $0.number == number }) else { return }
      state.waiting.append(state.waiting.remove(at: place))
    }
  }
}

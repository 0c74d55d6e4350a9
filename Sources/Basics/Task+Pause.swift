import Dispatch
import Synchronization

extension Task where Success == Never, Failure == Never {
  /// Waits like `Task.sleep(for:)`, but leaves nothing behind that wakes the process up.
  ///
  /// The runtime's own sleep uses libdispatch's shared queues, which after their first work wake up once a
  /// second to count their threads (src/event/workqueue.c of swift-corelibs-libdispatch). A separate queue
  /// does not.
  /// - Parameter duration: how long; returns at once if not above zero. The time in which the computer sleeps
  ///   does not count.
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  public static func pause(for duration: Duration) async throws(_Concurrency.CancellationError) {
    let pause = Pause()
    await withTaskCancellationHandler {
      await withCheckedContinuation { pause.begin($0, duration) }
    } onCancel: {
      pause.end()
    }
    if isCancelled { throw _Concurrency.CancellationError() }
  }
}

private final class Pause: Sendable {
  private struct State {
    var continuation: CheckedContinuation<Void, Never>?
    var timer: (any DispatchSourceTimer)?
    var isOver = false
  }

  private static let queue = DispatchQueue(label: "pauses")
  private let state = Mutex(State())

  func begin(_ continuation: CheckedContinuation<Void, Never>, _ duration: Duration) {
    let isOver = state.withLock { state in
      if state.isOver || duration <= .zero { return true }
      let timer = DispatchSource.makeTimerSource(queue: Self.queue)
      timer.schedule(deadline: .now() + .nanoseconds(duration.wholeNanoseconds))
      timer.setEventHandler { self.end() }
      state.continuation = continuation
      state.timer = timer
      timer.resume()
      return false
    }
    if isOver { continuation.resume() }
  }

  /// Ends the pause once: when the time is over, or when the task is cancelled.
  func end() {
    let continuation = state.withLock { state in
      state.isOver = true
      state.timer?.cancel()
      state.timer = nil
      defer { state.continuation = nil }
      return state.continuation
    }
    continuation?.resume()
  }
}

extension Duration {
  /// At most about a century, the longest time that dispatch can represent.
  fileprivate var wholeNanoseconds: Int {
    let (seconds, attoseconds) = min(self, .seconds(3_000_000_000)).components
    return Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
  }
}

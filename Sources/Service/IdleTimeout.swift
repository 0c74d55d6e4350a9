import Basics
import Core

/// The idle timeout of a process that D-Bus started: it stays while it answers a request, and a little
/// longer.
@MainActor
package final class IdleTimeout {
  private let grace: Duration
  private let onEnd: @MainActor () -> Void
  private var served = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var isStarted = false
  private let end = DelayedAction()

  /// - Parameters:
  ///   - grace: how long the process stays idle.
  ///   - onEnd: runs after that; ``start()`` begins again.
  package init(grace: Duration, onEnd: @escaping @MainActor () -> Void) {
    self.grace = grace
    self.onEnd = onEnd
  }

  /// Starts the idle timeout, or restarts it.
  package func start() {
    isStarted = true
    end.schedule(after: grace) { [weak self] in
      guard let self, served == 0 else { return }
      isStarted = false
      onEnd()
    }
  }

  /// Stops the idle timeout, when there is another reason to stay.
  package func stop() {
    isStarted = false
    end.cancel()
  }

  /// Answers a request; the process does not end before that.
  package func serve<Value: Sendable>(_ work: @MainActor () async -> Value) async -> Value {
    served += 1
    defer { didServe() }
    return await work()
  }

  /// Waits until no request is being answered.
  package func drain() async {
    guard served > 0 else { return }
    await withCheckedContinuation { waiting.append($0) }
  }

  private func didServe() {
    served -= 1
    guard served == 0 else { return }
    for continuation in waiting { continuation.resume() }
    waiting = []
    if isStarted { start() }
  }
}

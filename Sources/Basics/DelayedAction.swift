/// An action that runs after a delay, unless it is cancelled before. At most one action waits at a time.
@MainActor
package final class DelayedAction {
  private var task: Task<Void, Never>?

  package init() {}

  isolated deinit {
    task?.cancel()
  }

  /// Whether an action waits for the end of its delay.
  package var isWaiting: Bool { task != nil }

  /// Runs an action after a delay, in place of one that still waits.
  /// - Parameters:
  ///   - delay: the time in which the computer sleeps does not count.
  ///   - action: kept until it has run or is cancelled. It may schedule another one.
  package func schedule(after delay: Duration, _ action: @escaping @MainActor () -> Void) {
    task?.cancel()
    task = Task { [weak self] in
      // It may also be cancelled between the end of the pause and the continuation on the main actor.
      guard (try? await Task.pause(for: delay)) != nil, !Task.isCancelled else { return }
      self?.task = nil
      action()
    }
  }

  /// Cancels the action that waits, if any.
  package func cancel() {
    task?.cancel()
    task = nil
  }
}

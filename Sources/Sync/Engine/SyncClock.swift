public import Core

/// The time as the engine sees it; given from outside so that a test decides it.
public protocol SyncClock: Sendable {
  /// The current time of the calendar.
  func now() -> Timestamp
  /// Waits for a while, or until the task is cancelled, which throws.
  func sleep(for duration: Duration) async throws(CancellationError)
}

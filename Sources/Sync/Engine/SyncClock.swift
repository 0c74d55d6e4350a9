public import Core

/// The engine's clock. Passed in so that tests control it.
public protocol SyncClock: Sendable {
  /// The current wall-clock time.
  func now() -> Timestamp
  /// Waits for a while, or until the task is cancelled, which throws.
  func sleep(for duration: Duration) async throws(CancellationError)
}

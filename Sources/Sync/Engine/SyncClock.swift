import Basics
public import Core
import FoundationEssentials

/// The engine's clock. Passed in so that tests control it.
public protocol SyncClock: Sendable {
  /// The current wall-clock time.
  func now() -> Timestamp
  /// Waits for a while, or until the task is cancelled, which throws.
  func sleep(for duration: Duration) async throws(CancellationError)
}

/// This computer's clock.
public struct SystemSyncClock: SyncClock {
  public init() {}

  public func now() -> Timestamp { Timestamp(Date()) }

  public func sleep(for duration: Duration) async throws(CancellationError) {
    try await Task.pause(for: duration)
  }
}

extension Timestamp {
  /// The last millisecond of the year 9999, for a pause that only the user ends.
  static let farAhead = Timestamp(milliseconds: 253_402_300_799_999)

  /// This moment plus a duration, to the millisecond, and never after ``farAhead``.
  func adding(_ duration: Duration) -> Timestamp {
    let (seconds, attoseconds) = duration.components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1000)
    guard !overflow else { return .farAhead }
    let wait = whole + attoseconds / 1_000_000_000_000_000
    let (sum, isTooFar) = milliseconds.addingReportingOverflow(wait)
    return isTooFar || sum > Timestamp.farAhead.milliseconds
      ? .farAhead : Timestamp(milliseconds: sum)
  }
}

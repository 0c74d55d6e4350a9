/// A monotonic clock, independent of this computer's wall clock. Passed in so that tests control it.
public protocol UptimeClock: Sendable {
  /// The time since some fixed moment. Time during which the computer slept counts.
  func uptime() -> Duration
}

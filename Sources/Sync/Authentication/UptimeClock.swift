/// A monotonic clock, independent of this computer's wall clock. Passed in so that tests control it.
public protocol UptimeClock: Sendable {
  /// The time since some fixed moment. Time during which the computer slept counts.
  func uptime() -> Duration
}

/// The uptime of this computer.
public struct SystemUptimeClock: UptimeClock {
  // Any reference point will do; this clock's instants cannot be read as numbers.
  private let start = ContinuousClock.now

  public init() {}

  public func uptime() -> Duration { start.duration(to: ContinuousClock.now) }
}

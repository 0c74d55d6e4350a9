/// The uptime of this computer.
public struct SystemUptimeClock: UptimeClock {
  // Any reference point will do; this clock's instants cannot be read as numbers.
  private let start = ContinuousClock.now

  public init() {}

  public func uptime() -> Duration { start.duration(to: ContinuousClock.now) }
}

/// The uptime of this computer.
public struct SystemUptimeClock: UptimeClock {
  // Any moment will do; the instants of this clock cannot be read as numbers.
  private let start = ContinuousClock.now

  public init() {}

  public func uptime() -> Duration { start.duration(to: ContinuousClock.now) }
}

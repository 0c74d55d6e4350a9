public import Sync

extension ManualClock: UptimeClock {
  public func uptime() -> Duration { .milliseconds(now().milliseconds) }
}

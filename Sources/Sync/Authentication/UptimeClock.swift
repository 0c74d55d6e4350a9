/// A clock that only runs forward, whatever the calendar on this computer is set to; given from
/// outside so that a test decides it.
public protocol UptimeClock: Sendable {
  /// The time since some fixed moment. Time during which the computer slept counts.
  func uptime() -> Duration
}

import Basics

/// When to remind of a to-do: at a moment, or a duration before or after it is due or starts (RFC 5545 §3.6.6).
///
/// The text is one of `2026-12-24T08:00:00Z Asia/Seoul`, `DUE -PT15M` and `START PT0S`.
public struct Reminder: SetElement {
  /// What a relative reminder counts from. In iCalendar due is RELATED=END and start is RELATED=START.
  public enum Anchor: String, CaseIterable, Sendable {
    case due = "DUE"
    case start = "START"
  }

  public enum Trigger: Hashable, Sendable {
    case at(Alarm)
    /// Negative is before. Whole days are days on the calendar.
    case offset(CalendarDuration, from: Anchor)
  }

  @Exact public private(set) var text: String

  public init(text: String) {
    self.text = text
  }

  public init(_ trigger: Trigger) {
    switch trigger {
    case .at(let alarm): text = "\(alarm.at.iso8601) \(alarm.zone)"
    case .offset(let duration, let anchor): text = "\(anchor.rawValue) \(duration.iCalendar)"
    }
  }

  public init(_ alarm: Alarm) {
    self.init(.at(alarm))
  }

  /// Nil for a text that cannot be read.
  public var trigger: Trigger? {
    let parts = text.splitExactly(at: " ", most: 1)
    guard parts.count == 2 else { return nil }
    if let anchor = Anchor(rawValue: parts[0]) {
      return CalendarDuration(iCalendar: parts[1]).map { .offset($0, from: anchor) }
    }
    // No server accepts a longer zone name.
    guard (1...100).contains(parts[1].unicodeScalars.count) else { return nil }
    return Timestamp(iso8601: parts[0]).map { .at(Alarm(at: $0, zone: parts[1])) }
  }

  /// The moment of an absolute reminder; otherwise nil.
  public var alarm: Alarm? {
    guard case .at(let alarm)? = trigger else { return nil }
    return alarm
  }

  /// The most reminders that a person can set for a to-do.
  public static let mostTyped = 32
}

/// A moment, and the zone in which the user chose it.
public struct Alarm: Hashable, Sendable, Codable {
  public let at: Timestamp
  /// An IANA time-zone name such as `Asia/Seoul`.
  @Exact public private(set) var zone: String

  public init(at: Timestamp, zone: String) {
    self.at = at
    self.zone = zone
  }
}

extension Set<Reminder> {
  /// The earliest absolute reminder, which other programs know as the to-do's alarm.
  public var firstAlarm: Alarm? {
    compactMap(\.alarm).min {
      $0.at == $1.at ? $0.zone.precedesExactly($1.zone) : $0.at < $1.at
    }
  }
}

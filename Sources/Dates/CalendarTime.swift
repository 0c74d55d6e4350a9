import Basics

/// A day, or a day with a time: what RFC 5545 calls DATE (§3.3.4) and DATE-TIME (§3.3.5).
///
/// A day is the same day everywhere. A time without a zone is floating: five o'clock in whatever zone the reader is. A
/// time with a zone is one moment for everybody; it is stored as the clocks of that zone show it.
public struct CalendarTime: Hashable, Sendable {
  public let day: CalendarDay
  /// Nil for a day without a time.
  public let time: TimeOfDay?
  /// Nil for a floating time, and always for a day without a time.
  public let zone: ZoneName?

  public init(day: CalendarDay) {
    self.day = day
    time = nil
    zone = nil
  }

  public init(day: CalendarDay, time: TimeOfDay, zone: ZoneName? = nil) {
    self.day = day
    self.time = time
    self.zone = zone
  }

  /// What the clocks of a zone show at a moment, to the second.
  /// - Parameters:
  ///   - zone: kept in the result, even if the system's time-zone data does not have it.
  ///   - local: used in place of a zone that the system does not know.
  public init(_ moment: Timestamp, zone: ZoneName, local: ZoneRules = .utc) {
    let clock = (ZoneRules(zone) ?? local).clock(at: moment)
    self.init(day: clock.day, time: clock.time, zone: zone)
  }

  /// Reads `2026-12-24`, `2026-12-24T17:00` and `2026-12-24T17:00:30`; nil for anything else.
  /// - Parameter zone: the zone of the time; must be nil for a day without a time.
  public init?(iso8601 text: String, zone: ZoneName? = nil) {
    let parts = text.splitExactly(at: "T")
    guard let day = CalendarDay(iso8601: parts[0]) else { return nil }
    switch parts.count {
    case 1 where zone == nil: self.init(day: day)
    case 2:
      guard let time = TimeOfDay(iso8601: parts[1]) else { return nil }
      self.init(day: day, time: time, zone: zone)
    default: return nil
    }
  }

  /// `2026-12-24`, `2026-12-24T17:00`, or `2026-12-24T17:00:30` where there are seconds. The zone is not part of the
  /// text: it is stored separately, like TZID in iCalendar.
  public var iso8601: String {
    time.map { "\(day.iso8601)T\($0.iso8601)" } ?? day.iso8601
  }

  /// Whether it is a day without a time.
  public var isDay: Bool { time == nil }

  /// The moment it begins; a day begins at midnight.
  /// - Parameter local: the reader's zone, used for days, floating times and zones that the system does not know.
  public func moment(local: ZoneRules) -> Timestamp {
    rules(local: local).moment(day: day, time: time ?? .midnight)
  }

  /// The same moment as the reader's clocks show it. Days and floating times are returned unchanged.
  /// - Parameter rules: the reader's zone.
  public func local(in rules: ZoneRules) -> CalendarTime {
    guard zone != nil else { return self }
    let clock = rules.clock(at: moment(local: rules))
    return CalendarTime(day: clock.day, time: clock.time)
  }

  /// The wall-clock time that is later by a number of days and seconds.
  public func moved(by shift: CalendarShift) -> CalendarTime {
    guard let time else { return CalendarTime(day: day.adding(days: shift.days)) }
    let seconds = time.secondsOfDay + shift.seconds
    let carried = seconds >= 0 ? seconds / 86_400 : -((86_399 - seconds) / 86_400)
    return CalendarTime(
      day: day.adding(days: shift.days + carried), time: TimeOfDay(secondsOfDay: seconds),
      zone: zone)
  }

  /// Whether it is earlier by date and clock face, regardless of zones. A day without a time begins at midnight.
  public func precedesOnClock(_ other: CalendarTime) -> Bool {
    (day, time ?? .midnight) < (other.day, other.time ?? .midnight)
  }

  func rules(local: ZoneRules) -> ZoneRules {
    zone.flatMap { ZoneRules($0) } ?? local
  }
}

/// How far something moves by date and clock face. From a time to the same time a week later is seven days, even if the
/// clock skips an hour in between.
public struct CalendarShift: Hashable, Sendable {
  public let days: Int
  /// −86 399…86 399; zero unless the time of day changes.
  public let seconds: Int

  /// The shift from one time to another by date and clock face, regardless of zones. A day without a time begins at
  /// midnight.
  public init(from old: CalendarTime, to new: CalendarTime) {
    days = new.day.ordinal - old.day.ordinal
    seconds = (new.time ?? .midnight).secondsOfDay - (old.time ?? .midnight).secondsOfDay
  }

  /// Moves a moment by the wall clock of a zone: a reminder at nine stays at nine.
  public func moving(_ moment: Timestamp, in rules: ZoneRules) -> Timestamp {
    let clock = rules.clock(at: moment)
    let moved = CalendarTime(day: clock.day, time: clock.time).moved(by: self)
    return rules.moment(day: moved.day, time: moved.time ?? .midnight)
  }
}

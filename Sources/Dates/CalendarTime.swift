import Basics

/// A day, or a day with a time: what RFC 5545 calls DATE (§3.3.4) and DATE-TIME (§3.3.5).
///
/// A day is the same day everywhere. A time without a zone is floating: five o'clock wherever one is. A time
/// with a zone is one moment for everybody, and what the clocks of that zone show.
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
  ///   - zone: kept in the result, also if nobody knows it.
  ///   - local: in place of a zone that nobody knows.
  public init(_ moment: Timestamp, zone: ZoneName, local: ZoneRules = .utc) {
    let clock = (ZoneRules(zone) ?? local).clock(at: moment)
    self.init(day: clock.day, time: clock.time, zone: zone)
  }

  /// Reads `2026-12-24`, `2026-12-24T17:00` and `2026-12-24T17:00:30`; nil for anything else.
  /// - Parameter zone: the zone of the time; nothing else than nil fits a day without a time.
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

  /// `2026-12-24`, `2026-12-24T17:00`, or `2026-12-24T17:00:30` where there are seconds. The zone stands
  /// beside it, as TZID does in iCalendar.
  public var iso8601: String {
    time.map { "\(day.iso8601)T\($0.iso8601)" } ?? day.iso8601
  }

  /// Whether it is a day without a time.
  public var isDay: Bool { time == nil }

  /// The moment it begins; a day begins at midnight.
  /// - Parameter local: the zone of the reader, for days, floating times and zones that nobody knows.
  public func moment(local: ZoneRules) -> Timestamp {
    rules(local: local).moment(day: day, time: time ?? .midnight)
  }

  /// The same moment as the clocks of the reader show it. Days and floating times are the same everywhere.
  /// - Parameter rules: the zone of the reader.
  public func local(in rules: ZoneRules) -> CalendarTime {
    guard zone != nil else { return self }
    let clock = rules.clock(at: moment(local: rules))
    return CalendarTime(day: clock.day, time: clock.time)
  }

  /// The same wall clock, so many days and seconds later.
  public func moved(by shift: CalendarShift) -> CalendarTime {
    guard let time else { return CalendarTime(day: day.adding(days: shift.days)) }
    let seconds = time.secondsOfDay + shift.seconds
    let carried = seconds >= 0 ? seconds / 86_400 : -((86_399 - seconds) / 86_400)
    return CalendarTime(
      day: day.adding(days: shift.days + carried), time: TimeOfDay(secondsOfDay: seconds),
      zone: zone)
  }

  /// Whether it is earlier on calendar and clock face, without regard to zones. A day without a time begins at
  /// midnight.
  public func precedesOnClock(_ other: CalendarTime) -> Bool {
    (day, time ?? .midnight) < (other.day, other.time ?? .midnight)
  }

  func rules(local: ZoneRules) -> ZoneRules {
    zone.flatMap { ZoneRules($0) } ?? local
  }
}

/// How far something moves on calendar and clock face. Seven days later at the same time are seven days,
/// also where an hour is missing in between.
public struct CalendarShift: Hashable, Sendable {
  public let days: Int
  /// −86 399…86 399; zero unless the time of day changes.
  public let seconds: Int

  /// The way from one to the other on calendar and clock face, without regard to zones. A day without a time
  /// begins at midnight.
  public init(from old: CalendarTime, to new: CalendarTime) {
    days = new.day.ordinal - old.day.ordinal
    seconds = (new.time ?? .midnight).secondsOfDay - (old.time ?? .midnight).secondsOfDay
  }

  /// Moves a moment as the clocks of a zone show it: a reminder at nine stays at nine.
  public func moving(_ moment: Timestamp, in rules: ZoneRules) -> Timestamp {
    let clock = rules.clock(at: moment)
    let moved = CalendarTime(day: clock.day, time: clock.time).moved(by: self)
    return rules.moment(day: moved.day, time: moved.time ?? .midnight)
  }
}

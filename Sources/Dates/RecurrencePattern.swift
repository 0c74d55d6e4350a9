/// What a recurrence rule says, part by part (RFC 5545 §3.3.10): for an editor, for words, and for libical.
public struct RecurrencePattern: Hashable, Sendable {
  public enum Frequency: String, CaseIterable, Sendable {
    case secondly = "SECONDLY"
    case minutely = "MINUTELY"
    case hourly = "HOURLY"
    case daily = "DAILY"
    case weekly = "WEEKLY"
    case monthly = "MONTHLY"
    case yearly = "YEARLY"

    /// Whether it repeats several times a day.
    public var isWithinDay: Bool { self == .secondly || self == .minutely || self == .hourly }
  }

  /// A day of the week, or the nth one of a month or year.
  public struct Day: Hashable, Sendable {
    public let weekday: Weekday
    /// 0: every one. 2: the second. −1: the last.
    public let ordinal: Int

    public init(_ weekday: Weekday, ordinal: Int = 0) {
      self.weekday = weekday
      self.ordinal = ordinal
    }
  }

  /// When the rule ends.
  public enum End: Hashable, Sendable {
    case never
    /// 1 or more, the first occurrence included.
    case count(Int)
    /// That day or time is included.
    case until(CalendarTime)
  }

  public var frequency: Frequency
  /// 1…32 767.
  public var interval: Int
  public var end: End
  public var months: [Int]
  /// 1…31, or −31…−1 from the end of the month.
  public var monthDays: [Int]
  public var days: [Day]
  public var yearDays: [Int]
  public var weekNumbers: [Int]
  public var hours: [Int]
  public var minutes: [Int]
  public var seconds: [Int]
  public var setPositions: [Int]
  /// The first day of the week. It matters for intervals of several weeks and for week numbers.
  public var weekStart: Weekday

  public init(
    _ frequency: Frequency, interval: Int = 1, end: End = .never, months: [Int] = [],
    monthDays: [Int] = [], days: [Day] = [], setPositions: [Int] = [],
    weekStart: Weekday = .monday
  ) {
    self.frequency = frequency
    self.interval = min(max(interval, 1), 32_767)
    self.end = end
    self.months = months
    self.monthDays = monthDays
    self.days = days
    yearDays = []
    weekNumbers = []
    hours = []
    minutes = []
    seconds = []
    self.setPositions = setPositions
    self.weekStart = weekStart
  }

  /// Ends the rule with the occurrences of a day.
  ///
  /// UNTIL gets the form that RFC 5545 §3.3.10 wants: a day for days, a time for floating times, and a time in UTC for
  /// times in a zone.
  /// - Parameter anchor: the first occurrence.
  public mutating func end(on day: CalendarDay, from anchor: CalendarTime) {
    guard !anchor.isDay else {
      end = .until(CalendarTime(day: day))
      return
    }
    let last = TimeOfDay(secondsOfDay: 86_399)
    let utc = anchor.zone.flatMap { ZoneRules($0) }
      .map { CalendarTime($0.moment(day: day, time: last), zone: .utc) }
    end = .until(utc ?? CalendarTime(day: day, time: last))
  }

  /// The RRULE; parts with their default value are left out.
  public var text: String {
    var parts = ["FREQ=\(frequency.rawValue)"]
    if interval != 1 { parts.append("INTERVAL=\(interval)") }
    switch end {
    case .never: break
    case .count(let count): parts.append("COUNT=\(max(count, 1))")
    case .until(let last): parts.append("UNTIL=\(last.iCalendar)")
    }
    func list(_ name: String, _ values: [Int]) {
      if !values.isEmpty {
        parts.append("\(name)=" + values.map(String.init).joined(separator: ","))
      }
    }
    list("BYMONTH", months)
    list("BYWEEKNO", weekNumbers)
    list("BYYEARDAY", yearDays)
    list("BYMONTHDAY", monthDays)
    if !days.isEmpty { parts.append("BYDAY=" + days.map(\.text).joined(separator: ",")) }
    list("BYHOUR", hours)
    list("BYMINUTE", minutes)
    list("BYSECOND", seconds)
    list("BYSETPOS", setPositions)
    if weekStart != .monday { parts.append("WKST=\(weekStart.iCalendar)") }
    return parts.joined(separator: ";")
  }
}

extension RecurrencePattern.Day {
  var text: String { (ordinal == 0 ? "" : String(ordinal)) + weekday.iCalendar }
}

extension CalendarTime {
  /// `20261224`, `20261224T170000`, or `20261224T160000Z` in UTC.
  package var iCalendar: String {
    let date = day.iso8601.filter { $0 != "-" }
    guard let time else { return date }
    let clock = [time.hour, time.minute, time.second]
      .map { $0 < 10 ? "0\($0)" : String($0) }.joined()
    return "\(date)T\(clock)\(zone == .utc ? "Z" : "")"
  }

  /// Reads the three forms that `iCalendar` writes; nil for anything else.
  package init?(iCalendar text: Substring) {
    let bytes = Array(text.utf8)
    func number(_ from: Int, _ count: Int) -> Int? {
      guard bytes.count >= from + count else { return nil }
      return bytes[from..<from + count].reduce(0) { sum, byte in
        guard let sum, (48...57).contains(byte) else { return nil }
        return sum * 10 + Int(byte - 48)
      }
    }
    guard let year = number(0, 4), let month = number(4, 2), let date = number(6, 2),
      let day = CalendarDay(year: year, month: month, day: date)
    else { return nil }
    if bytes.count == 8 {
      self.init(day: day)
      return
    }
    guard bytes.count == 15 || (bytes.count == 16 && bytes[15] == UInt8(ascii: "Z")),
      bytes[8] == UInt8(ascii: "T"), let hour = number(9, 2), let minute = number(11, 2),
      // A leap second is read as the second before it.
      let second = number(13, 2),
      let time = TimeOfDay(hour: hour, minute: minute, second: min(second, 59))
    else { return nil }
    self.init(day: day, time: time, zone: bytes.count == 16 ? .utc : nil)
  }
}

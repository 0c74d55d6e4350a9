extension RecurrencePattern {
  var withoutEnd: RecurrencePattern {
    var pattern = self
    pattern.end = .never
    return pattern
  }

  /// Whether the parts go together in RFC 5545 §3.3.10, and libical works them out as it says there. What
  /// libical gets wrong was found by comparing it with python-dateutil.
  var isSupported: Bool {
    let isOrdinal = days.contains { $0.ordinal != 0 }
    // It chooses from something.
    let isPositionOfNothing = !setPositions.isEmpty && months.isEmpty && hasNoDays && hasNoTimes
    // The same day may be named from both ends, and libical counts it twice.
    let isPositionOfBothEnds =
      !setPositions.isEmpty && monthDays.contains { $0 < 0 } && monthDays.contains { $0 > 0 }
    if isPositionOfNothing || isPositionOfBothEnds { return false }
    return switch frequency {
    case .yearly: !(isOrdinal && !weekNumbers.isEmpty)
    case .monthly: yearDays.isEmpty && weekNumbers.isEmpty
    // libical takes no notice of BYSETPOS here.
    case .weekly, .daily:
      yearDays.isEmpty && weekNumbers.isEmpty && !isOrdinal && setPositions.isEmpty
        && (monthDays.isEmpty || frequency == .daily)
    // libical leaves out the first match of BYHOUR.
    case .hourly, .minutely, .secondly:
      months.isEmpty && hasNoDays && hasNoTimes && setPositions.isEmpty
    }
  }

  private var hasNoDays: Bool {
    monthDays.isEmpty && days.isEmpty && yearDays.isEmpty && weekNumbers.isEmpty
  }

  private var hasNoTimes: Bool { hours.isEmpty && minutes.isEmpty && seconds.isEmpty }

  /// The form that every version of libical works out as RFC 5545 says.
  func prepared(for anchor: CalendarTime) throws(RecurrenceError) -> RecurrencePattern {
    guard isSupported else { throw .unsupported }
    var pattern = self
    if anchor.isDay {
      guard !frequency.isWithinDay else { throw .unsupported }
      // To be ignored for a day, as RFC 5545 says.
      (pattern.hours, pattern.minutes, pattern.seconds) = ([], [], [])
    }
    // Days of every month; libical takes the month of the first one.
    if frequency == .yearly, !monthDays.isEmpty, months.isEmpty, weekNumbers.isEmpty,
      yearDays.isEmpty
    {
      pattern.months = Array(1...12)
    }
    if frequency == .daily, monthDays.contains(where: { $0 < 0 }) {
      // libical before 3.0.17 finds days from the end of a month only among months.
      guard interval == 1 else { throw .unsupported }
      pattern.frequency = .monthly
    }
    return pattern
  }

  /// Where libical has to begin. It counts every second week from the first occurrence in place of the week of
  /// the anchor, so it gets one in that week.
  func start(for anchor: CalendarTime) -> CalendarTime {
    guard frequency == .weekly, interval > 1 else { return anchor }
    let week = anchor.day.startOfWeek(weekStart)
    guard let first = days.map({ week.next($0.weekday) }).min() else { return anchor }
    return anchor.time.map { CalendarTime(day: first, time: $0, zone: anchor.zone) }
      ?? CalendarTime(day: first)
  }

  /// How far the steps reach; nil if each one is an occurrence or a day, and libical ends in 2582.
  func horizon(after anchor: CalendarTime) -> CalendarTime? {
    let each = max(hours.count, 1) * max(minutes.count, 1) * max(seconds.count, 1)
    guard each > 1 else { return nil }
    let days = max(Occurrences.limit / each, 1)
    return CalendarTime(day: anchor.day.adding(days: days), time: .midnight)
  }
}

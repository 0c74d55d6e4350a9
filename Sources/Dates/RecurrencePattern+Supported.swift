extension RecurrencePattern {
  var withoutEnd: RecurrencePattern {
    var pattern = self
    pattern.end = .never
    return pattern
  }

  /// Whether RFC 5545 §3.3.10 allows this combination of parts, and libical expands it as the RFC says. The cases that
  /// libical gets wrong were found by comparing it with python-dateutil.
  var isSupported: Bool {
    let isOrdinal = days.contains { $0.ordinal != 0 }
    // BYSETPOS needs another part to choose from.
    let isPositionOfNothing = !setPositions.isEmpty && months.isEmpty && hasNoDays && hasNoTimes
    // The same day may be named from both ends of the month, and libical counts it twice.
    let isPositionOfBothEnds =
      !setPositions.isEmpty && monthDays.contains { $0 < 0 } && monthDays.contains { $0 > 0 }
    if isPositionOfNothing || isPositionOfBothEnds { return false }
    return switch frequency {
    case .yearly: !(isOrdinal && !weekNumbers.isEmpty)
    case .monthly: yearDays.isEmpty && weekNumbers.isEmpty
    // libical ignores BYSETPOS for these frequencies.
    case .weekly, .daily:
      yearDays.isEmpty && weekNumbers.isEmpty && !isOrdinal && setPositions.isEmpty
        && (monthDays.isEmpty || frequency == .daily)
    // libical leaves out the first match of BYHOUR for these frequencies.
    case .hourly, .minutely, .secondly:
      months.isEmpty && hasNoDays && hasNoTimes && setPositions.isEmpty
    }
  }

  private var hasNoDays: Bool {
    monthDays.isEmpty && days.isEmpty && yearDays.isEmpty && weekNumbers.isEmpty
  }

  private var hasNoTimes: Bool { hours.isEmpty && minutes.isEmpty && seconds.isEmpty }

  /// The equivalent form that every version of libical expands as RFC 5545 says.
  func prepared(for anchor: CalendarTime) throws(RecurrenceError) -> RecurrencePattern {
    guard isSupported else { throw .unsupported }
    var pattern = self
    if anchor.isDay {
      guard !frequency.isWithinDay else { throw .unsupported }
      // RFC 5545 says that these parts are ignored for a day without a time.
      (pattern.hours, pattern.minutes, pattern.seconds) = ([], [], [])
    }
    // Without BYMONTH, these are days of every month; libical would take only the month of the first one.
    if frequency == .yearly, !monthDays.isEmpty, months.isEmpty, weekNumbers.isEmpty,
      yearDays.isEmpty
    {
      pattern.months = Array(1...12)
    }
    if frequency == .daily, monthDays.contains(where: { $0 < 0 }) {
      // libical before 3.0.17 finds days from the end of a month only if the frequency is monthly.
      guard interval == 1 else { throw .unsupported }
      pattern.frequency = .monthly
    }
    return pattern
  }

  /// The start that libical gets. With an interval of several weeks, libical counts from the week of the first
  /// occurrence instead of the week of the anchor, so it gets a start within the anchor's week.
  func start(for anchor: CalendarTime) -> CalendarTime {
    guard frequency == .weekly, interval > 1 else { return anchor }
    let week = anchor.day.startOfWeek(weekStart)
    guard let first = days.map({ week.next($0.weekday) }).min() else { return anchor }
    return anchor.time.map { CalendarTime(day: first, time: $0, zone: anchor.zone) }
      ?? CalendarTime(day: first)
  }

  /// How far the steps reach; nil if each step is an occurrence or a day, because libical itself ends in 2582.
  func horizon(after anchor: CalendarTime) -> CalendarTime? {
    let each = max(hours.count, 1) * max(minutes.count, 1) * max(seconds.count, 1)
    guard each > 1 else { return nil }
    let days = max(Occurrences.limit / each, 1)
    return CalendarTime(day: anchor.day.adding(days: days), time: .midnight)
  }
}

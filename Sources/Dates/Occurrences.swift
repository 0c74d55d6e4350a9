import CIcal

/// The occurrences of a rule in their order, worked out by libical one at a time.
///
/// An occurrence is a time on calendar and clock. Where an hour is left out or repeated, its moment is that of
/// any such time (RFC 5545 §3.3.10), see ``ZoneRules/moment(day:time:)``.
///
/// The work is limited, whatever the rule: see ``limit``.
public final class Occurrences {
  /// How many steps are tried: as many occurrences, days, hours, minutes or seconds. It takes about a quarter of
  /// a second and 270 years of days.
  static let limit = 100_000

  private let iterator: OpaquePointer
  private let anchor: CalendarTime
  /// Whether the search ends before the rule does.
  private let isCutOff: Bool
  private let hasEnd: Bool
  /// COUNT, and what lies before the anchor.
  private var mostCounted: Int
  private var steps = 0

  /// - Parameters:
  ///   - anchor: DTSTART of RFC 5545. It is the first occurrence, unless the rule leaves it out.
  /// - Throws: ``RecurrenceError``.
  public init(
    of pattern: RecurrencePattern, from anchor: CalendarTime, local: ZoneRules
  ) throws(RecurrenceError) {
    _ = errorsAreValues
    let pattern = try pattern.prepared(for: anchor)
    var rule = icalrecurrencetype_from_string(pattern.withoutEnd.text)
    guard rule.freq != ICAL_NO_RECURRENCE else { throw .unsupported }

    var last = pattern.horizon(after: anchor)
    var isCutOff = last != nil
    var count = Int.max
    switch pattern.end {
    case .never: break
    case .count(let most): count = most
    case .until(let limit):
      let limit = limit.asLimit(for: anchor, local: local)
      if last.map({ limit.day < $0.day }) ?? true { (last, isCutOff) = (limit, false) }
    }
    if let last { rule.until = icaltimetype(last) }
    self.anchor = anchor
    self.isCutOff = isCutOff
    hasEnd = pattern.end != .never
    mostCounted = count
    guard let iterator = icalrecur_iterator_new(rule, icaltimetype(pattern.start(for: anchor)))
    else {
      // The parts were read and go together, so what libical misses is an occurrence.
      throw .neverOccurs
    }
    self.iterator = iterator
  }

  deinit {
    icalrecur_iterator_free(iterator)
  }

  /// Nil after the last one.
  /// - Throws: ``RecurrenceError/tooManySteps`` and ``RecurrenceError/neverOccurs``.
  public func next() throws(RecurrenceError) -> CalendarTime? {
    while steps < mostCounted {
      guard steps < Occurrences.limit else { throw .tooManySteps }
      steps += 1
      let found = icalrecur_iterator_next(iterator)
      guard icaltime_is_null_time(found) == 0 else {
        if isCutOff { throw .tooManySteps }
        if steps == 1 && !hasEnd { throw .neverOccurs }
        return nil
      }
      guard let time = found.calendarTime(like: anchor), !time.precedesOnClock(anchor) else {
        mostCounted = mostCounted == .max ? .max : mostCounted + 1
        continue
      }
      return time
    }
    return nil
  }
}

/// libical reports errors as values; ending the program is a choice that a distribution could make.
private let errorsAreValues: Void = icalerror_set_errors_are_fatal(0)

extension CalendarTime {
  /// UNTIL in the form of the occurrences that are compared with it. The RFC wants the same form, others
  /// write what they like.
  fileprivate func asLimit(for anchor: CalendarTime, local: ZoneRules) -> CalendarTime {
    if anchor.isDay { return CalendarTime(day: day) }
    guard let time else { return CalendarTime(day: day, time: TimeOfDay(secondsOfDay: 86_399)) }
    guard zone == .utc, anchor.zone != nil else { return CalendarTime(day: day, time: time) }
    let clock = anchor.rules(local: local).clock(at: ZoneRules.utc.moment(day: day, time: time))
    return CalendarTime(day: clock.day, time: clock.time)
  }
}

extension icaltimetype {
  fileprivate init(_ time: CalendarTime) {
    self = icaltime_null_time()
    year = Int32(time.day.year)
    month = Int32(time.day.month)
    day = Int32(time.day.day)
    is_date = time.isDay ? 1 : 0
    hour = Int32(time.time?.hour ?? 0)
    minute = Int32(time.time?.minute ?? 0)
    second = Int32(time.time?.second ?? 0)
  }

  fileprivate func calendarTime(like anchor: CalendarTime) -> CalendarTime? {
    guard let date = CalendarDay(year: Int(year), month: Int(month), day: Int(day)) else {
      return nil
    }
    guard !anchor.isDay else { return CalendarTime(day: date) }
    return TimeOfDay(hour: Int(hour), minute: Int(minute), second: Int(second))
      .map { CalendarTime(day: date, time: $0, zone: anchor.zone) }
  }
}

import CIcal

/// The occurrences of a rule in their order, worked out by libical one at a time.
///
/// An occurrence is a date with a clock time. If the clock skips or repeats that hour, the moment is found as for any
/// other time (RFC 5545 §3.3.10); see ``ZoneRules/moment(day:time:)``.
///
/// The work is limited, whatever the rule: see ``limit``.
public final class Occurrences {
  /// How many steps are tried; a step is an occurrence, a day, an hour, a minute or a second. This many steps take
  /// about a quarter of a second; counted in days they reach 270 years.
  static let limit = 100_000

  private let iterator: OpaquePointer
  private let anchor: CalendarTime
  /// Whether the search stops before the rule ends.
  private let isCutOff: Bool
  private let hasEnd: Bool
  /// COUNT, plus the results that lie before the anchor and do not count.
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
      // The parts were read and fit together, so libical fails only because there is no occurrence.
      throw .neverOccurs
    }
    self.iterator = iterator
  }

  deinit {
    icalrecur_iterator_free(iterator)
  }

  /// The next occurrence; nil after the last one.
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

/// Makes libical report errors as values. A distribution may have built it to end the program instead.
private let errorsAreValues: Void = icalerror_set_errors_are_fatal(0)

extension CalendarTime {
  /// UNTIL in the same form as the occurrences that are compared with it. RFC 5545 requires that form, but other
  /// programs do not keep to it.
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

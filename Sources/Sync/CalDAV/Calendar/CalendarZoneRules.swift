import CIcal
import Core

/// The rules of a VTIMEZONE (RFC 5545 §3.6.5) that matches no zone of the system's data.
///
/// libical works out all clock changes from the first one on, in a time that grows with the square of their number. So
/// only rules with a few changes a year are accepted, and only a few thousand changes in all.
final class CalendarZoneRules {
  private let zone: OpaquePointer

  /// Nil for a component that describes no zone, or whose clock changes more often than in any country.
  init?(_ component: CalendarComponent) {
    CalendarText.errorsAreValues
    let observances = component.components.filter {
      $0.name == "STANDARD" || $0.name == "DAYLIGHT"
    }
    guard !observances.isEmpty, observances.count <= 500 else { return nil }
    var changes = 0
    for observance in observances {
      guard let more = Self.mostChanges(observance) else { return nil }
      changes += more
    }
    guard changes <= Self.mostChanges else { return nil }
    // libical gets nothing else of the component.
    var described = CalendarComponent("VTIMEZONE", observances.map { .component($0) })
    described.append(ContentLine("TZID", [], "zone"))
    var text: [UInt8] = []
    described.write(to: &text)
    text.append(0)
    let parsed = text.withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { icalparser_parse_string($0.baseAddress) }
    }
    guard let parsed else { return nil }
    guard let zone = icaltimezone_new() else {
      icalcomponent_free(parsed)
      return nil
    }
    guard icaltimezone_set_component(zone, parsed) != 0 else {
      icalcomponent_free(parsed)
      icaltimezone_free(zone, 1)
      return nil
    }
    self.zone = zone
  }

  deinit {
    // Frees the component too.
    icaltimezone_free(zone, 1)
  }

  /// The time in UTC at which the clocks of the zone show a time; nil for a day.
  func utc(_ clock: CalendarTime) -> CalendarTime? {
    guard let time = clock.time, (1...2200).contains(clock.day.year) else { return nil }
    var local = icaltime_null_time()
    (local.year, local.month, local.day) = (
      Int32(clock.day.year), Int32(clock.day.month), Int32(clock.day.day)
    )
    (local.hour, local.minute, local.second) = (
      Int32(time.hour), Int32(time.minute), Int32(time.second)
    )
    let offset = Int64(icaltimezone_get_utc_offset(zone, &local, nil))
    let moment = ZoneRules.utc.moment(day: clock.day, time: time)
    return CalendarTime(
      Timestamp(milliseconds: moment.milliseconds - offset * 1000), zone: .utc)
  }

  /// Two rules since 1600 give 1 202; the system's richest zone has some 500 changes.
  private static let mostChanges = 3000
  private static let years = 1600...2200

  /// How many clock changes an observance gives at most; nil if it changes more often than any country does.
  private static func mostChanges(_ observance: CalendarComponent) -> Int? {
    guard observance.components.isEmpty, observance.lines.count <= 500,
      let start = observance.property("DTSTART")?.clock, years.contains(start.day.year)
    else { return nil }
    var changes = 1
    for line in observance.lines("RDATE") {
      changes += line.parts.value.utf8.count { $0 == UInt8(ascii: ",") } + 1
    }
    for line in observance.lines("RRULE") {
      // A rule that has anything wrong with it is not used.
      guard let rule = try? RecurrencePattern(reading: line.parts.value),
        let each = changesEachYear(rule)
      else { return nil }
      changes += each * (years.upperBound - start.day.year + 1)
    }
    return changes
  }

  /// How many days a year a rule gives: one or two, as in “the last Sunday of March” or “the first Sunday from the 8th
  /// of November on”; nil for any other rule.
  private static func changesEachYear(_ rule: RecurrencePattern) -> Int? {
    guard rule.frequency == .yearly, rule.hours.count <= 1, rule.minutes.count <= 1,
      rule.seconds.count <= 1, rule.yearDays.isEmpty, rule.weekNumbers.isEmpty,
      rule.months.count <= 2
    else { return nil }
    let each = max(rule.months.count, 1)
    switch (rule.monthDays.count, rule.days.count) {
    case (0, 0), (1, 0): return rule.months.isEmpty && rule.monthDays.count == 1 ? nil : each
    // Seven days of a month contain each weekday once, eight may contain one twice.
    case (0...7, 1) where !rule.months.isEmpty:
      return rule.monthDays.isEmpty && rule.days[0].ordinal == 0 ? nil : each
    default: return nil
    }
  }
}

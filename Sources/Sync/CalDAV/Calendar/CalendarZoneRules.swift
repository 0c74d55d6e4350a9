import CIcal
import Core

/// The rules of a VTIMEZONE (RFC 5545 §3.6.5) that describes no zone of the system's data.
///
/// libical works out each change of the clock from the first one on. So only rules that give a few changes a year are
/// taken.
final class CalendarZoneRules {
  private let zone: OpaquePointer

  /// Nil for a component that describes no zone, or changes its clocks more often than any country does.
  init?(_ component: CalendarComponent) {
    CalendarText.errorsAreValues
    let observances = component.components.filter {
      $0.name == "STANDARD" || $0.name == "DAYLIGHT"
    }
    guard !observances.isEmpty, observances.count <= 500,
      observances.allSatisfy(CalendarZoneRules.isHarmless)
    else { return nil }
    // Nothing else of it is given to libical.
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
    // With the component.
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

  private static func isHarmless(_ observance: CalendarComponent) -> Bool {
    guard observance.components.isEmpty, observance.lines.count <= 500,
      let start = observance.property("DTSTART")?.clock, start.day.year >= 1600
    else { return false }
    return observance.lines("RRULE").allSatisfy { line in
      // Whatever is wrong with a rule is a reason not to use it.
      guard let rule = try? RecurrencePattern(reading: line.parts.value),
        rule.frequency == .yearly
      else { return false }
      return rule.hours.isEmpty && rule.minutes.isEmpty && rule.seconds.isEmpty
        && rule.yearDays.isEmpty && rule.weekNumbers.isEmpty
        && rule.months.count <= 2 && rule.days.count <= 7
    }
  }
}

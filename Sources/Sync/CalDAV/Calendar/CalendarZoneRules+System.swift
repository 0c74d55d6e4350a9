import Core
import Synchronization

extension CalendarZoneRules {
  /// The zones that VTIMEZONEs stand for, by their text; nil for those that stand for none. A calendar describes the same
  /// few zones in every to-do.
  private static let known = Mutex<[[UInt8]: ZoneName?]>([:])
  private static let mostKnown = 64
  /// In bytes; longer texts are not kept.
  private static let longestKnown = 16 * 1024

  /// The zone of the system's data that a VTIMEZONE stands for, see ``systemZone()``.
  static func systemZone(of component: CalendarComponent) -> ZoneName? {
    var text: [UInt8] = []
    component.write(to: &text)
    if let found = known.withLock({ $0[text] }) { return found }
    let found = CalendarZoneRules(component)?.systemZone()
    guard text.count <= longestKnown else { return found }
    known.withLock { known in
      if known.count >= mostKnown { known = [:] }
      known.updateValue(found, forKey: text)
    }
    return found
  }

  /// A zone of the system's data whose clocks show the same in two whole years, so that a repeat stays at its hour when
  /// the clocks change; nil if none of the common ones does.
  private func systemZone() -> ZoneName? {
    Self.candidates.first { candidate in
      Self.days.allSatisfy { day in
        utc(CalendarTime(day: day, time: Self.noon))
          == CalendarTime(candidate.rules.moment(day: day, time: Self.noon), zone: .utc)
      }
    }?.name
  }

  private static let noon = TimeOfDay(secondsOfDay: 12 * 3600)

  private static let days: [CalendarDay] = {
    guard let first = CalendarDay(iso8601: "2025-01-01") else { return [] }
    return (0..<731).map { first.adding(days: $0) }
  }()

  /// One zone for each set of rules in use, in a fixed order, so that every device takes the same one.
  private static let candidates: [(name: ZoneName, rules: ZoneRules)] = [
    "Europe/Berlin", "Europe/London", "Europe/Helsinki", "Europe/Moscow", "Europe/Istanbul",
    "America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles",
    "America/Phoenix", "America/Anchorage", "America/Halifax", "America/St_Johns",
    "America/Sao_Paulo", "America/Santiago", "Asia/Seoul", "Asia/Shanghai", "Asia/Kolkata",
    "Asia/Dubai", "Asia/Karachi", "Asia/Bangkok", "Asia/Jerusalem", "Australia/Sydney",
    "Australia/Adelaide", "Australia/Brisbane", "Australia/Perth", "Pacific/Auckland",
  ].compactMap { text in
    guard let name = ZoneName(text), let rules = ZoneRules(name) else { return nil }
    return (name, rules)
  }
}

import Core

extension CalendarZoneRules {
  /// A zone of the system's data whose clocks show the same in two whole years, so that a repeat stays at its hour when
  /// the clocks change; nil if none of the common ones does.
  func systemZone() -> ZoneName? {
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

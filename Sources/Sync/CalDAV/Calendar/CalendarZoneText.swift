import Core

/// Writes a VTIMEZONE (RFC 5545 §3.6.5) for a zone of the system's data.
///
/// Programs that know the zone by its name do not read it, but every TZID must have one.
enum CalendarZoneText {
  /// Nil for a zone that the system does not know.
  /// - Parameter year: the year of the first date in the zone; earlier changes are not described.
  static func component(_ name: ZoneName, from year: Int) -> CalendarComponent? {
    guard let rules = ZoneRules(name) else { return nil }
    var zone = CalendarComponent("VTIMEZONE")
    zone.append(ContentLine("TZID", [], name.text))
    let changes = changes(of: rules, from: year)
    let observances =
      yearly(changes)
      ?? Dictionary(grouping: changes) { [$0.before, $0.after] }.values
      .sorted { $0[0].at < $1[0].at }.map(dated)
    if observances.isEmpty {
      let offset = rules.offset(at: start(of: year))
      zone.items.append(
        .component(observance("STANDARD", "19700101T000000", offset, offset, [])))
    }
    zone.items += observances.map { .component($0) }
    return zone
  }

  /// A change of the clock.
  private struct Change {
    let at: Timestamp
    /// Seconds ahead of UTC.
    let before: Int
    let after: Int

    /// What the clock shows when it changes.
    var clock: (day: CalendarDay, time: TimeOfDay) {
      ZoneRules.utc.clock(at: Timestamp(milliseconds: at.milliseconds + Int64(before) * 1000))
    }

    var name: String { after > before ? "DAYLIGHT" : "STANDARD" }
  }

  /// How many years are described change by change if no rule fits.
  private static let years = 12

  private static func start(of year: Int) -> Timestamp {
    let day = CalendarDay(year: min(max(year, 1), 9999), month: 1, day: 1) ?? .first
    return ZoneRules.utc.moment(day: day, time: .midnight)
  }

  private static func changes(of rules: ZoneRules, from year: Int) -> [Change] {
    let first = start(of: max(year - 1, 1900)).milliseconds / 1000
    let day: Int64 = 86_400
    func offset(_ seconds: Int64) -> Int {
      rules.offset(at: Timestamp(milliseconds: seconds * 1000))
    }
    var changes: [Change] = []
    var before = offset(first)
    for low in stride(from: first, to: first + Int64(years * 366) * day, by: Int(day)) {
      let after = offset(low + day)
      guard after != before else { continue }
      var range = (low: low, high: low + day)
      while range.high - range.low > 1 {
        let middle = (range.low + range.high) / 2
        if offset(middle) == before { range.low = middle } else { range.high = middle }
      }
      changes.append(
        Change(at: Timestamp(milliseconds: range.high * 1000), before: before, after: after))
      before = after
    }
    return changes
  }

  /// Two changes a year, each on the same weekday of the same month, which is what most zones have; nil for other
  /// zones.
  private static func yearly(_ changes: [Change]) -> [CalendarComponent]? {
    let groups = Dictionary(grouping: changes, by: \.name).values
    guard groups.count == 2, groups.allSatisfy({ $0.count >= years - 1 }) else { return nil }
    var observances: [CalendarComponent] = []
    for group in groups.sorted(by: { $0[0].at < $1[0].at }) {
      let clocks = group.map(\.clock)
      let first = clocks[0]
      let isSame = zip(group, clocks).allSatisfy { change, clock in
        clock.day.month == first.day.month && clock.time == first.time
          && clock.day.weekday == first.day.weekday
          && change.before == group[0].before && change.after == group[0].after
      }
      let years = Set(clocks.map(\.day.year))
      guard isSame, years.count == group.count, let ordinal = ordinal(of: clocks.map(\.day)) else {
        return nil
      }
      let rule =
        "FREQ=YEARLY;BYMONTH=\(first.day.month);BYDAY=\(ordinal)\(first.day.weekday.iCalendar)"
      observances.append(
        observance(
          group[0].name, CalendarTime(day: first.day, time: first.time).iCalendar, group[0].before,
          group[0].after, [ContentLine("RRULE", [], rule)]))
    }
    return observances
  }

  /// The number that all days have among the same weekdays of their month; −1 for the last one.
  private static func ordinal(of days: [CalendarDay]) -> Int? {
    let ordinals = Set(days.map { ($0.day - 1) / 7 + 1 })
    if ordinals.count == 1 { return ordinals.first }
    return days.allSatisfy { $0.adding(days: 7).month != $0.month } ? -1 : nil
  }

  private static func dated(_ group: [Change]) -> CalendarComponent {
    let times = group.map { CalendarTime(day: $0.clock.day, time: $0.clock.time).iCalendar }
    return observance(
      group[0].name, times[0], group[0].before, group[0].after,
      times.map { ContentLine("RDATE", [], $0) })
  }

  private static func observance(
    _ name: String, _ start: String, _ before: Int, _ after: Int, _ more: [ContentLine]
  ) -> CalendarComponent {
    func offset(_ seconds: Int) -> String {
      let parts = [abs(seconds) / 3600, abs(seconds) / 60 % 60, abs(seconds) % 60]
      let digits = parts.map { $0 < 10 ? "0\($0)" : String($0) }
      return (seconds < 0 ? "-" : "+") + digits[0] + digits[1] + (parts[2] == 0 ? "" : digits[2])
    }
    let lines =
      [
        ContentLine("DTSTART", [], start), ContentLine("TZOFFSETFROM", [], offset(before)),
        ContentLine("TZOFFSETTO", [], offset(after)),
      ] + more
    return CalendarComponent(name, lines.map { .line($0) })
  }
}

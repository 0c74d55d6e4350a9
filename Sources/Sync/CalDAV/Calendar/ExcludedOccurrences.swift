import Core

/// The occurrences of a to-do that cannot be its next one: they are completed, cancelled or left out.
struct ExcludedOccurrences {
  private var exact: Set<CalendarTime> = []
  private var moments: Set<Timestamp> = []
  private var days: Set<CalendarDay> = []

  /// - Parameter times: only the first ``CalendarLimits/exceptions`` count.
  init(_ times: [CalendarTime]) {
    for time in times.prefix(CalendarLimits.exceptions) {
      exact.insert(time)
      if time.isDay { days.insert(time.day) }
      if time.zone != nil { moments.insert(time.moment(local: .utc)) }
    }
  }

  var count: Int { exact.count }

  /// Whether an occurrence is among them. One program writes it in UTC and another in the zone; a day stands for all
  /// occurrences on it.
  func contains(_ occurrence: CalendarTime) -> Bool {
    exact.contains(occurrence) || (!occurrence.isDay && days.contains(occurrence.day))
      || (occurrence.zone != nil && moments.contains(occurrence.moment(local: .utc)))
  }
}

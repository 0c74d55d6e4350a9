import Core
import Platform

/// A recurrence rule in words: “Every second Tuesday”, “Every month on the last day until Dec 24, 2026”.
///
/// A rule without a short wording is described as customised. An editor cannot show such a rule either.
package enum RecurrenceText {
  /// The words for a rule, in the user's language.
  package static func words(_ rule: RecurrenceRule) -> String {
    guard let pattern = try? rule.pattern(), let repetition = repetition(pattern) else {
      return tr("Repeats by a rule of its own")
    }
    // Translators: %s is a repetition such as “Every 3 months”
    let counted = rule.isFromCompletion ? tr("%s after completion", repetition) : repetition
    switch pattern.end {
    case .never: return counted
    case .count(let count):
      // Translators: %2$s is a repetition such as “Every 3 months”
      return ntr("%2$s, %1$d time", "%2$s, %1$d times", count, counted)
    case .until(let last):
      // Translators: %1$s is a repetition such as “Every 3 months”, %2$s a date
      return tr("%1$s until %2$s", counted, DateText.medium(last.local(in: .local).day))
    }
  }

  /// The place in a month of the occurrences: “On day 15”, “On the second Tuesday”; nil if there are no words for it.
  /// - Parameter anchor: the day that counts if the pattern names none.
  package static func place(_ pattern: RecurrencePattern, anchor: CalendarDay) -> String? {
    switch (pattern.monthDays, pattern.days) {
    case ([], []): tr("On day %s", String(anchor.day))
    case ([-1], []): tr("On the last day")
    case (let numbers, []): tr("On day %s", list(numbers.sorted().map(String.init)))
    case (_, let days):
      days.first.flatMap { day in
        ordinal(day.ordinal).map { tr("On the %1$s %2$s", $0, name(day.weekday)) }
      }
    }
  }

  /// The name of a day of the week: “Tuesday”.
  package static func name(_ weekday: Weekday) -> String {
    // 1 January 2024 was a Monday.
    DateText.weekday(year: 2024, month: 1, day: weekday.rawValue)
  }

  /// The short name of a day of the week: “Tue”.
  package static func shortName(_ weekday: Weekday) -> String {
    DateText.shortWeekday(year: 2024, month: 1, day: weekday.rawValue)
  }

  /// How often and on which days, without an end; nil if there is no wording for it.
  package static func repetition(_ pattern: RecurrencePattern) -> String? {
    guard pattern.yearDays.isEmpty, pattern.weekNumbers.isEmpty, pattern.hours.isEmpty,
      pattern.minutes.isEmpty, pattern.seconds.isEmpty
    else { return nil }
    switch pattern.frequency {
    case .secondly, .minutely: return nil
    case .hourly, .daily:
      guard pattern.months.isEmpty, pattern.monthDays.isEmpty, pattern.days.isEmpty else {
        return nil
      }
      return interval(pattern)
    case .weekly: return weekly(pattern)
    case .monthly: return pattern.months.isEmpty ? inMonth(pattern, after: interval(pattern)) : nil
    case .yearly: return yearly(pattern)
    }
  }

  private static func interval(_ pattern: RecurrencePattern) -> String {
    let count = pattern.interval
    switch pattern.frequency {
    case .hourly:
      return count == 1 ? tr("Every hour") : ntr("Every %d hour", "Every %d hours", count)
    case .daily:
      if count == 2 { return tr("Every second day") }
      return count == 1 ? tr("Every day") : ntr("Every %d day", "Every %d days", count)
    case .weekly:
      if count == 2 { return tr("Every second week") }
      return count == 1 ? tr("Every week") : ntr("Every %d week", "Every %d weeks", count)
    case .monthly:
      if count == 2 { return tr("Every second month") }
      return count == 1 ? tr("Every month") : ntr("Every %d month", "Every %d months", count)
    case .yearly, .secondly, .minutely:
      return count == 1 ? tr("Every year") : ntr("Every %d year", "Every %d years", count)
    }
  }

  private static func weekly(_ pattern: RecurrencePattern) -> String? {
    guard pattern.months.isEmpty, pattern.monthDays.isEmpty, pattern.setPositions.isEmpty,
      pattern.days.allSatisfy({ $0.ordinal == 0 })
    else { return nil }
    let days = Set(pattern.days.map(\.weekday))
    if days.isEmpty { return interval(pattern) }
    if pattern.interval == 1, days == Set(Weekday.allCases.prefix(5)) { return tr("Every weekday") }
    if pattern.interval == 1, days == [.saturday, .sunday] { return tr("Every weekend") }
    let names = list(days.sorted().map(name))
    // Translators: %s is a day of the week or several, such as “Tuesday” or “Monday and Thursday”
    if pattern.interval == 1 { return tr("Every %s", names) }
    // Translators: %s is a day of the week or several, such as “Tuesday” or “Monday and Thursday”
    if pattern.interval == 2 { return tr("Every second %s", names) }
    // Translators: “Every 3 weeks on Monday and Thursday”
    return trc("weekly", "%1$s on %2$s", interval(pattern), names)
  }

  /// Adds the place in a month to the words for how often.
  private static func inMonth(_ pattern: RecurrencePattern, after words: String) -> String? {
    switch (pattern.monthDays, pattern.days, pattern.setPositions) {
    case ([], [], []): return words
    case ([-1], [], []):
      // Translators: “Every month on the last day”
      return tr("%s on the last day", words)
    case (let numbers, [], []) where numbers.allSatisfy { $0 > 0 }:
      // Translators: “Every month on day 1 and 15”
      return tr("%1$s on day %2$s", words, list(numbers.sorted().map(String.init)))
    case ([], let days, []) where days.count == 1:
      guard let ordinal = ordinal(days[0].ordinal) else { return nil }
      // Translators: “Every month on the second Tuesday”
      return tr("%1$s on the %2$s %3$s", words, ordinal, name(days[0].weekday))
    case ([], let days, [-1])
    where Set(days.map(\.weekday)) == Set(Weekday.allCases.prefix(5))
      && days.allSatisfy { $0.ordinal == 0 }:
      // Translators: “Every month on the last weekday”: Monday to Friday
      return tr("%s on the last weekday", words)
    default: return nil
    }
  }

  private static func yearly(_ pattern: RecurrencePattern) -> String? {
    let words = interval(pattern)
    if pattern.months.isEmpty, pattern.monthDays.isEmpty, pattern.days.isEmpty,
      pattern.setPositions.isEmpty
    {
      return words
    }
    guard pattern.months.count == 1, let month = pattern.months.first else { return nil }
    if pattern.days.isEmpty, pattern.setPositions.isEmpty, pattern.monthDays.count == 1,
      let day = pattern.monthDays.first, day > 0
    {
      // A leap year has every day.
      // Translators: “Every year on Dec 24”
      return tr("%1$s on %2$s", words, DateText.short(year: 2024, month: month, day: day))
    }
    // Translators: “Every year in May”, which “on the second Sunday” may follow
    return inMonth(pattern, after: tr("%1$s in %2$s", words, DateText.month(month)))
  }

  private static func ordinal(_ number: Int) -> String? {
    switch number {
    // Translators: as in “the first Monday of the month”
    case 1: trc("weekday of the month", "first")
    // Translators: as in “the second Monday of the month”
    case 2: trc("weekday of the month", "second")
    // Translators: as in “the third Monday of the month”
    case 3: trc("weekday of the month", "third")
    // Translators: as in “the fourth Monday of the month”
    case 4: trc("weekday of the month", "fourth")
    // Translators: as in “the fifth Monday of the month”
    case 5: trc("weekday of the month", "fifth")
    // Translators: as in “the last Monday of the month”
    case -1: trc("weekday of the month", "last")
    default: nil
    }
  }

  /// Items in a sentence: “Monday, Tuesday and Friday”.
  package static func list(_ items: [String]) -> String {
    guard let last = items.last else { return "" }
    let others = items.dropLast()
    guard let first = others.first else { return last }
    // Translators: joins the items of a list: “Monday, Tuesday”
    let beginning = others.dropFirst().reduce(first) { trc("list", "%1$s, %2$s", $0, $1) }
    // Translators: joins the last item of a list: “Monday, Tuesday and Friday”
    return trc("list", "%1$s and %2$s", beginning, last)
  }
}

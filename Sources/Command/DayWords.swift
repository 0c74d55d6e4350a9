import Basics
import Core
import Platform

/// Parses days as typed in a terminal: “2026-12-24”, “tomorrow”, “friday”, “+3”.
struct DayWords {
  let today: CalendarDay

  /// The day; nil for any other text.
  ///
  /// A weekday, in English or in the user's language, means the next one. Today's own weekday means the day a week from
  /// now.
  func day(_ typed: String) -> CalendarDay? {
    if let day = CalendarDay(iso8601: typed) { return day }
    if typed.hasPrefix("+") { return Self.days(typed.dropFirst()).map { today.adding(days: $0) } }
    let word = Self.folded(typed)
    guard !word.isEmpty else { return nil }
    if [Self.folded("today"), Self.folded(tr("Today"))].contains(word) { return today }
    if [Self.folded("tomorrow"), Self.folded(tr("Tomorrow"))].contains(word) {
      return today.adding(days: 1)
    }
    return (1...7).map { today.adding(days: $0) }.first { Self.names(of: $0).contains(word) }
  }

  // MARK: Parts

  /// A number of days, at most a hundred years.
  private static func days(_ digits: Substring) -> Int? {
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (48...57).contains($0) }),
      let days = Int(digits), days <= 36_525
    else { return nil }
    return days
  }

  private static func names(of day: CalendarDay) -> Set<String> {
    // 0001-01-01 was a Monday.
    let english = [
      "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    ][day.ordinal % 7]
    let own = [
      DateText.weekday(year: day.year, month: day.month, day: day.day),
      DateText.shortWeekday(year: day.year, month: day.month, day: day.day),
    ]
    return Set([english, String(english.prefix(3))] + own.map(folded).filter { !$0.isEmpty })
  }

  private static func folded(_ text: String) -> String {
    TextFolding.words(text).joined(separator: " ")
  }
}

import Core
import Platform

/// Dates as the pages write them.
enum PageText {
  /// A day in full, for titles and screen readers.
  static func day(_ day: CalendarDay) -> String {
    DateText.long(year: day.year, month: day.month, day: day.day)
  }

  /// A day in few letters, for rows.
  static func shortDay(_ day: CalendarDay) -> String {
    DateText.medium(year: day.year, month: day.month, day: day.day)
  }
}

import Core
import Platform

extension DateText {
  /// A day in its long form, for titles and screen readers.
  package static func long(_ day: CalendarDay) -> String {
    long(year: day.year, month: day.month, day: day.day)
  }

  /// A day in its short form, for rows.
  package static func medium(_ day: CalendarDay) -> String {
    medium(year: day.year, month: day.month, day: day.day)
  }
}

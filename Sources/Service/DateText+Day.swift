import Core
import Platform

extension DateText {
  /// A day in full, for titles and screen readers.
  package static func long(_ day: CalendarDay) -> String {
    long(year: day.year, month: day.month, day: day.day)
  }

  /// A day in few letters, for rows.
  package static func medium(_ day: CalendarDay) -> String {
    medium(year: day.year, month: day.month, day: day.day)
  }
}

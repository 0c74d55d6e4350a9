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

  /// A day in everyday words: “Yesterday”, “Today”, “Tomorrow”, the name of the day within a week from now, and
  /// otherwise its date, with the year if that is another one.
  package static func near(_ day: CalendarDay, today: CalendarDay) -> String {
    switch day.ordinal - today.ordinal {
    case -1: tr("Yesterday")
    case 0: tr("Today")
    case 1: tr("Tomorrow")
    case 2...6: weekday(year: day.year, month: day.month, day: day.day)
    default:
      day.year == today.year
        ? short(year: day.year, month: day.month, day: day.day) : medium(day)
    }
  }

  /// A time of day, without its seconds: “14:30”.
  package static func time(_ time: TimeOfDay) -> String {
    // As a moment of 1970-01-01 in UTC.
    self.time(milliseconds: Int64(time.secondsOfDay) * 1000, zone: "UTC")
  }
}

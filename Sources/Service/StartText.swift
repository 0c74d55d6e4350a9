import Core
import Platform

/// The words for the start of a to-do that has not begun.
package enum StartText {
  /// “from Monday”, or “from 18:00” today.
  /// - Parameter start: as the clocks here show it.
  package static func words(_ start: CalendarTime, today: CalendarDay) -> String {
    if start.day == today, let time = start.time { return tr("from %s", DateText.time(time)) }
    return start.day == today.adding(days: 1)
      /// Translators: a to-do is not for now but from this day on; the next one also takes a time
      ? tr("from tomorrow") : tr("from %s", DateText.near(start.day, today: today))
  }
}

import CGtk
import Core
import Platform
import Toolkit

/// Makes buttons that open a calendar.
@MainActor
enum CalendarButton {
  /// - Parameters:
  ///   - name: the button's name.
  ///   - day: the day that the calendar shows at first; nil is today.
  ///   - onDay: called with the chosen day.
  static func make(
    named name: String, day: @escaping @MainActor () -> CalendarDay?,
    onDay: @escaping @MainActor (CalendarDay) -> Void
  ) -> Widget {
    let button = RowButton.make("x-office-calendar-symbolic", named: name)
    connect(button, "clicked") { arguments in
      CalendarPopover.show(
        over: arguments.emitter, day: day().map { ($0.year, $0.month, $0.day) }
      ) { year, month, day in
        if let day = CalendarDay(year: year, month: month, day: day) { onDay(day) }
      }
    }
    return button
  }
}

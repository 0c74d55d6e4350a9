import CGtk
import Core
import Platform
import Toolkit

/// Makes buttons that open a calendar.
@MainActor
enum CalendarButton {
  /// - Parameters:
  ///   - name: what it is called.
  ///   - day: what the calendar shows at first; nil is today.
  ///   - onDay: gets the day that was chosen.
  static func make(
    named name: String, day: @escaping @MainActor () -> CalendarDay?,
    onDay: @escaping @MainActor (CalendarDay) -> Void
  ) -> Widget {
    let button: Widget = gtk_button_new_from_icon_name("x-office-calendar-symbolic")
    gtk_widget_set_valign(button, GTK_ALIGN_CENTER)
    gtk_widget_add_css_class(button, "flat")
    gtk_widget_set_tooltip_text(button, name)
    Accessibility.setLabel(name, on: button)
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

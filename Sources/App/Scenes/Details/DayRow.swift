import CAdwaita
import CGtk
import Core
import Platform
import Service
import Toolkit

/// The row of the details with the day that a to-do is planned for.
@MainActor
final class DayRow {
  /// The `AdwActionRow`.
  let widget: Widget
  private let clear: Widget
  private var day: CalendarDay?

  init(presenter: DetailsPresenter) {
    widget = adw_action_row_new()
    clear = gtk_button_new_from_icon_name("edit-clear-symbolic")
    adw_preferences_row_set_title(cast(widget), trc("date of a to-do", "Day"))
    let choose: Widget = gtk_button_new_from_icon_name("x-office-calendar-symbolic")
    gtk_widget_set_tooltip_text(choose, tr("Choose a Day"))
    gtk_widget_set_tooltip_text(clear, tr("No Day"))
    Accessibility.setLabel(tr("No Day"), on: clear)
    for button in [clear, choose] {
      gtk_widget_set_valign(button, GTK_ALIGN_CENTER)
      gtk_widget_add_css_class(button, "flat")
      adw_action_row_add_suffix(cast(widget), button)
    }
    adw_action_row_set_activatable_widget(cast(widget), choose)
    // The row has just named it.
    Accessibility.setLabel(tr("Choose a Day"), on: choose)
    connect(choose, "clicked") { [weak self, weak presenter] arguments in
      CalendarPopover.show(
        over: arguments.emitter, day: self?.day.map { ($0.year, $0.month, $0.day) }
      ) { year, month, day in
        presenter?.didChooseDate(CalendarDay(year: year, month: month, day: day))
      }
    }
    connect(clear, "clicked") { [weak presenter] _ in
      // The focus would be lost with the button.
      gtk_widget_grab_focus(choose)
      presenter?.didChooseDate(nil)
    }
  }

  func render(_ day: CalendarDay?) {
    self.day = day
    adw_action_row_set_subtitle(
      cast(widget), day.map { DateText.long($0) } ?? trc("no day", "None"))
    gtk_widget_set_visible(clear, (day != nil).gboolean)
  }
}

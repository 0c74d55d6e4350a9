import CGtk
import Core
import Platform
import Service
import Toolkit

/// The bar that chooses the day of the day page.
@MainActor
final class DayBarView {
  let widget: Widget
  private let dayLabel: Widget
  private let today: Widget
  private let choose: Widget
  private var day: CalendarDay?

  init(presenter: TodoListPresenter) {
    widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)
    dayLabel = gtk_label_new(nil)
    today = gtk_button_new_with_mnemonic(tr("_Today"))
    choose = gtk_button_new()
    let previous = Self.arrow("go-previous-symbolic", tr("Previous Day"))
    let next = Self.arrow("go-next-symbolic", tr("Next Day"))
    // The text is not ellipsized, because "Sunday, …" names no day. If even "Wednesday" is too wide, the word is
    // broken, so that the window does not grow.
    gtk_label_set_wrap(opaque(dayLabel), 1)
    gtk_label_set_wrap_mode(opaque(dayLabel), PANGO_WRAP_WORD_CHAR)
    gtk_label_set_justify(opaque(dayLabel), GTK_JUSTIFY_CENTER)
    gtk_button_set_child(cast(choose), dayLabel)
    gtk_widget_set_hexpand(choose, 1)
    gtk_widget_set_tooltip_text(choose, tr("Choose a Day"))
    Accessibility.setDescription(tr("Choose a Day"), on: choose)
    Accessibility.useTextAsLabel(of: today)
    // Before the last arrow, which would otherwise move away from under the pointer when this button appears.
    for child in [previous, choose, today, next] { gtk_box_append(cast(widget), child) }
    connect(previous, "clicked") { [weak presenter] _ in presenter?.didChoosePreviousDay() }
    connect(next, "clicked") { [weak presenter] _ in presenter?.didChooseNextDay() }
    connect(today, "clicked") { [weak presenter] _ in presenter?.didChooseToday() }
    connect(choose, "clicked") { [weak self, weak presenter] arguments in
      CalendarPopover.show(
        over: arguments.emitter, day: self?.day.map { ($0.year, $0.month, $0.day) }
      ) { year, month, day in
        guard let day = CalendarDay(year: year, month: month, day: day) else { return }
        presenter?.didChooseDay(day)
      }
    }
  }

  func render(_ state: TodoListState.DayBar) {
    let day = DateText.long(state.day)
    gtk_label_set_text(opaque(dayLabel), day)
    Accessibility.setLabel(day, on: choose)
    // Hiding the focused button would lose the focus.
    if state.isToday, hasFocus(within: today) { gtk_widget_grab_focus(choose) }
    gtk_widget_set_visible(today, (!state.isToday).gboolean)
    self.day = state.day
  }

  private static func arrow(_ icon: String, _ name: String) -> Widget {
    let button: Widget = gtk_button_new_from_icon_name(icon)
    gtk_widget_set_tooltip_text(button, name)
    Accessibility.setLabel(name, on: button)
    return button
  }
}

import CAdwaita
import CGtk
import Core
import Platform
import Service
import Toolkit

/// A row with a toggle button for each day of the week, in the order of the user's weeks.
@MainActor
final class WeekdaysRow {
  /// The `AdwPreferencesRow`.
  let widget: Widget
  var onToggle: @MainActor (Weekday, Bool) -> Void = { _, _ in }
  private let buttons: [(day: Weekday, widget: Widget)]
  private var isRendering = false

  init() {
    widget = adw_preferences_row_new()
    let first = LocalWeek.firstDay - 1
    buttons = Weekday.allCases.indices.map { index in
      (Weekday.allCases[(first + index) % 7], gtk_toggle_button_new())
    }
    // With large text, seven days need two lines in a narrow window.
    let box = WrapBox.make(isHomogeneous: true)
    setMargins(box, 9)
    Accessibility.setLabel(tr("Days of the Week"), on: box)
    for (day, button) in buttons {
      let label: Widget = gtk_label_new(RecurrenceText.shortName(day))
      gtk_button_set_child(cast(button), label)
      gtk_widget_add_css_class(button, "weekday")
      Accessibility.setLabel(RecurrenceText.name(day), on: button)
      gtk_widget_set_tooltip_text(button, RecurrenceText.name(day))
      connect(button, "toggled") { [weak self] _ in
        guard let self, !isRendering else { return }
        onToggle(day, gtk_toggle_button_get_active(cast(button)) != 0)
      }
      gtk_box_append(cast(box), button)
    }
    gtk_list_box_row_set_child(cast(widget), box)
    gtk_list_box_row_set_activatable(cast(widget), 0)
    gtk_widget_set_focusable(widget, 0)
  }

  func render(_ days: Set<Weekday>) {
    isRendering = true
    defer { isRendering = false }
    for (day, button) in buttons {
      gtk_toggle_button_set_active(cast(button), days.contains(day).gboolean)
    }
  }
}

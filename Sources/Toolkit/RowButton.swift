import CAdwaita
import CGtk
import Platform

/// Buttons at the end of a row: an icon without a frame.
@MainActor
package enum RowButton {
  /// - Parameter name: the name of its action; the accessible name and tooltip.
  package static func make(_ icon: String, named name: String) -> Widget {
    let button: Widget = gtk_button_new_from_icon_name(icon)
    gtk_widget_set_valign(button, GTK_ALIGN_CENTER)
    gtk_widget_add_css_class(button, "flat")
    gtk_widget_set_tooltip_text(button, name)
    Accessibility.setLabel(name, on: button)
    return button
  }

  /// Presses a button, or another control, whenever its `AdwActionRow` is activated.
  /// - Parameter name: the button's accessible name; libadwaita would name it after the row.
  package static func activate(_ button: Widget, named name: String, by row: Widget) {
    adw_action_row_set_activatable_widget(cast(row), button)
    Accessibility.setLabel(name, on: button)
  }
}

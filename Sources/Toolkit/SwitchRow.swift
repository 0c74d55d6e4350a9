import CAdwaita
import CGtk
import Platform

/// Makes a row that is clicked as a whole to turn a switch.
@MainActor
package func switchRow(_ control: Widget, title: String, subtitle: String? = nil) -> Widget {
  let row: Widget = adw_action_row_new()
  adw_preferences_row_set_title(cast(row), title)
  if let subtitle { adw_action_row_set_subtitle(cast(row), subtitle.escapedMarkup) }
  gtk_widget_set_valign(control, GTK_ALIGN_CENTER)
  adw_action_row_add_suffix(cast(row), control)
  adw_action_row_set_activatable_widget(cast(row), control)
  return row
}

// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Basics
import CAdwaita
import CGtk
import Platform

// C ends a text at its first NUL, and GTK would show the beginning as if it were everything. Texts from other
// programs may contain one. So the functions that show texts are declared here again for Swift strings, and
// the compiler prefers these. A shown text is never written back, see `Core.TodoEdit`.

package func gtk_label_new(_ text: String) -> UnsafeMutablePointer<GtkWidget>! {
  CGtk.gtk_label_new(text.shown)
}

package func gtk_label_set_text(_ label: OpaquePointer!, _ text: String) {
  CGtk.gtk_label_set_text(label, text.shown)
}

package func gtk_editable_set_text(_ editable: OpaquePointer!, _ text: String) {
  CGtk.gtk_editable_set_text(editable, text.shown)
}

package func gtk_text_buffer_set_text(
  _ buffer: UnsafeMutablePointer<GtkTextBuffer>!, _ text: String, _ length: Int32
) {
  CGtk.gtk_text_buffer_set_text(buffer, text.shown, length)
}

@MainActor
package func gtk_widget_set_tooltip_text(
  _ widget: UnsafeMutablePointer<GtkWidget>!, _ text: String?
) {
  Tooltip.set(text?.shown, on: widget)
}

package func gtk_window_set_title(_ window: UnsafeMutablePointer<GtkWindow>!, _ text: String) {
  CGtk.gtk_window_set_title(window, text.shown)
}

package func gtk_string_list_append(_ list: OpaquePointer!, _ text: String) {
  CGtk.gtk_string_list_append(list, text.shown)
}

package func adw_preferences_row_set_title(
  _ row: UnsafeMutablePointer<AdwPreferencesRow>!, _ text: String
) {
  CAdwaita.adw_preferences_row_set_title(row, text.shown)
}

package func adw_action_row_set_subtitle(_ row: UnsafeMutablePointer<AdwActionRow>!, _ text: String)
{
  CAdwaita.adw_action_row_set_subtitle(row, text.shown)
}

package func adw_window_title_set_title(_ title: OpaquePointer!, _ text: String) {
  CAdwaita.adw_window_title_set_title(title, text.shown)
}

package func adw_window_title_set_subtitle(_ title: OpaquePointer!, _ text: String) {
  CAdwaita.adw_window_title_set_subtitle(title, text.shown)
}

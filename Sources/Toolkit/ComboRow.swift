import Basics
import CAdwaita
import CGtk
import Platform

/// The choices of an `AdwComboRow`.
@MainActor
package enum ComboRow {
  /// Sets the names to choose from. If they are unchanged, only the selection is updated.
  package static func show(_ names: [String], chosen: Int, in row: Widget) {
    if !shown(in: row).elementsEqual(names, by: { $0.isExactly($1) }) {
      let model = gtk_string_list_new(nil)
      for name in names { gtk_string_list_append(model, name) }
      adw_combo_row_set_model(cast(row), model)
      g_object_unref(UnsafeMutableRawPointer(model))
    }
    if names.indices.contains(chosen) { adw_combo_row_set_selected(cast(row), guint(chosen)) }
  }

  private static func shown(in row: Widget) -> [String] {
    guard let model = adw_combo_row_get_model(cast(row)) else { return [] }
    return (0..<g_list_model_get_n_items(model)).compactMap { index in
      gtk_string_list_get_string(model, index).map { String(cString: $0) }
    }
  }
}

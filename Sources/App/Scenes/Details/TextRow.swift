import CAdwaita
import CGtk
import Platform
import Toolkit

/// A row of the details with a wrapping text below its name.
@MainActor
final class TextRow {
  /// The `AdwPreferencesRow`.
  let widget: Widget
  let area: TextArea

  /// - Parameters:
  ///   - title: the text above, which is also the accessible name.
  ///   - lines: the minimum number of lines.
  init(title: String, description: String, lines: Int32 = 1, hasLinks: Bool = false) {
    widget = adw_preferences_row_new()
    area = TextArea(named: title, hasLinks: hasLinks)
    Accessibility.setDescription(description, on: area.widget)
    let column: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 3)
    setMargins(column, 12, top: 8, bottom: 8)
    let caption: Widget = gtk_label_new(title)
    gtk_label_set_xalign(opaque(caption), 0)
    for style in ["caption", "dim-label"] { gtk_widget_add_css_class(caption, style) }
    Accessibility.markDecorative(caption)
    gtk_widget_set_size_request(area.widget, -1, lines * Self.lineHeight)
    for child in [caption, area.widget] { gtk_box_append(cast(column), child) }
    gtk_list_box_row_set_child(cast(widget), column)
    gtk_list_box_row_set_activatable(cast(widget), 0)
    gtk_widget_set_focusable(widget, 0)
    gtk_widget_add_css_class(widget, "text-row")
    adw_preferences_row_set_title(cast(widget), title)
    attach(area, to: area.widget)
  }

  /// Pixels.
  private static let lineHeight: Int32 = 21
}

import Basics
import CGtk
import Platform

extension String {
  /// The text as Pango markup that shows exactly it; for titles that libadwaita reads as markup, such
  /// as those of toasts, status pages and rows.
  package var escapedMarkup: String {
    guard let text = g_markup_escape_text(shown, -1) else { return "" }
    defer { g_free(text) }
    return String(cString: text)
  }
}

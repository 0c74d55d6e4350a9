import Basics
import CGtk
import Platform

extension String {
  /// The text escaped as Pango markup; for titles that libadwaita interprets as markup, such as those of
  /// toasts, status pages and rows.
  package var escapedMarkup: String {
    guard let text = g_markup_escape_text(shown, -1) else { return "" }
    defer { g_free(text) }
    return String(cString: text)
  }
}

import CGtk
import Platform

/// The app's own CSS.
@MainActor
package enum StyleSheet {
  /// Applies a style sheet to the whole app.
  /// - Returns: false when there is no such file or no display.
  @discardableResult
  package static func load(path: String) -> Bool {
    guard g_file_test(path, G_FILE_TEST_IS_REGULAR) != 0, let display = gdk_display_get_default()
    else { return false }
    let provider = ObjectReference(adopting: gtk_css_provider_new())
    gtk_css_provider_load_from_path(cast(provider.pointer), path)
    gtk_style_context_add_provider_for_display(
      display, provider.pointer, guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
    return true
  }
}

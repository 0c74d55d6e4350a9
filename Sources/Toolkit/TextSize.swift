import CGtk
import Platform

/// The size of letters that the desktop is set to.
@MainActor
package enum TextSize {
  /// Whether letters are at least one and a half times as large as usual.
  package static var isLarge: Bool {
    guard let settings = gtk_settings_get_default() else { return false }
    var resolution = GValue()
    g_value_init(&resolution, g_type_from_name("gint"))
    defer { g_value_unset(&resolution) }
    g_object_get_property(cast(opaque(settings)), "gtk-xft-dpi", &resolution)
    return g_value_get_int(&resolution) >= 144 * 1024
  }
}

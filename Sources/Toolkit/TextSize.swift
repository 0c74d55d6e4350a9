import CGtk
import Platform

/// The size of letters that the desktop is set to.
@MainActor
package enum TextSize {
  /// How large letters are: 1 is usual, 2 is twice as large.
  package static var scale: Double {
    guard let settings = gtk_settings_get_default() else { return 1 }
    var resolution = GValue()
    g_value_init(&resolution, g_type_from_name("gint"))
    defer { g_value_unset(&resolution) }
    g_object_get_property(cast(opaque(settings)), "gtk-xft-dpi", &resolution)
    let dots = Double(g_value_get_int(&resolution)) / 1024
    return dots > 0 ? dots / 96 : 1
  }

  /// Whether letters are at least one and a half times as large as usual.
  package static var isLarge: Bool { scale >= 1.5 }
}

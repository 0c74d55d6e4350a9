import CGtk
import Platform

/// The text size that is set on the desktop.
@MainActor
package enum TextSize {
  /// The scale of text: 1 is the default, 2 is twice as large.
  package static var scale: Double {
    guard let settings = gtk_settings_get_default() else { return 1 }
    var resolution = GValue()
    g_value_init(&resolution, g_type_from_name("gint"))
    defer { g_value_unset(&resolution) }
    g_object_get_property(cast(opaque(settings)), "gtk-xft-dpi", &resolution)
    let dots = Double(g_value_get_int(&resolution)) / 1024
    return dots > 0 ? dots / 96 : 1
  }

  /// Whether text is at least one and a half times as large as by default.
  package static var isLarge: Bool { scale >= 1.5 }
}

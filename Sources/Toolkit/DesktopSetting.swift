import CGtk
import Platform

/// A setting of the desktop, as GTK reports it (https://docs.gtk.org/gtk4/class.Settings.html).
@MainActor
enum DesktopSetting {
  /// - Returns: nil without a display, and for a negative value.
  static func number(_ name: String) -> Int? {
    guard let settings = gtk_settings_get_default() else { return nil }
    var value = GValue()
    g_value_init(&value, g_type_from_name("gint"))
    defer { g_value_unset(&value) }
    g_object_get_property(cast(opaque(settings)), name, &value)
    let number = Int(g_value_get_int(&value))
    return number < 0 ? nil : number
  }
}

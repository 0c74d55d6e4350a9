import CGLib

/// Whether the computer saves power, by the user's choice or because its battery is low.
@MainActor
package enum PowerSaver {
  package static var isOn: Bool {
    guard let monitor = g_power_profile_monitor_dup_default() else { return false }
    defer { g_object_unref(UnsafeMutableRawPointer(monitor)) }
    return g_power_profile_monitor_get_power_saver_enabled(monitor) != 0
  }
}

import CGLib
import Glibc

/// Tells when this computer moves to another time zone.
@MainActor
package final class ZoneMonitor {
  private var monitors: [ObjectReference] = []

  /// Where the system keeps its zone; the second one for apps in a Flatpak, whose own file stays as it
  /// was at the start.
  package static let systemPaths = ["/etc/localtime", "/run/host/monitor/localtime"]

  /// - Parameters:
  ///   - paths: files or links that name the zone; those that do not exist may come later, if
  ///     their folder is there.
  ///   - onChange: runs when one of them is another one now.
  package init(paths: [String] = systemPaths, _ onChange: @escaping @MainActor () -> Void) {
    // Where a folder is missing GLib would look for it every four seconds.
    for path in paths where Self.isInFolder(path) {
      let file = ObjectReference(adopting: opaque(g_file_new_for_path(path)))
      guard let made = g_file_monitor_file(file.pointer, G_FILE_MONITOR_WATCH_MOVES, nil, nil)
      else {
        continue
      }
      let monitor = ObjectReference(adopting: opaque(made))
      connect(monitor.pointer, "changed") { _ in
        // The C library looks at the file again only when it is told to; GLib does each time.
        tzset()
        onChange()
      }
      monitors.append(monitor)
    }
  }

  private static func isInFolder(_ path: String) -> Bool {
    let folder = g_path_get_dirname(path)
    defer { g_free(folder) }
    return g_file_test(folder, G_FILE_TEST_IS_DIR) != 0
  }

  isolated deinit {
    for monitor in monitors { g_file_monitor_cancel(cast(monitor.pointer)) }
  }
}

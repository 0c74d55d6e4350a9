import CGLib
import Glibc

/// Reports when this computer's time zone changes.
@MainActor
package final class ZoneMonitor {
  private var monitors: [ObjectReference] = []

  /// The files that name the system's time zone. In a Flatpak, the first path keeps its state from the start of the
  /// app, so the second one is watched too.
  package static let systemPaths = ["/etc/localtime", "/run/host/monitor/localtime"]

  /// - Parameters:
  ///   - paths: files or links that name the zone; missing ones may appear later if their folder exists.
  ///   - onChange: runs when one of them has changed.
  package init(paths: [String] = systemPaths, _ onChange: @escaping @MainActor () -> Void) {
    // If a folder were missing, GLib would look for it every four seconds.
    for path in paths where Self.isInFolder(path) {
      let file = ObjectReference(adopting: opaque(g_file_new_for_path(path)))
      guard let made = g_file_monitor_file(file.pointer, G_FILE_MONITOR_WATCH_MOVES, nil, nil)
      else {
        continue
      }
      let monitor = ObjectReference(adopting: opaque(made))
      connect(monitor.pointer, "changed") { _ in
        // The C library reads the file again only on request; GLib reads it each time.
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

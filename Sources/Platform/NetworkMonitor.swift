import CGLib

/// Reports when the network becomes available, unavailable or changes.
@MainActor
package final class NetworkMonitor {
  private let monitor: OpaquePointer
  private var handler: gulong = 0

  /// Whether the network is metered.
  package static var isMetered: Bool {
    g_network_monitor_get_network_metered(opaque(g_network_monitor_get_default())) != 0
  }

  /// - Parameter onChange: receives whether a network is available.
  package init(_ onChange: @escaping @MainActor (_ isAvailable: Bool) -> Void) {
    monitor = opaque(g_network_monitor_get_default())
    handler = connect(monitor, "network-changed") { arguments in onChange(arguments.bool(0)) }
  }

  isolated deinit {
    g_signal_handler_disconnect(monitor.rawPointer, handler)
  }
}

import Basics
import CGLib
import Glibc

/// Talks to a running instance of an application over the session bus.
package enum SessionBus {
  /// The outcome of a request.
  package enum Answer: Hashable, Sendable {
    case accepted
    /// There is no session bus, as in a terminal over ssh.
    case noBus
    /// No process owns the application's name.
    case notRunning
    /// The request failed; the reason in English, for the log.
    case failed(String)
  }

  /// The timeout of a call, in milliseconds.
  private static let limit: gint = 10_000

  /// Activates an action of a running application
  /// (https://specifications.freedesktop.org/desktop-entry-spec/latest/dbus.html). Does not start it. Blocks
  /// until it has answered.
  /// - Parameter id: the name of the application on the bus.
  package static func activateAction(_ name: String, of id: String) -> Answer {
    guard hasAddress else { return .noBus }
    var problem: UnsafeMutablePointer<GError>?
    guard let bus = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, &problem) else {
      take(&problem)
      return .noBus
    }
    defer { g_object_unref(bus.rawPointer) }
    // Otherwise GLib would end the process when the bus closes.
    g_dbus_connection_set_exit_on_close(bus, 0)
    let path = "/" + id.map { $0 == "." ? "/" : $0 == "-" ? "_" : String($0) }.joined()
    let parameters = g_variant_parse(
      nil, "('\(name)', @av [], @a{sv} {})", nil, nil, &problem)
    guard let parameters else { return .failed(take(&problem)) }
    let answer = g_dbus_connection_call_sync(
      bus, id, path, "org.freedesktop.Application", "ActivateAction", parameters, nil,
      G_DBUS_CALL_FLAGS_NO_AUTO_START, limit, nil, &problem)
    g_variant_unref(parameters)
    if let answer {
      g_variant_unref(answer)
      return .accepted
    }
    let nobody = [G_DBUS_ERROR_SERVICE_UNKNOWN, G_DBUS_ERROR_NAME_HAS_NO_OWNER].contains { code in
      g_error_matches(problem, g_dbus_error_quark(), gint(code.rawValue)) != 0
    }
    let text = take(&problem)
    return nobody ? .notRunning : .failed(text)
  }

  /// Asks the bus to start an application without a window, unless it runs. Does not wait for it; does nothing if the
  /// bus does not know it.
  /// - Parameter id: the name of the application on the bus.
  package static func start(_ id: String) {
    guard hasAddress, let bus = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil) else { return }
    defer { g_object_unref(bus.rawPointer) }
    g_dbus_connection_set_exit_on_close(bus, 0)
    let name = "org.freedesktop.DBus"
    let message = g_dbus_message_new_method_call(
      name, "/org/freedesktop/DBus", name, "StartServiceByName")
    defer { g_object_unref(message?.rawPointer) }
    g_dbus_message_set_flags(message, G_DBUS_MESSAGE_FLAGS_NO_REPLY_EXPECTED)
    var arguments = [g_variant_new_string(id), g_variant_new_uint32(0)]
    g_dbus_message_set_body(message, g_variant_new_tuple(&arguments, gsize(arguments.count)))
    g_dbus_connection_send_message(bus, message, G_DBUS_SEND_MESSAGE_FLAGS_NONE, nil, nil)
    // A sandbox reaches the bus through a proxy, which ends with the last process in the sandbox. A message that the
    // proxy has not passed on by then is lost. The answer to a later message shows that this one was passed on.
    let answer = g_dbus_connection_call_sync(
      bus, name, "/org/freedesktop/DBus", name, "GetId", nil, nil, G_DBUS_CALL_FLAGS_NONE, limit,
      nil, nil)
    if let answer { g_variant_unref(answer) }
  }

  /// Whether there is a bus address: without one, GLib would start a new bus that nobody else uses.
  static var hasAddress: Bool {
    if let address = getenv("DBUS_SESSION_BUS_ADDRESS"), address.pointee != 0 { return true }
    guard let folder = getenv("XDG_RUNTIME_DIR") else { return false }
    return access(String(cString: folder) + "/bus", F_OK) == 0
  }

  @discardableResult
  private static func take(_ problem: inout UnsafeMutablePointer<GError>?) -> String {
    guard let error = problem else { return "" }
    defer {
      g_error_free(error)
      problem = nil
    }
    return error.pointee.message.map { String(cString: $0) } ?? ""
  }
}

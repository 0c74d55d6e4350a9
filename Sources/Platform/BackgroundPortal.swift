import Basics
import CGLib

/// Asks the desktop, from a sandbox, to be started at login
/// (https://flatpak.github.io/xdg-desktop-portal/docs/doc-org.freedesktop.portal.Background.html).
@MainActor
package enum BackgroundPortal {
  package enum Answer: Hashable, Sendable {
    /// May run without a window; whether it is also started at login.
    case granted(isStarted: Bool)
    case refused
    /// There is no such portal, or it failed; the reason in English.
    case failed(String)
  }

  private static let name = "org.freedesktop.portal.Desktop"

  /// - Parameters:
  ///   - reason: shown to the user.
  ///   - command: how the desktop starts the app; without it the app would be started with its window.
  ///   - bus: a connection to use in place of the session bus, "transfer none".
  package static func request(
    reason: String, autostart: Bool, command: [String], bus: OpaquePointer? = nil
  ) async -> Answer {
    let own = bus == nil ? g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil) : nil
    guard let connection = bus ?? own else { return .failed("no session bus") }
    let reference = ObjectReference(connection)
    if let own { g_object_unref(own.rawPointer) }
    return await withCheckedContinuation { continuation in
      Request(reference, continuation).send(reason, autostart, command)
    }
  }

  /// One request; keeps itself alive until it is answered.
  @MainActor
  private final class Request {
    private let bus: ObjectReference
    private var continuation: CheckedContinuation<Answer, Never>?
    private var subscription: guint = 0
    private let token = "optimist\(g_random_int())"

    init(_ bus: ObjectReference, _ continuation: CheckedContinuation<Answer, Never>) {
      self.bus = bus
      self.continuation = continuation
    }

    func send(_ reason: String, _ autostart: Bool, _ command: [String]) {
      // The answer's path is known before the request is sent, so that a quick answer is not missed.
      let sender = g_dbus_connection_get_unique_name(bus.pointer).map { String(cString: $0) } ?? ""
      let path =
        "/org/freedesktop/portal/desktop/request/"
        + sender.dropFirst().replacing(".", with: "_") + "/" + token
      subscription = g_dbus_connection_signal_subscribe(
        bus.pointer, name, "org.freedesktop.portal.Request", "Response", path, nil,
        G_DBUS_SIGNAL_FLAGS_NONE,
        { _, _, _, _, _, parameters, data in
          guard let data, let parameters else { return }
          nonisolated(unsafe) let unsafe = (data, parameters)
          MainActor.assumeIsolated {
            Unmanaged<Request>.fromOpaque(unsafe.0).takeUnretainedValue().didAnswer(unsafe.1)
          }
        }, Unmanaged.passRetained(self).toOpaque(),
        { data in
          guard let data else { return }
          Unmanaged<Request>.fromOpaque(data).release()
        })
      g_dbus_connection_call(
        bus.pointer, name, "/org/freedesktop/portal/desktop", "org.freedesktop.portal.Background",
        "RequestBackground", Self.parameters(token, reason, autostart, command), nil,
        G_DBUS_CALL_FLAGS_NONE, 30_000, nil,
        { source, result, data in
          guard let data else { return }
          nonisolated(unsafe) let unsafe = (source, result, data)
          MainActor.assumeIsolated {
            let request = Unmanaged<Request>.fromOpaque(unsafe.2).takeRetainedValue()
            var problem: UnsafeMutablePointer<GError>?
            if let reply = g_dbus_connection_call_finish(
              OpaquePointer(unsafe.0), unsafe.1, &problem)
            {
              return g_variant_unref(reply)
            }
            let text = problem?.pointee.message.map { String(cString: $0) } ?? ""
            g_clear_error(&problem)
            request.finish(.failed(text))
          }
        }, Unmanaged.passRetained(self).toOpaque())
    }

    /// - Parameter parameters: (ua{sv}); anything else counts as refused.
    private func didAnswer(_ parameters: OpaquePointer) {
      guard String(cString: g_variant_get_type_string(parameters)) == "(ua{sv})" else {
        return finish(.refused)
      }
      let code = g_variant_get_child_value(parameters, 0)
      let results = g_variant_get_child_value(parameters, 1)
      defer {
        g_variant_unref(code)
        g_variant_unref(results)
      }
      guard g_variant_get_uint32(code) == 0, Self.flag("background", results) else {
        return finish(.refused)
      }
      finish(.granted(isStarted: Self.flag("autostart", results)))
    }

    private func finish(_ answer: Answer) {
      guard let continuation else { return }
      self.continuation = nil
      g_dbus_connection_signal_unsubscribe(bus.pointer, subscription)
      continuation.resume(returning: answer)
    }

    private static func flag(_ key: String, _ results: OpaquePointer?) -> Bool {
      let type = g_variant_type_new("b")
      defer { g_variant_type_free(type) }
      guard let value = g_variant_lookup_value(results, key, type) else { return false }
      defer { g_variant_unref(value) }
      return g_variant_get_boolean(value) != 0
    }

    private static func parameters(
      _ token: String, _ reason: String, _ autostart: Bool, _ command: [String]
    ) -> OpaquePointer? {
      let type = g_variant_type_new("s")
      defer { g_variant_type_free(type) }
      var words = command.map { g_variant_new_string($0) }
      let values = [
        ("handle_token", g_variant_new_string(token)), ("reason", g_variant_new_string(reason)),
        ("autostart", g_variant_new_boolean(autostart.gboolean)),
        ("dbus-activatable", g_variant_new_boolean(0)),
        ("commandline", g_variant_new_array(type, &words, gsize(words.count))),
      ]
      var entries = values.map { key, value in
        g_variant_new_dict_entry(g_variant_new_string(key), g_variant_new_variant(value))
      }
      let entry = g_variant_type_new("{sv}")
      defer { g_variant_type_free(entry) }
      var tuple = [
        g_variant_new_string(""), g_variant_new_array(entry, &entries, gsize(entries.count)),
      ]
      return g_variant_new_tuple(&tuple, gsize(tuple.count))
    }
  }
}

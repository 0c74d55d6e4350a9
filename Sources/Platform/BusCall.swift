import Basics
import CGLib

/// What another program on the bus answered; owns a GVariant.
@MainActor
package final class BusValue {
  private let pointer: OpaquePointer

  /// - Parameter pointer: "transfer full".
  init(_ pointer: OpaquePointer) {
    self.pointer = pointer
  }

  isolated deinit {
    g_variant_unref(pointer)
  }

  /// The parts of a tuple, an array, or an entry of a dictionary.
  package var children: [BusValue] {
    (0..<g_variant_n_children(pointer)).compactMap { index in
      g_variant_get_child_value(pointer, index).map { BusValue($0) }
    }
  }

  /// Whether it has ``children``.
  var isContainer: Bool { g_variant_is_container(pointer) != 0 }

  /// The value for a key, if this is a dictionary with texts for keys and the value has the type.
  package func value(_ key: String, type: String) -> BusValue? {
    let wanted = g_variant_type_new(type)
    defer { g_variant_type_free(wanted) }
    return g_variant_lookup_value(pointer, key, wanted).map { BusValue($0) }
  }

  /// The text of a string or an object path; empty for anything else.
  package var text: String {
    let type = String(cString: g_variant_get_type_string(pointer))
    guard ["s", "o"].contains(type) else { return "" }
    return g_variant_get_string(pointer, nil).map { String(cString: $0) } ?? ""
  }
}

/// Why a program on the bus did not answer as it should; the reason in English.
package struct BusFailure: Error, Hashable, Sendable {
  package let reason: String

  package init(reason: String) {
    self.reason = reason
  }
}

/// Calls of other programs on the session bus. The bus starts them if needed.
@MainActor
package enum BusCall {
  /// Calls a method; does not block.
  /// - Parameters:
  ///   - words: the arguments.
  ///   - reply: the type of the answer, a tuple.
  ///   - limit: how long the answer may take, the start of the program included.
  package static func call(
    _ name: String, _ path: String, _ interface: String, _ method: String, _ words: [String] = [],
    reply: String, within limit: Duration
  ) async throws(BusFailure) -> BusValue {
    guard SessionBus.hasAddress else { throw BusFailure(reason: "no session bus") }
    let outcome = await withCheckedContinuation { continuation in
      Request(continuation) { bus, data in
        var arguments = words.map { g_variant_new_string($0) }
        let type = g_variant_type_new(reply)
        defer { g_variant_type_free(type) }
        g_dbus_connection_call(
          bus, name, path, interface, method,
          g_variant_new_tuple(&arguments, gsize(arguments.count)), type, G_DBUS_CALL_FLAGS_NONE,
          gint(limit.components.seconds * 1000), nil,
          { source, result, data in
            guard let data else { return }
            nonisolated(unsafe) let unsafe = (source, result, data)
            MainActor.assumeIsolated { Request.finish(unsafe.0, unsafe.1, unsafe.2) }
          }, data)
      }.begin()
    }
    return try outcome.get()
  }

  /// One call; keeps itself alive until it is answered.
  @MainActor
  private final class Request {
    private let continuation: CheckedContinuation<Result<BusValue, BusFailure>, Never>
    private let send: @MainActor (OpaquePointer, UnsafeMutableRawPointer) -> Void

    init(
      _ continuation: CheckedContinuation<Result<BusValue, BusFailure>, Never>,
      send: @escaping @MainActor (OpaquePointer, UnsafeMutableRawPointer) -> Void
    ) {
      self.continuation = continuation
      self.send = send
    }

    func begin() {
      g_bus_get(
        G_BUS_TYPE_SESSION, nil,
        { _, result, data in
          guard let data else { return }
          nonisolated(unsafe) let unsafe = (result, data)
          MainActor.assumeIsolated { Request.didConnect(unsafe.0, unsafe.1) }
        }, Unmanaged.passRetained(self).toOpaque())
    }

    private static func didConnect(_ result: OpaquePointer?, _ data: UnsafeMutableRawPointer) {
      var problem: UnsafeMutablePointer<GError>?
      guard let bus = g_bus_get_finish(result, &problem) else {
        return fail(&problem, data)
      }
      g_dbus_connection_set_exit_on_close(bus, 0)
      Unmanaged<Request>.fromOpaque(data).takeUnretainedValue().send(bus, data)
      // The call holds it.
      g_object_unref(bus.rawPointer)
    }

    static func finish(
      _ source: UnsafeMutablePointer<GObject>?, _ result: OpaquePointer?,
      _ data: UnsafeMutableRawPointer
    ) {
      var problem: UnsafeMutablePointer<GError>?
      guard let reply = g_dbus_connection_call_finish(OpaquePointer(source), result, &problem)
      else { return fail(&problem, data) }
      Unmanaged<Request>.fromOpaque(data).takeRetainedValue()
        .continuation.resume(returning: .success(BusValue(reply)))
    }

    private static func fail(
      _ problem: inout UnsafeMutablePointer<GError>?, _ data: UnsafeMutableRawPointer
    ) {
      if let problem { g_dbus_error_strip_remote_error(problem) }
      let reason = problem?.pointee.message.map { String(cString: $0) } ?? ""
      g_clear_error(&problem)
      Unmanaged<Request>.fromOpaque(data).takeRetainedValue()
        .continuation.resume(returning: .failure(BusFailure(reason: reason)))
    }
  }
}

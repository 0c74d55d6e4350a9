import CGLib

/// Answers the desktop's search on the session bus: `org.gnome.Shell.SearchProvider2`
/// (https://developer.gnome.org/documentation/tutorials/search-provider.html).
@MainActor
package final class SearchBus {
  private let connection: ObjectReference
  private let registration: guint

  /// Nil if there is no session bus, or the path is in use.
  package init?(path: String, answers: SearchAnswers) {
    guard let bus = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil) else { return nil }
    connection = ObjectReference(adopting: opaque(bus))
    guard let node = g_dbus_node_info_new_for_xml(Self.interface, nil) else { return nil }
    defer { g_dbus_node_info_unref(node) }
    var table = GDBusInterfaceVTable()
    table.method_call = didCall
    registration = g_dbus_connection_register_object(
      connection.pointer, path, node.pointee.interfaces[0], &table,
      Unmanaged.passRetained(Target(answers)).toOpaque(),
      { data in
        guard let data else { return }
        Unmanaged<Target>.fromOpaque(data).release()
      }, nil)
    guard registration != 0 else { return nil }
  }

  isolated deinit {
    if registration != 0 { g_dbus_connection_unregister_object(connection.pointer, registration) }
  }

  private static let interface = """
    <node><interface name="org.gnome.Shell.SearchProvider2">
      <method name="GetInitialResultSet">
        <arg type="as" name="terms" direction="in"/>
        <arg type="as" name="results" direction="out"/>
      </method>
      <method name="GetSubsearchResultSet">
        <arg type="as" name="previous_results" direction="in"/>
        <arg type="as" name="terms" direction="in"/>
        <arg type="as" name="results" direction="out"/>
      </method>
      <method name="GetResultMetas">
        <arg type="as" name="identifiers" direction="in"/>
        <arg type="aa{sv}" name="metas" direction="out"/>
      </method>
      <method name="ActivateResult">
        <arg type="s" name="identifier" direction="in"/>
        <arg type="as" name="terms" direction="in"/>
        <arg type="u" name="timestamp" direction="in"/>
      </method>
      <method name="LaunchSearch">
        <arg type="as" name="terms" direction="in"/>
        <arg type="u" name="timestamp" direction="in"/>
      </method>
    </interface></node>
    """

  /// Keeps what the answers need alive as long as the object is on the bus.
  @MainActor
  fileprivate final class Target {
    private let answers: SearchAnswers

    init(_ answers: SearchAnswers) {
      self.answers = answers
    }

    /// GLib has already checked the arguments against the interface above.
    func call(_ call: SearchCall) {
      switch call.method {
      case "GetInitialResultSet": search(call, terms: call.strings(0))
      // The previous results were limited to the best, so they cannot be narrowed down.
      case "GetSubsearchResultSet": search(call, terms: call.strings(1))
      case "GetResultMetas":
        let ids = call.strings(0)
        Task { call.answer(metas: await answers.metas(ids)) }
      case "ActivateResult":
        answers.activate(call.string(0), call.number(2))
        call.answer()
      case "LaunchSearch":
        answers.launch(call.strings(0), call.number(1))
        call.answer()
      default: call.answer()
      }
    }

    private func search(_ call: SearchCall, terms: [String]) {
      let caller = call.sender
      Task { call.answer(await answers.results(terms, caller)) }
    }
  }
}

private let didCall: GDBusInterfaceMethodCallFunc = {
  _, sender, _, _, method, parameters, invocation, data in
  guard let data, let method, let parameters, let invocation else { return }
  nonisolated(unsafe) let unsafe = (data, sender, method, parameters, invocation)
  MainActor.assumeIsolated {
    let call = SearchCall(
      method: String(cString: unsafe.2), sender: unsafe.1.map { String(cString: $0) } ?? "",
      parameters: unsafe.3, invocation: unsafe.4)
    Unmanaged<SearchBus.Target>.fromOpaque(unsafe.0).takeUnretainedValue().call(call)
  }
}

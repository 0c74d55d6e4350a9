import Basics
import CGLib

/// One call of the search interface. It must be answered exactly once.
@MainActor
package final class SearchCall {
  package let method: String
  /// The caller's name on the bus.
  package let sender: String
  private let parameters: OpaquePointer
  private let invocation: OpaquePointer

  /// - Parameters:
  ///   - parameters: borrowed.
  ///   - invocation: "transfer full"; answering it releases it.
  package init(method: String, sender: String, parameters: OpaquePointer, invocation: OpaquePointer)
  {
    self.method = method
    self.sender = sender
    self.parameters = g_variant_ref(parameters)
    self.invocation = invocation
  }

  isolated deinit {
    g_variant_unref(parameters)
  }

  // MARK: Arguments

  package func strings(_ index: Int) -> [String] {
    let array = g_variant_get_child_value(parameters, gsize(index))
    defer { g_variant_unref(array) }
    return (0..<g_variant_n_children(array)).map { position in
      let item = g_variant_get_child_value(array, position)
      defer { g_variant_unref(item) }
      return g_variant_get_string(item, nil).map { String(cString: $0) } ?? ""
    }
  }

  package func string(_ index: Int) -> String {
    let item = g_variant_get_child_value(parameters, gsize(index))
    defer { g_variant_unref(item) }
    return g_variant_get_string(item, nil).map { String(cString: $0) } ?? ""
  }

  package func number(_ index: Int) -> UInt32 {
    let item = g_variant_get_child_value(parameters, gsize(index))
    defer { g_variant_unref(item) }
    return g_variant_get_uint32(item)
  }

  // MARK: Answers

  package func answer() {
    g_dbus_method_invocation_return_value(invocation, nil)
  }

  package func answer(_ ids: [String]) {
    answer(Self.array("s", ids.map { g_variant_new_string($0) }))
  }

  package func answer(metas: [SearchResultMeta]) {
    answer(Self.array("a{sv}", metas.map(Self.dictionary)))
  }

  private func answer(_ value: OpaquePointer?) {
    var values = [value]
    g_dbus_method_invocation_return_value(invocation, g_variant_new_tuple(&values, 1))
  }

  /// - Returns: floating.
  static func dictionary(_ meta: SearchResultMeta) -> OpaquePointer? {
    var texts = [("id", meta.id), ("name", meta.name), ("gicon", meta.icon)]
    if let description = meta.description { texts.append(("description", description)) }
    return array(
      "{sv}",
      texts.map { key, text in
        g_variant_new_dict_entry(
          g_variant_new_string(key), g_variant_new_variant(g_variant_new_string(text)))
      })
  }

  private static func array(_ type: String, _ items: [OpaquePointer?]) -> OpaquePointer? {
    let type = g_variant_type_new(type)
    defer { g_variant_type_free(type) }
    var items = items
    return g_variant_new_array(type, &items, gsize(items.count))
  }
}

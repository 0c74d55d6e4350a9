import CGLib

/// Owns one reference to a GObject and releases it when it is freed.
@MainActor
package final class ObjectReference {
  package let pointer: OpaquePointer

  /// Takes its own reference; a floating reference is sunk.
  package init(_ object: some ObjectPointer) {
    pointer = opaque(g_object_ref_sink(object.rawPointer))
  }

  /// Takes over the reference that the caller got ("transfer full") from a function that returns
  /// no floating object.
  package init(adopting object: some ObjectPointer) {
    pointer = opaque(object)
  }

  /// A new reference, for a function that takes ownership of its argument ("transfer full").
  package func retained() -> OpaquePointer {
    opaque(g_object_ref(pointer.rawPointer))
  }

  isolated deinit {
    g_object_unref(pointer.rawPointer)
  }
}

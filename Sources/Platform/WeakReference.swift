import CGLib

/// A pointer to a GObject that becomes nil when the object is disposed of.
@MainActor
package final class WeakReference {
  private let location: UnsafeMutablePointer<gpointer?>

  package init(_ object: some ObjectPointer) {
    location = .allocate(capacity: 1)
    location.initialize(to: object.rawPointer)
    g_object_add_weak_pointer(cast(object), location)
  }

  /// The object, borrowed; nil if it is gone.
  package var pointer: OpaquePointer? { location.pointee.map { OpaquePointer($0) } }

  isolated deinit {
    if let object = location.pointee {
      g_object_remove_weak_pointer(cast(object), location)
    }
    location.deallocate()
  }
}

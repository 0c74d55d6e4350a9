import CGLib

/// A pointer to a GObject in any of the forms in which C hands it over.
///
/// Types with a public C struct arrive as `UnsafeMutablePointer<GtkBox>`, the others as
/// `OpaquePointer`; `cast(_:)` and `opaque(_:)` go between them. Like the C cast macros in a release
/// build they check nothing.
package protocol ObjectPointer {
  var rawPointer: UnsafeMutableRawPointer { get }
}

extension UnsafeMutablePointer: ObjectPointer {
  package var rawPointer: UnsafeMutableRawPointer { UnsafeMutableRawPointer(self) }
}

extension OpaquePointer: ObjectPointer {
  package var rawPointer: UnsafeMutableRawPointer { UnsafeMutableRawPointer(self) }
}

extension UnsafeMutableRawPointer: ObjectPointer {
  package var rawPointer: UnsafeMutableRawPointer { self }
}

/// The object as a pointer to its public C struct: `gtk_box_append(cast(box), cast(label))`.
///
/// - Parameter object: not nil; constructors never return nil, so nil is a programming error.
package func cast<Struct>(_ object: (some ObjectPointer)?) -> UnsafeMutablePointer<Struct> {
  guard let object else { preconditionFailure("cast of a nil object pointer") }
  return object.rawPointer.assumingMemoryBound(to: Struct.self)
}

/// The object as a pointer to a type without a public struct: `gtk_label_set_text(opaque(label), …)`.
///
/// - Parameter object: not nil; constructors never return nil, so nil is a programming error.
package func opaque(_ object: (some ObjectPointer)?) -> OpaquePointer {
  guard let object else { preconditionFailure("cast of a nil object pointer") }
  return OpaquePointer(object.rawPointer)
}

extension Bool {
  /// The same value for C: `gtk_widget_set_visible(widget, isShown.gboolean)`.
  package var gboolean: gboolean { self ? 1 : 0 }
}

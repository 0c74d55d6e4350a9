import CGLib

/// Runs a closure when a widget is destroyed, before its children and its data are freed.
@MainActor @discardableResult
package func onDestroy(_ widget: some ObjectPointer, _ handler: @escaping @MainActor () -> Void)
  -> gulong
{
  connect(widget, "destroy") { _ in handler() }
}

/// Keeps a Swift object alive at least as long as a GObject; any number can be attached.
///
/// A view or controller is usually owned by its outermost widget. It must then hold that widget by a plain
/// pointer, not by a reference.
@MainActor
package func attach(_ object: AnyObject, to owner: some ObjectPointer) {
  if let attachments: Attachments = attached(to: owner, key: Attachments.key) {
    attachments.objects.append(object)
  } else {
    attach(Attachments(object), to: owner, key: Attachments.key)
  }
}

/// Keeps a Swift object alive as long as a GObject, or until another is attached under the same key.
@MainActor
package func attach(_ object: AnyObject, to owner: some ObjectPointer, key: String) {
  g_object_set_data_full(cast(owner), key, Unmanaged.passRetained(object).toOpaque()) { data in
    guard let data else { return }
    Unmanaged<AnyObject>.fromOpaque(data).release()
  }
}

/// The Swift object attached under a key; nil if there is none of that type.
@MainActor
package func attached<Object: AnyObject>(to owner: some ObjectPointer, key: String) -> Object? {
  guard let data = g_object_get_data(cast(owner), key) else { return nil }
  return Unmanaged<AnyObject>.fromOpaque(data).takeUnretainedValue() as? Object
}

/// Frees the Swift object attached under a key before its owner is freed.
@MainActor
package func detach(from owner: some ObjectPointer, key: String) {
  g_object_set_data(cast(owner), key, nil)
}

private final class Attachments {
  static let key = "optimist-attachments"
  var objects: [AnyObject]

  init(_ object: AnyObject) {
    objects = [object]
  }
}

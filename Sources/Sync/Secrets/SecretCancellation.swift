import CSecret

/// Owns the GCancellable of an operation.
///
/// Unchecked: a GCancellable may be cancelled from any thread
/// (https://docs.gtk.org/gio/class.Cancellable.html), and the pointer never changes.
final class SecretCancellation: @unchecked Sendable {
  let pointer = g_cancellable_new()

  deinit {
    g_object_unref(pointer)
  }

  func cancel() {
    g_cancellable_cancel(pointer)
  }
}

import CSoup

/// Owns a GCancellable.
///
/// Unchecked: GCancellable itself is thread-safe, and the pointer never changes.
final class SoupCancellation: @unchecked Sendable {
  let pointer: UnsafeMutablePointer<GCancellable>?

  init() {
    pointer = g_cancellable_new()
  }

  deinit {
    g_object_unref(pointer)
  }

  var isCancelled: Bool { g_cancellable_is_cancelled(pointer) != 0 }

  func cancel() {
    g_cancellable_cancel(pointer)
  }
}

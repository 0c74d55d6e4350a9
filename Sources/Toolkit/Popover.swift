import CGtk
import Platform

/// Shared code for popovers that got their parent from `gtk_widget_set_parent`.
@MainActor
package enum Popover {
  /// Unparents, and so frees, a popover after it was closed or when its parent is destroyed.
  package static func unparentWhenClosed(_ popover: Widget) {
    let weak = WeakReference(popover)
    connect(popover, "closed") { _ in
      // Not now: the chosen action is activated after the popover has closed, and GTK 4.8 leaks a popover
      // whose last events are still queued.
      MainLoop.whenIdle { unparent(weak) }
    }
    unparentWithParent(popover)
  }

  /// Unparents, and so frees, a popover when its parent is destroyed; it can be shown any number of times until then.
  package static func unparentWithParent(_ popover: Widget) {
    let weak = WeakReference(popover)
    guard let parent = gtk_widget_get_parent(popover) else { return }
    let id = onDestroy(parent) {
      unparent(weak)
      // Frees the closures even if GTK still holds the popover.
      if let popover = weak.pointer { g_object_run_dispose(cast(popover)) }
    }
    let weakParent = WeakReference(parent)
    onDestroy(popover) {
      if let parent = weakParent.pointer { g_signal_handler_disconnect(parent.rawPointer, id) }
    }
  }

  private static func unparent(_ popover: WeakReference) {
    guard let pointer = popover.pointer else { return }
    let popover: Widget = cast(pointer)
    if gtk_widget_get_parent(popover) != nil { gtk_widget_unparent(popover) }
  }
}

import CGtk
import Platform

/// Moves the focus at once when the widget that has it is removed from its window.
///
/// GTK itself does so only after the next frame has been painted; until then keys go to the removed widget, and what is
/// typed is lost (`_gtk_window_unset_focus_and_default`, `handle_key_event`).
@MainActor
package final class RemovedFocus {
  private let window: WeakReference
  private var followed: (widget: WeakReference, handler: gulong)?

  /// Begins for a window, as long as it exists.
  package static func follow(in window: Widget) {
    let removed = RemovedFocus(window)
    connect(window, "notify::focus-widget") { _ in removed.focusChanged() }
  }

  private init(_ window: Widget) {
    self.window = WeakReference(window)
    focusChanged()
  }

  private func focusChanged() {
    if let followed, let widget = followed.widget.pointer {
      g_signal_handler_disconnect(widget.rawPointer, followed.handler)
    }
    followed = focus.map { widget in
      let handler = connect(widget, "notify::root") { [weak self] _ in
        // Once the removal is complete, and still before the next key.
        MainLoop.beforeEvents { self?.moveIfRemoved() }
      }
      return (WeakReference(widget), handler)
    }
  }

  private var focus: Widget? {
    window.pointer.flatMap { gtk_root_get_focus($0) }
  }

  private func moveIfRemoved() {
    guard let window = window.pointer, gtk_widget_get_mapped(cast(window)) != 0,
      let focus, gtk_widget_get_root(focus) == nil
    else { return }
    gtk_widget_child_focus(cast(window), GTK_DIR_TAB_FORWARD)
  }
}

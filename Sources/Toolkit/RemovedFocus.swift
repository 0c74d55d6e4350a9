import CGtk
import Platform

/// Moves the focus at once when the widget that has it is removed from its window, or hidden, as with its popover.
///
/// GTK itself does so only after the next frame has been painted; until then keys go to that widget, and what is typed is
/// lost (`_gtk_window_unset_focus_and_default`, `handle_key_event`).
@MainActor
package final class RemovedFocus {
  private let window: WeakReference
  private var followed: (widget: WeakReference, handlers: [gulong])?

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
      for handler in followed.handlers { g_signal_handler_disconnect(widget.rawPointer, handler) }
    }
    followed = focus.map { widget in
      let handlers = ["notify::root", "unmap"].map { signal in
        connect(widget, signal) { [weak self] _ in
          // Once the removal is complete, and still before the next key.
          MainLoop.beforeEvents { self?.moveIfGone() }
        }
      }
      return (WeakReference(widget), handlers)
    }
  }

  private var focus: Widget? {
    window.pointer.flatMap { gtk_root_get_focus($0) }
  }

  private func moveIfGone() {
    guard let window = window.pointer, gtk_widget_get_mapped(cast(window)) != 0, let focus,
      gtk_widget_get_mapped(focus) == 0, !FocusRestorer.keeps(focus)
    else { return }
    // The nearest that takes it, such as the row whose popover it was.
    var parent = gtk_widget_get_parent(focus)
    while let widget = parent {
      if gtk_widget_get_mapped(widget) != 0, gtk_widget_grab_focus(widget) != 0 { return }
      parent = gtk_widget_get_parent(widget)
    }
    gtk_widget_child_focus(cast(window), GTK_DIR_TAB_FORWARD)
  }
}

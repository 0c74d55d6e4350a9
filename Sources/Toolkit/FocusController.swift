import CGtk
import Platform

/// Adds handling of the keyboard focus to a widget.
@MainActor
package enum FocusController {
  /// Runs a closure when the focus moves from a widget to another one in its window.
  /// - Parameters:
  ///   - whenInactive: runs instead when the user switches to another window. GTK reports that as if the focus had moved,
  ///     although it is still there when the window becomes active again.
  package static func onLeave(
    _ widget: Widget, whenInactive: @escaping @MainActor () -> Void = {},
    _ handler: @escaping @MainActor () -> Void
  ) {
    let controller = opaque(gtk_event_controller_focus_new())
    connect(controller, "leave") { _ in
      isInInactiveWindow(widget) ? whenInactive() : handler()
    }
    gtk_widget_add_controller(widget, controller)
  }

  private static func isInInactiveWindow(_ widget: Widget) -> Bool {
    guard let root = gtk_widget_get_root(widget) else { return false }
    return gtk_window_is_active(cast(root)) == 0
  }
}

import CGtk
import Platform

/// All gestures that open a context menu.
@MainActor
package enum ContextMenuGesture {
  /// Runs a closure on a right click, a long press, the Menu key and Shift+F10.
  /// - Parameter handler: called with the point in the widget's coordinates; for the keys, with its centre.
  package static func add(
    to widget: some ObjectPointer,
    _ handler: @escaping @MainActor (_ x: Double, _ y: Double) -> Void
  ) {
    let widget: Widget = cast(widget)
    addClick(to: widget, handler)
    addLongPress(to: widget, handler)
    KeyboardController.addShortcut("Menu|<Shift>F10", to: widget) {
      handler(
        Double(gtk_widget_get_width(widget)) / 2, Double(gtk_widget_get_height(widget)) / 2)
      return true
    }
  }

  private static func addClick(
    to widget: Widget, _ handler: @escaping @MainActor (Double, Double) -> Void
  ) {
    let click = opaque(gtk_gesture_click_new())
    gtk_gesture_single_set_button(click, guint(GDK_BUTTON_SECONDARY))
    connect(click, "pressed") { arguments in
      gtk_gesture_set_state(arguments.emitter, GTK_EVENT_SEQUENCE_CLAIMED)
      let (x, y) = (arguments.double(1), arguments.double(2))
      deactivate(gtk_widget_pick(widget, x, y, GTK_PICK_DEFAULT))
      handler(x, y)
    }
    gtk_widget_add_controller(widget, click)
  }

  /// Resets the pressed look of a button. GTK does that when the mouse button is released, but the menu receives the
  /// release if it follows the press immediately.
  private static func deactivate(_ pressed: Widget?) {
    var current = pressed
    while let widget = current {
      gtk_widget_unset_state_flags(widget, GTK_STATE_FLAG_ACTIVE)
      current = gtk_widget_get_parent(widget)
    }
  }

  private static func addLongPress(
    to widget: Widget, _ handler: @escaping @MainActor (Double, Double) -> Void
  ) {
    let press = opaque(gtk_gesture_long_press_new())
    gtk_gesture_single_set_touch_only(press, true.gboolean)
    connect(press, "pressed") { arguments in
      gtk_gesture_set_state(arguments.emitter, GTK_EVENT_SEQUENCE_CLAIMED)
      handler(arguments.double(0), arguments.double(1))
    }
    gtk_widget_add_controller(widget, press)
  }
}

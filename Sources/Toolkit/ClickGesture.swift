import CGtk
import Platform

/// Mouse handling for a button within a row.
@MainActor
package enum ClickGesture {
  /// Keeps presses on a button from the row around it, which would take the focus and change the selection.
  package static func claimPresses(of button: Widget) {
    onPressed(button) { gtk_gesture_set_state($0, GTK_EVENT_SEQUENCE_CLAIMED) }
  }

  /// Ignores the further presses of a double click. They are mistakes: the first one may have moved another row's button
  /// below the pointer.
  package static func ignoreDoublePresses(of button: Widget) {
    onPressed(button) { gesture in
      guard let press = Press(gesture) else { return }
      let isFurther = last.map(press.follows) ?? false
      last = press
      // The button then does nothing when the mouse button is released.
      if isFurther { gtk_event_controller_reset(gesture) }
    }
  }

  private static func onPressed(
    _ button: Widget, _ handler: @escaping @MainActor (_ gesture: OpaquePointer) -> Void
  ) {
    for controller in controllers(of: button, gtk_gesture_click_get_type()) {
      connect(controller.pointer, "pressed") { handler($0.emitter) }
    }
  }

  /// The last press on any of these buttons.
  private static var last: Press?

  @MainActor
  private struct Press {
    /// Milliseconds; wraps around.
    let time: UInt32
    var x = 0.0
    var y = 0.0

    init?(_ gesture: OpaquePointer) {
      guard let event = gtk_event_controller_get_current_event(gesture) else { return nil }
      time = gdk_event_get_time(event)
      gdk_event_get_position(event, &x, &y)
    }

    /// Whether both are one double click by the desktop's settings.
    func follows(_ other: Press) -> Bool {
      let milliseconds = DesktopSetting.number("gtk-double-click-time") ?? 400
      let pixels = Double(DesktopSetting.number("gtk-double-click-distance") ?? 5)
      return time &- other.time <= UInt32(milliseconds) && abs(x - other.x) <= pixels
        && abs(y - other.y) <= pixels
    }
  }
}

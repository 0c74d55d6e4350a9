import CGtk
import Platform

/// Mouse handling for a button within a row.
@MainActor
package enum ClickGesture {
  /// Keeps presses on a button from the row around it, which would take the focus and change the selection.
  package static func claimPresses(of button: Widget) {
    for controller in controllers(of: button, gtk_gesture_click_get_type()) {
      connect(controller.pointer, "pressed") { arguments in
        gtk_gesture_set_state(arguments.emitter, GTK_EVENT_SEQUENCE_CLAIMED)
      }
    }
  }
}

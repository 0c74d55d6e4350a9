import CGtk
import Platform

/// What the mouse does to a button within a row.
@MainActor
package enum ClickGesture {
  /// Keeps presses on a button from what is around it: a row would take the focus and the selection.
  package static func claimPresses(of button: Widget) {
    let controllers = ObjectReference(adopting: gtk_widget_observe_controllers(button))
    for position in 0..<g_list_model_get_n_items(controllers.pointer) {
      guard let object = g_list_model_get_item(controllers.pointer, position) else { continue }
      let controller = ObjectReference(adopting: OpaquePointer(object))
      guard g_type_check_instance_is_a(cast(object), gtk_gesture_click_get_type()) != 0 else {
        continue
      }
      connect(controller.pointer, "pressed") { arguments in
        gtk_gesture_set_state(arguments.emitter, GTK_EVENT_SEQUENCE_CLAIMED)
      }
    }
  }
}

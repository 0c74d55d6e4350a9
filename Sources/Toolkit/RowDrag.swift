import CGtk
import Platform

/// Moving the rows of a list with the mouse. A row can be dropped only in its own list.
@MainActor
package enum RowDrag {
  /// Makes a row draggable.
  /// - Parameters:
  ///   - onBegin: runs when the drag begins.
  ///   - onEnd: runs when the row was dropped anywhere, or the drag was cancelled.
  package static func addSource(
    to row: Widget, onBegin: @escaping @MainActor () -> Void,
    onEnd: @escaping @MainActor () -> Void
  ) {
    let source = opaque(gtk_drag_source_new())
    gtk_drag_source_set_actions(source, GDK_ACTION_MOVE)
    var value = GValue()
    g_value_init(&value, contentType)
    let content = ObjectReference(adopting: opaque(gdk_content_provider_new_for_value(&value)))
    g_value_unset(&value)
    gtk_drag_source_set_content(source, cast(content.pointer))
    connect(source, "drag-begin") { arguments in
      onBegin()
      let live = ObjectReference(adopting: opaque(gtk_widget_paintable_new(row)))
      // A snapshot, because the row may change while it is dragged.
      let picture = ObjectReference(adopting: gdk_paintable_get_current_image(live.pointer))
      gtk_drag_source_set_icon(arguments.emitter, picture.pointer, 16, 16)
    }
    connect(source, "drag-end") { _ in onEnd() }
    gtk_widget_add_controller(row, source)
  }

  /// Accepts rows that are dragged over a list.
  /// - Parameters:
  ///   - onMotion: called with the position of the pointer in the list, to show where the row would go.
  ///   - onLeave: runs when the pointer leaves the list, and after a drop.
  ///   - onDrop: returns whether the row was accepted.
  package static func addTarget(
    to list: Widget, onMotion: @escaping @MainActor (_ x: Double, _ y: Double) -> Void,
    onLeave: @escaping @MainActor () -> Void,
    onDrop: @escaping @MainActor (_ x: Double, _ y: Double) -> Bool
  ) {
    let motion = opaque(gtk_drop_controller_motion_new())
    connect(motion, "motion") { arguments in onMotion(arguments.double(0), arguments.double(1)) }
    connect(motion, "leave") { _ in onLeave() }
    gtk_widget_add_controller(list, motion)
    let target = opaque(gtk_drop_target_new(contentType, GDK_ACTION_MOVE))
    connectReturningBool(target, "drop") { arguments in
      defer { onLeave() }
      return onDrop(arguments.double(1), arguments.double(2))
    }
    gtk_widget_add_controller(list, target)
  }

  /// A type that no other program sends and no entry accepts. The list itself remembers which row is dragged.
  private static let contentType = g_type_from_name("gint64")
}

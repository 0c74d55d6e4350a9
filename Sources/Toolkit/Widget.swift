import CGtk
import Platform

/// The pointer type that nearly all constructors return.
package typealias Widget = UnsafeMutablePointer<GtkWidget>

/// Sets the margins of a widget.
/// - Parameters:
///   - points: for every side without a value of its own.
///   - top: instead of `points`.
@MainActor
package func setMargins(
  _ widget: Widget, _ points: Int32 = 0, top: Int32? = nil, bottom: Int32? = nil
) {
  gtk_widget_set_margin_start(widget, points)
  gtk_widget_set_margin_end(widget, points)
  gtk_widget_set_margin_top(widget, top ?? points)
  gtk_widget_set_margin_bottom(widget, bottom ?? points)
}

/// Makes a label that wraps, within a word if it is too long for a line.
/// - Parameter lines: after so many lines the text is cut off; nil shows all of it.
@MainActor
package func wrappingLabel(_ text: String? = nil, lines: Int32? = nil) -> Widget {
  let label: Widget = gtk_label_new(text)
  gtk_label_set_xalign(opaque(label), 0)
  gtk_label_set_wrap(opaque(label), 1)
  gtk_label_set_wrap_mode(opaque(label), PANGO_WRAP_WORD_CHAR)
  if let lines {
    gtk_label_set_lines(opaque(label), lines)
    gtk_label_set_ellipsize(opaque(label), PANGO_ELLIPSIZE_END)
  }
  return label
}

/// Puts a widget into a vertically scrolling view.
/// - Parameters:
///   - isFocusable: whether the Tab key stops at the view itself if nothing in it can take the focus.
///   - maximumHeight: the view asks for the height of its content, but for no more than this; nil asks for none.
@MainActor
package func scrolled(
  _ child: Widget, isFocusable: Bool = false, maximumHeight: Int32? = nil
) -> Widget {
  let view: Widget = gtk_scrolled_window_new()
  gtk_widget_set_focusable(view, isFocusable.gboolean)
  gtk_scrolled_window_set_policy(opaque(view), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
  if let maximumHeight {
    gtk_scrolled_window_set_propagate_natural_height(opaque(view), 1)
    gtk_scrolled_window_set_max_content_height(opaque(view), maximumHeight)
  }
  gtk_scrolled_window_set_child(opaque(view), child)
  return view
}

/// Removes all children of a `GtkBox` or a `GtkListBox`.
@MainActor
package func removeChildren(of container: Widget) {
  let isListBox = g_type_check_instance_is_a(cast(container), gtk_list_box_get_type()) != 0
  while let child = gtk_widget_get_first_child(container) {
    if isListBox {
      gtk_list_box_remove(opaque(container), child)
    } else {
      gtk_box_remove(cast(container), child)
    }
  }
}

/// Whether the focus is in a widget or in something it contains.
@MainActor
package func hasFocus(within widget: Widget) -> Bool {
  guard let root = gtk_widget_get_root(widget), let focus: Widget = gtk_root_get_focus(root)
  else { return false }
  return focus == widget || gtk_widget_is_ancestor(focus, widget) != 0
}

/// Places a window over another one, with which it closes, and gives it the shortcuts of that window's application.
@MainActor
package func place(_ window: Widget, over parent: Widget) {
  gtk_window_set_transient_for(cast(window), cast(parent))
  gtk_window_set_application(cast(window), gtk_window_get_application(cast(parent)))
  gtk_window_set_destroy_with_parent(cast(window), 1)
  // A pending event of an entry may keep the window alive longer than its parent. When GTK 4.8 then frees the window,
  // it would disconnect from a parent that no longer exists.
  connect(window, "unmap") { _ in gtk_window_set_transient_for(cast(window), nil) }
}

/// The controllers of a given type on a widget, whether GTK or this application added them.
@MainActor
func controllers(of widget: Widget, _ type: GType) -> [ObjectReference] {
  let list = ObjectReference(adopting: gtk_widget_observe_controllers(widget))
  return (0..<g_list_model_get_n_items(list.pointer)).compactMap { index in
    g_list_model_get_item(list.pointer, index).flatMap { object in
      let controller = ObjectReference(adopting: opaque(object))
      return g_type_check_instance_is_a(cast(object), type) != 0 ? controller : nil
    }
  }
}

/// Makes a number field ignore the scroll wheel. Otherwise GTK would change the number and take the focus when the user
/// scrolls the page and the field passes under the pointer.
@MainActor
package func ignoreScrollWheel(on spinButton: Widget) {
  for controller in controllers(of: spinButton, gtk_event_controller_scroll_get_type()) {
    gtk_event_controller_set_propagation_phase(controller.pointer, GTK_PHASE_NONE)
  }
}

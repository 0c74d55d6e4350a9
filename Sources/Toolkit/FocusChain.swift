import CGtk
import Platform

/// The order in which the Tab key visits the widgets of a window.
@MainActor
package enum FocusChain {
  /// Makes a list a single stop of the Tab key, although all its rows can be focused.
  package static func makeSingleStop(_ list: Widget) {
    KeyboardController.onKeyPressed(list, phase: GTK_PHASE_CAPTURE) { key, modifiers in
      guard [GDK_KEY_Tab, GDK_KEY_KP_Tab, GDK_KEY_ISO_Left_Tab].contains(key),
        modifiers.isSubset(of: .shift)
      else { return false }
      return leave(list, isBackward: key == GDK_KEY_ISO_Left_Tab || modifiers == .shift)
    }
  }

  /// Moves the focus out of a widget, to the next or the previous one.
  /// - Returns: whether a widget took the focus.
  @discardableResult
  package static func leave(_ widget: Widget, isBackward: Bool) -> Bool {
    let direction = isBackward ? GTK_DIR_TAB_BACKWARD : GTK_DIR_TAB_FORWARD
    var current = widget
    while let parent = gtk_widget_get_parent(current) {
      for sibling in siblings(of: current, in: parent, isBackward: isBackward)
      where gtk_widget_child_focus(sibling, direction) != 0 {
        return true
      }
      current = parent
    }
    // Continue at the other end of the window.
    if let root = gtk_widget_get_root(widget) { gtk_root_set_focus(root, nil) }
    return gtk_widget_child_focus(current, direction) != 0
  }

  /// The visible siblings on one side of a widget, the nearest first. As for the toolkit's own Tab key, their positions
  /// on screen count, not the order in which they were added.
  private static func siblings(of widget: Widget, in parent: Widget, isBackward: Bool) -> [Widget] {
    var found: [(widget: Widget, place: (Float, Float))] = []
    var child = gtk_widget_get_first_child(parent)
    while let current = child {
      if gtk_widget_get_mapped(current) != 0 {
        found.append((current, place(of: current, in: parent)))
      }
      child = gtk_widget_get_next_sibling(current)
    }
    let order = found.sorted { $0.place < $1.place }.map(\.widget)
    guard let index = order.firstIndex(of: widget) else { return [] }
    return isBackward ? order[..<index].reversed() : Array(order[(index + 1)...])
  }

  private static func place(of widget: Widget, in parent: Widget) -> (Float, Float) {
    var bounds = graphene_rect_t()
    guard gtk_widget_compute_bounds(widget, parent, &bounds) != 0 else { return (0, 0) }
    let isMirrored = gtk_widget_get_direction(parent) == GTK_TEXT_DIR_RTL
    return (bounds.origin.y, isMirrored ? -bounds.origin.x - bounds.size.width : bounds.origin.x)
  }
}

import CGtk
import Platform

/// A box around a list whose size does not depend on the list's rows; the list fills whatever space the box gets.
///
/// For each added row, GTK would measure the whole window up to three times, including every row. The box stops that:
/// the rows are measured once, when they are placed.
@MainActor
package enum SizeBoundary {
  /// - Parameters:
  ///   - child: has a minimum width, and scrolls vertically.
  ///   - minimumHeight: in pixels.
  package static func make(around child: Widget, minimumHeight: Int32) -> Widget {
    let box: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    gtk_box_append(cast(box), child)
    /// The largest minimum width of the child so far, in pixels.
    var width: Int32?
    CustomLayout.set(on: box) { box, orientation, _ in
      guard orientation == GTK_ORIENTATION_HORIZONTAL else { return (minimumHeight, minimumHeight) }
      let known = width ?? minimumWidth(ofChildOf: box)
      width = known
      return (known, known)
    } allocate: { box, boxWidth, height in
      // GTK requires that a widget is measured before it is placed.
      let needed = minimumWidth(ofChildOf: box)
      guard let child = gtk_widget_get_first_child(box) else { return }
      var place = GdkRectangle(x: 0, y: 0, width: max(boxWidth, needed), height: height)
      gtk_widget_size_allocate(child, &place, -1)
      if needed > width ?? 0 {
        width = needed
        gtk_widget_queue_resize(box)
      }
    }
    return box
  }

  private static func minimumWidth(ofChildOf box: Widget) -> Int32 {
    var width: Int32 = 0
    if let child = gtk_widget_get_first_child(box) {
      gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, &width, nil, nil, nil)
    }
    return width
  }
}

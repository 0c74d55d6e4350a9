import CGtk
import Platform

/// A box around a list that fills whatever it is given: how large it wants to be does not follow from its rows.
///
/// For each row that comes, GTK asks the whole window up to three times how large it must be, and each row with it. Here it
/// gets no further: the rows are asked once, when they are placed.
@MainActor
package enum SizeBoundary {
  /// - Parameters:
  ///   - child: has a minimum width, and scrolls vertically.
  ///   - minimumHeight: pixels.
  package static func make(around child: Widget, minimumHeight: Int32) -> Widget {
    let box: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    gtk_box_append(cast(box), child)
    /// The most pixels that the child needed so far.
    var width: Int32?
    CustomLayout.set(on: box) { box, orientation, _ in
      guard orientation == GTK_ORIENTATION_HORIZONTAL else { return (minimumHeight, minimumHeight) }
      let known = width ?? minimumWidth(ofChildOf: box)
      width = known
      return (known, known)
    } allocate: { box, boxWidth, height in
      // What has not been asked anew cannot be placed.
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

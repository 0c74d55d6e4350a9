import CGtk
import Platform

/// A box whose children are side by side at their natural widths, and continue on the next line if there is no more
/// room. `GtkFlowBox` would arrange them in columns.
@MainActor
package enum WrapBox {
  /// The space between two children and between two lines, in pixels.
  private static let spacing: Int32 = 6

  /// Makes an empty box; children are appended as to a `GtkBox`.
  /// - Parameter isHomogeneous: whether all children have the same width and fill the lines.
  package static func make(isHomogeneous: Bool = false) -> Widget {
    let box: Widget = optimist_box_new_with_role(
      GTK_ORIENTATION_HORIZONTAL, 0, GTK_ACCESSIBLE_ROLE_GROUP)
    CustomLayout.set(on: box) {
      size($0, $1, $2, isHomogeneous)
    } allocate: { box, width, _ in
      allocate(box, width, isHomogeneous)
    }
    return box
  }

  /// The common width of homogeneous children, with as many on a line as fit.
  private static func column(_ children: [Widget], in width: Int32) -> Int32 {
    let widest = children.map { natural($0, GTK_ORIENTATION_HORIZONTAL, for: -1) }.max() ?? 0
    let fitting = (width + spacing) / max(widest + spacing, 1)
    let count = min(max(fitting, 1), Int32(max(children.count, 1)))
    return (width - spacing * (count - 1)) / count
  }

  /// The positions of the children in a given width.
  private static func place(_ box: Widget, in width: Int32, _ isHomogeneous: Bool)
    -> [(Widget, GdkRectangle)]
  {
    var places: [(Widget, GdkRectangle)] = []
    var (x, y, lineHeight): (Int32, Int32, Int32) = (0, 0, 0)
    let children = children(of: box)
    let column = isHomogeneous ? column(children, in: width) : nil
    for child in children {
      let own = max(
        minimum(child),
        column ?? min(natural(child, GTK_ORIENTATION_HORIZONTAL, for: -1), width))
      let height = natural(child, GTK_ORIENTATION_VERTICAL, for: own)
      if x > 0, x + own > width {
        y += lineHeight + spacing
        (x, lineHeight) = (0, 0)
      }
      places.append((child, GdkRectangle(x: x, y: y, width: own, height: height)))
      x += own + spacing
      lineHeight = max(lineHeight, height)
    }
    return places
  }

  private static func size(
    _ box: Widget, _ orientation: GtkOrientation, _ size: Int32, _ isHomogeneous: Bool
  ) -> CustomLayout.Size {
    guard orientation == GTK_ORIENTATION_HORIZONTAL else {
      let width = size < 0 ? Int32.max / 2 : size
      let height = place(box, in: width, isHomogeneous).map { $1.y + $1.height }.max() ?? 0
      return (height, height)
    }
    let children = children(of: box)
    let widths = children.map { natural($0, GTK_ORIENTATION_HORIZONTAL, for: -1) }
    let gaps = spacing * Int32(max(children.count - 1, 0))
    let whole =
      isHomogeneous ? (widths.max() ?? 0) * Int32(children.count) : widths.reduce(0, +)
    return (children.map(minimum).max() ?? 0, whole + gaps)
  }

  private static func children(of box: Widget) -> [Widget] {
    var found: [Widget] = []
    var next = gtk_widget_get_first_child(box)
    while let child = next {
      if gtk_widget_should_layout(child) != 0 { found.append(child) }
      next = gtk_widget_get_next_sibling(child)
    }
    return found
  }

  private static func minimum(_ child: Widget) -> Int32 {
    var size: Int32 = 0
    gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, &size, nil, nil, nil)
    return size
  }

  private static func natural(_ child: Widget, _ orientation: GtkOrientation, for size: Int32)
    -> Int32
  {
    var natural: Int32 = 0
    gtk_widget_measure(child, orientation, size, nil, &natural, nil, nil)
    return natural
  }

  private static func allocate(_ box: Widget, _ width: Int32, _ isHomogeneous: Bool) {
    let isMirrored = gtk_widget_get_direction(box) == GTK_TEXT_DIR_RTL
    for (child, place) in place(box, in: width, isHomogeneous) {
      var place = place
      if isMirrored { place.x = width - place.x - place.width }
      gtk_widget_size_allocate(child, &place, -1)
    }
  }
}

import CGtk
import Platform

/// Places the children of a box side by side, and in further lines if they do not fit. A child is cut only if it does
/// not fit on a line of its own.
///
/// It is made for one-line texts (``FlowText``): each child gets its natural size, so measuring the height needs no
/// text layout.
@MainActor
package enum FlowLayout {
  /// The space between two children on a line, in pixels.
  private static let spacing: Int32 = 6
  /// The space between two lines, in pixels.
  private static let lineSpacing: Int32 = 3

  /// Replaces the layout of a box by this one.
  package static func set(on box: Widget) {
    CustomLayout.set(on: box, measure: measure) { box, width, _ in allocate(box, width) }
  }

  private struct Child {
    let widget: Widget
    let width: Int32
    let minimum: Int32
    let height: Int32
  }

  private static func children(of box: Widget) -> [Child] {
    var found: [Child] = []
    var next = gtk_widget_get_first_child(box)
    while let widget = next {
      next = gtk_widget_get_next_sibling(widget)
      guard gtk_widget_should_layout(widget) != 0 else { continue }
      var (minimum, width, height): (Int32, Int32, Int32) = (0, 0, 0)
      gtk_widget_measure(widget, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, &width, nil, nil)
      gtk_widget_measure(widget, GTK_ORIENTATION_VERTICAL, -1, nil, &height, nil, nil)
      found.append(Child(widget: widget, width: width, minimum: minimum, height: height))
    }
    return found
  }

  /// - Parameter width: in pixels.
  private static func lines(_ children: [Child], width: Int32) -> [[Child]] {
    var lines: [[Child]] = []
    var used: Int32 = 0
    for child in children {
      if !lines.isEmpty, used + spacing + child.width <= width {
        lines[lines.count - 1].append(child)
        used += spacing + child.width
      } else {
        lines.append([child])
        used = child.width
      }
    }
    return lines
  }

  private static func height(of line: [Child]) -> Int32 { line.map(\.height).max() ?? 0 }

  private static func measure(_ box: Widget, _ orientation: GtkOrientation, _ size: Int32)
    -> CustomLayout.Size
  {
    let children = children(of: box)
    guard !children.isEmpty else { return (0, 0) }
    let whole = children.reduce(-spacing) { $0 + $1.width + spacing }
    if orientation == GTK_ORIENTATION_HORIZONTAL {
      return (children.map(\.minimum).max() ?? 0, whole)
    }
    let lines = lines(children, width: size < 0 ? whole : size)
    let total = lines.reduce(-lineSpacing) { $0 + height(of: $1) + lineSpacing }
    return (total, total)
  }

  private static func allocate(_ box: Widget, _ width: Int32) {
    let isReversed = gtk_widget_get_direction(box) == GTK_TEXT_DIR_RTL
    var y: Int32 = 0
    for line in lines(children(of: box), width: width) {
      let lineHeight = Self.height(of: line)
      var x: Int32 = 0
      for child in line {
        let childWidth = max(min(child.width, width), child.minimum)
        var place = GdkRectangle(
          x: isReversed ? width - x - childWidth : x, y: y + (lineHeight - child.height) / 2,
          width: childWidth, height: child.height)
        gtk_widget_size_allocate(child.widget, &place, -1)
        x += childWidth + spacing
      }
      y += lineHeight + lineSpacing
    }
  }
}

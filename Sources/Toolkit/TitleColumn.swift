import CGtk
import Platform

/// Puts a ``RowTitle`` above the other children of a box. How high it is follows from the font, for Latin letters.
@MainActor
package enum TitleColumn {
  /// Gives a box this layout in the place of its own, and the title as its first child.
  /// - Parameter title: is kept by somebody else, as long as the box.
  package static func set(on box: Widget, with title: RowTitle) {
    gtk_box_prepend(cast(box), title.widget)
    CustomLayout.set(on: box) { [weak title] box, orientation, size in
      guard let title else { return (0, 0) }
      return measure(box, title, orientation, size)
    } allocate: { [weak title] box, width, _ in
      if let title { allocate(box, title, width) }
    }
  }

  /// Pixels of a line and of three letters, fewer of which are never shown.
  private struct Line {
    let font: OpaquePointer
    /// Another one for each font.
    let number: Int
    let resolution: Double
    let height: Int32
    let minimumWidth: Int32
  }

  /// Of the font of the last title.
  private static var line: Line?

  /// Asking each title for the measures of its font would lay out a sample text for each.
  private static func line(of title: Widget) -> Line? {
    guard let context = gtk_widget_get_pango_context(title),
      let font = pango_context_get_font_description(context)
    else { return nil }
    let resolution = pango_cairo_context_get_resolution(context)
    if let line, line.resolution == resolution, pango_font_description_equal(line.font, font) != 0 {
      return line
    }
    guard let metrics = pango_context_get_metrics(context, nil, nil),
      let copy = pango_font_description_copy(font)
    else { return nil }
    defer { pango_font_metrics_unref(metrics) }
    let height = pango_font_metrics_get_ascent(metrics) + pango_font_metrics_get_descent(metrics)
    let made = Line(
      font: copy, number: (line?.number ?? 0) + 1, resolution: resolution, height: pixels(height),
      minimumWidth: pixels(3 * pango_font_metrics_get_approximate_char_width(metrics)))
    if let line { pango_font_description_free(line.font) }
    line = made
    return made
  }

  /// - Parameter units: Pango's.
  private static func pixels(_ units: Int32) -> Int32 { (units + PANGO_SCALE - 1) / PANGO_SCALE }

  private static func height(of title: RowTitle) -> Int32 {
    // It wants none for itself, but must have been asked before its place is set.
    gtk_widget_measure(title.widget, GTK_ORIENTATION_VERTICAL, -1, nil, nil, nil, nil)
    guard let line = line(of: title.widget) else { return 0 }
    return title.otherHeight(font: line.number) ?? line.height
  }

  private static func others(in box: Widget) -> [Widget] {
    var found: [Widget] = []
    var next = gtk_widget_get_first_child(box).flatMap { gtk_widget_get_next_sibling($0) }
    while let widget = next {
      next = gtk_widget_get_next_sibling(widget)
      if gtk_widget_should_layout(widget) != 0 { found.append(widget) }
    }
    return found
  }

  private static func measure(
    _ box: Widget, _ title: RowTitle, _ orientation: GtkOrientation, _ size: Int32
  ) -> CustomLayout.Size {
    let isHorizontal = orientation == GTK_ORIENTATION_HORIZONTAL
    var minimum =
      isHorizontal ? line(of: title.widget)?.minimumWidth ?? 0 : height(of: title)
    var natural = minimum
    for child in others(in: box) {
      var (least, usual): (Int32, Int32) = (0, 0)
      gtk_widget_measure(child, orientation, size, &least, &usual, nil, nil)
      minimum = isHorizontal ? max(minimum, least) : minimum + least
      natural = isHorizontal ? max(natural, usual) : natural + usual
    }
    return (minimum, natural)
  }

  private static func allocate(_ box: Widget, _ title: RowTitle, _ width: Int32) {
    var place = GdkRectangle(x: 0, y: 0, width: width, height: height(of: title))
    gtk_widget_size_allocate(title.widget, &place, -1)
    for child in others(in: box) {
      place.y += place.height
      gtk_widget_measure(child, GTK_ORIENTATION_VERTICAL, width, nil, &place.height, nil, nil)
      gtk_widget_size_allocate(child, &place, -1)
    }
  }
}

import CGtk
import Platform

/// Puts a ``RowTitle`` above the other children of a box. How high it is follows from the font, for Latin letters.
@MainActor
package enum TitleColumn {
  /// Gives a box this layout in the place of its own. Its first child is the title.
  package static func set(on box: Widget) {
    gtk_widget_set_layout_manager(
      box,
      gtk_custom_layout_new(
        { _ in GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH }, measureColumn, allocateColumn))
  }

  /// Pixels of a line and of three letters, fewer of which are never shown.
  private struct Line {
    let font: OpaquePointer
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
    if let line { pango_font_description_free(line.font) }
    let height = pango_font_metrics_get_ascent(metrics) + pango_font_metrics_get_descent(metrics)
    let made = Line(
      font: copy, resolution: resolution, height: pixels(height),
      minimumWidth: pixels(3 * pango_font_metrics_get_approximate_char_width(metrics)))
    line = made
    return made
  }

  /// - Parameter units: Pango's.
  private static func pixels(_ units: Int32) -> Int32 { (units + PANGO_SCALE - 1) / PANGO_SCALE }

  private static func height(of title: Widget) -> Int32 {
    // It wants none for itself, but must have been asked before its place is set.
    gtk_widget_measure(title, GTK_ORIENTATION_VERTICAL, -1, nil, nil, nil, nil)
    return RowTitle.otherHeight(of: title) ?? line(of: title)?.height ?? 0
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

  fileprivate static func measure(_ box: Widget, _ isHorizontal: Bool, _ size: Int32)
    -> (minimum: Int32, natural: Int32)
  {
    guard let title = gtk_widget_get_first_child(box) else { return (0, 0) }
    var (minimum, natural): (Int32, Int32)
    if isHorizontal {
      minimum = line(of: title)?.minimumWidth ?? 0
      natural = minimum
    } else {
      minimum = height(of: title)
      natural = minimum
    }
    for child in others(in: box) {
      var (least, usual): (Int32, Int32) = (0, 0)
      gtk_widget_measure(
        child, isHorizontal ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL, size, &least,
        &usual, nil, nil)
      minimum = isHorizontal ? max(minimum, least) : minimum + least
      natural = isHorizontal ? max(natural, usual) : natural + usual
    }
    return (minimum, natural)
  }

  fileprivate static func allocate(_ box: Widget, _ width: Int32, _ height: Int32) {
    guard let title = gtk_widget_get_first_child(box) else { return }
    let titleHeight = self.height(of: title)
    var place = GdkRectangle(x: 0, y: 0, width: width, height: titleHeight)
    gtk_widget_size_allocate(title, &place, -1)
    for child in others(in: box) {
      place.y += place.height
      gtk_widget_measure(child, GTK_ORIENTATION_VERTICAL, width, nil, &place.height, nil, nil)
      gtk_widget_size_allocate(child, &place, -1)
    }
  }
}

/// Called by GTK on the main thread, as is the next one.
private let measureColumn: GtkCustomMeasureFunc = {
  box, orientation, size, minimum, natural, minimumBaseline, naturalBaseline in
  guard let box else { return }
  nonisolated(unsafe) let (unsafeBox, unsafeMinimum, unsafeNatural) = (box, minimum, natural)
  MainActor.assumeIsolated {
    let found = TitleColumn.measure(unsafeBox, orientation == GTK_ORIENTATION_HORIZONTAL, size)
    unsafeMinimum?.pointee = found.minimum
    unsafeNatural?.pointee = found.natural
  }
  minimumBaseline?.pointee = -1
  naturalBaseline?.pointee = -1
}

private let allocateColumn: GtkCustomAllocateFunc = { box, width, height, _ in
  guard let box else { return }
  nonisolated(unsafe) let unsafeBox = box
  MainActor.assumeIsolated { TitleColumn.allocate(unsafeBox, width, height) }
}

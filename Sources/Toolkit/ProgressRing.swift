import CGtk
import Platform

/// A small ring that shows a progress by how far it is closed.
@MainActor
package final class ProgressRing {
  package let widget: Widget
  /// 0...1.
  private var part = 0.0

  /// - Parameter size: in pixels.
  package init(size: Int32) {
    widget = gtk_drawing_area_new()
    gtk_drawing_area_set_content_width(cast(widget), size)
    gtk_drawing_area_set_content_height(cast(widget), size)
    gtk_widget_set_valign(widget, GTK_ALIGN_CENTER)
    Accessibility.markDecorative(widget)
    let box = Unmanaged.passRetained(WeakRing(self)).toOpaque()
    gtk_drawing_area_set_draw_func(cast(widget), drawRing, box) { box in
      guard let box else { return }
      Unmanaged<WeakRing>.fromOpaque(box).release()
    }
  }

  /// - Parameters:
  ///   - done: 0...count.
  ///   - count: more than 0.
  package func show(_ done: Int, of count: Int) {
    let part = count > 0 ? Double(done) / Double(count) : 0
    guard part != self.part else { return }
    self.part = part
    gtk_widget_queue_draw(widget)
  }

  fileprivate func draw(_ cairo: OpaquePointer, _ width: Double, _ height: Double) {
    var color = GdkRGBA()
    gtk_style_context_get_color(gtk_widget_get_style_context(widget), &color)
    let (x, y, line) = (width / 2, height / 2, 2.0)
    let radius = min(x, y) - line / 2
    let (red, green, blue) = (Double(color.red), Double(color.green), Double(color.blue))
    cairo_set_line_width(cairo, line)
    cairo_set_source_rgba(cairo, red, green, blue, Double(color.alpha) * 0.35)
    cairo_arc(cairo, x, y, radius, 0, 2 * .pi)
    cairo_stroke(cairo)
    guard part > 0 else { return }
    cairo_set_source_rgba(cairo, red, green, blue, Double(color.alpha))
    cairo_arc(cairo, x, y, radius, -.pi / 2, (2 * part - 0.5) * .pi)
    cairo_stroke(cairo)
  }
}

/// The drawing area may outlive the ring.
@MainActor
private final class WeakRing {
  weak var ring: ProgressRing?

  init(_ ring: ProgressRing) { self.ring = ring }
}

private let drawRing: GtkDrawingAreaDrawFunc = { _, cairo, width, height, box in
  guard let cairo, let box else { return }
  nonisolated(unsafe) let (unsafeCairo, unsafeBox) = (cairo, box)
  MainActor.assumeIsolated {
    Unmanaged<WeakRing>.fromOpaque(unsafeBox).takeUnretainedValue().ring?
      .draw(unsafeCairo, Double(width), Double(height))
  }
}

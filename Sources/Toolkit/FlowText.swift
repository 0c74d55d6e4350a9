import CGtk
import Platform

/// A short one-line text in a ``FlowLayout``, cut if even a whole line is too short for it.
///
/// A `GtkLabel` that can be cut lays out its text and a sample of its font each time it is measured. Dates and tags are
/// the same in many rows, so each text is measured only once for a font.
@MainActor
package final class FlowText {
  package let widget: Widget
  private var text = ""
  private let mostLetters: Int32?

  /// - Parameter mostLetters: the maximum width, in average letters; nil for any width.
  package init(mostLetters: Int32? = nil) {
    self.mostLetters = mostLetters
    widget = gtk_inscription_new(nil)
    gtk_inscription_set_text_overflow(opaque(widget), GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END)
    CustomLayout.setMeasure(on: widget) { [weak self] _, orientation, _ in
      self?.measure(orientation) ?? (0, 0)
    }
  }

  package func setText(_ text: String) {
    let text = text.shownOnLine
    guard !text.isExactly(self.text) else { return }
    self.text = text
    Accessibility.setLabel(text, on: widget)
    gtk_inscription_set_text(opaque(widget), text)
    // An inscription does not request a new size by itself.
    gtk_widget_queue_resize(widget)
  }

  private func measure(_ orientation: GtkOrientation) -> CustomLayout.Size {
    let font = FontSizes.of(widget)
    let size = font.size(of: text, in: widget)
    guard orientation == GTK_ORIENTATION_HORIZONTAL else { return (size.height, size.height) }
    let width = mostLetters.map { min(size.width, font.width(ofLetters: $0)) } ?? size.width
    return (min(width, font.width(ofLetters: 3)), width)
  }
}

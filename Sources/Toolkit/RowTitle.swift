import Basics
import CGtk
import Platform

/// One line of text that takes the width it is given and cuts off what does not fit.
///
/// A `GtkLabel` lays out its text twice to measure itself, and once more to be drawn. A list view creates two hundred
/// rows, of which a dozen are visible. An inscription lays out its text only to be drawn.
@MainActor
package final class RowTitle {
  package let widget: Widget
  private var shown = ""

  package init() {
    widget = gtk_inscription_new(nil)
    gtk_inscription_set_text_overflow(
      opaque(widget), GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END)
    CustomLayout.setMeasure(on: widget) { [weak self] _, orientation, _ in
      self?.measure(orientation) ?? (0, 0)
    }
  }

  package func setText(_ text: String) {
    Accessibility.setLabel(text.shown, on: widget)
    let text = text.shownOnLine
    let mayDiffer = !Self.isLatin(shown) || !Self.isLatin(text)
    shown = text
    gtk_inscription_set_text(opaque(widget), text)
    gtk_inscription_set_xalign(opaque(widget), runsAgainstInterface ? 1 : 0)
    if mayDiffer { gtk_widget_queue_resize(widget) }
  }

  /// Whether the text runs in the opposite direction to the interface. An inscription aligns to the start of its text,
  /// while a label aligns to the start of the interface.
  private var runsAgainstInterface: Bool {
    let isReversed = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL
    guard Self.isLatin(shown) else {
      let direction = withExtendedLifetime(makeLayout()) { layout in
        pango_layout_line_get_resolved_direction(
          pango_layout_get_line_readonly(layout.pointer, 0))
      }
      return (direction == PANGO_DIRECTION_RTL) != isReversed
    }
    return isReversed && shown.utf8.contains(where: Self.isLetter)
  }

  /// Whether part of the text is cut off.
  package var isCut: Bool { size.width > gtk_widget_get_width(widget) }

  /// The height of a title with only Latin letters follows from its font. The minimum width is that of three letters.
  private func measure(_ orientation: GtkOrientation) -> CustomLayout.Size {
    let font = FontSizes.of(widget)
    let needed =
      if orientation == GTK_ORIENTATION_HORIZONTAL {
        font.width(ofLetters: 3)
      } else {
        Self.isLatin(shown) ? font.lineHeight : size.height
      }
    return (needed, needed)
  }

  private var size: (width: Int32, height: Int32) {
    var (width, height): (Int32, Int32) = (0, 0)
    let layout = makeLayout()
    pango_layout_get_pixel_size(layout.pointer, &width, &height)
    return (width, height)
  }

  private func makeLayout() -> ObjectReference {
    ObjectReference(adopting: gtk_widget_create_pango_layout(widget, shown))
  }

  // Called for each byte. On the main actor, Swift would check for each byte whether this is the main thread.

  /// - Parameter byte: a byte of a Latin text.
  private nonisolated static func isLetter(_ byte: UInt8) -> Bool {
    byte >= 0xC3 || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }

  /// Whether the line is as high as the font: all its letters are Latin, so no other font may have to draw them.
  private nonisolated static func isLatin(_ text: String) -> Bool {
    // All letters below U+0280.
    text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0xCA }
  }
}

import Basics
import CGtk
import Platform

/// A short text on one line of a ``FlowLayout``, cut where a whole line has no room for it.
///
/// A `GtkLabel` that may be cut lays out its text and a sample of its font each time its size is asked for. Dates and tags
/// are the same in many rows: a text is measured once for a font.
@MainActor
package final class FlowText {
  package let widget: Widget
  private var text = ""
  private let mostLetters: Int32?
  private static let key = "optimist-flow-text"

  /// - Parameter mostLetters: as wide as so many usual letters at most; nil for any width.
  package init(mostLetters: Int32? = nil) {
    self.mostLetters = mostLetters
    widget = gtk_inscription_new(nil)
    gtk_inscription_set_text_overflow(opaque(widget), GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END)
    attach(self, to: widget, key: Self.key)
  }

  /// The text whose widget this is; nil for any other widget.
  static func of(_ widget: Widget) -> FlowText? {
    g_type_check_instance_is_a(cast(opaque(widget)), gtk_inscription_get_type()) != 0
      ? attached(to: widget, key: key) : nil
  }

  package func setText(_ text: String) {
    let text = text.shownOnLine
    guard !text.isExactly(self.text) else { return }
    self.text = text
    Accessibility.setLabel(text, on: widget)
    gtk_inscription_set_text(opaque(widget), text)
    // An inscription does not ask for a size of its own.
    gtk_widget_queue_resize(widget)
  }

  /// Pixels.
  struct Size {
    var minimumWidth: Int32
    var width: Int32
    var height: Int32
  }

  /// How large the text wants to be, with what the style sheet puts around it.
  var size: Size {
    let font = FontSizes.of(widget)
    var size = font.size(of: text, in: widget)
    if let mostLetters { size.width = min(size.width, font.width(ofLetters: mostLetters)) }
    size.minimumWidth = min(size.width, font.width(ofLetters: 3))
    var padding = GtkBorder()
    gtk_style_context_get_padding(gtk_widget_get_style_context(widget), &padding)
    let (across, along) = (padding.top + padding.bottom, padding.left + padding.right)
    return Size(
      minimumWidth: size.minimumWidth + Int32(along), width: size.width + Int32(along),
      height: size.height + Int32(across))
  }
}

/// What is known of the sizes of texts in a font.
@MainActor
private final class FontSizes {
  private let description: OpaquePointer?
  private let resolution: Double
  /// Pixels of a usual letter, times Pango's scale.
  private let letterWidth: Int32
  private var known: [ExactText: FlowText.Size] = [:]
  /// So many texts are kept.
  private static let limit = 500
  /// Of the last text: those of a page have one font.
  private static var last: FontSizes?

  static func of(_ widget: Widget) -> FontSizes {
    let context = gtk_widget_get_pango_context(widget)
    let description = pango_context_get_font_description(context)
    let resolution = pango_cairo_context_get_resolution(context)
    if let last, last.resolution == resolution,
      pango_font_description_equal(last.description, description) != 0
    {
      return last
    }
    let made = FontSizes(context, description, resolution)
    last = made
    return made
  }

  private init(_ context: OpaquePointer?, _ description: OpaquePointer?, _ resolution: Double) {
    self.description = pango_font_description_copy(description)
    self.resolution = resolution
    let metrics = pango_context_get_metrics(context, nil, nil)
    letterWidth = pango_font_metrics_get_approximate_char_width(metrics)
    pango_font_metrics_unref(metrics)
  }

  isolated deinit { pango_font_description_free(description) }

  func width(ofLetters count: Int32) -> Int32 {
    (letterWidth * count + PANGO_SCALE - 1) / PANGO_SCALE
  }

  /// Without what stands around it.
  func size(of text: String, in widget: Widget) -> FlowText.Size {
    if let size = known[ExactText(text)] { return size }
    let layout = ObjectReference(adopting: gtk_widget_create_pango_layout(widget, text))
    var size = FlowText.Size(minimumWidth: 0, width: 0, height: 0)
    pango_layout_get_pixel_size(layout.pointer, &size.width, &size.height)
    if known.count >= Self.limit { known = [:] }
    known[ExactText(text)] = size
    return size
  }
}

import Basics
import CGtk
import Platform

/// What is known of the sizes of texts in a font: asking Pango anew lays out a sample text, or the text.
@MainActor
final class FontSizes {
  /// Pixels.
  typealias Size = (width: Int32, height: Int32)

  /// Pixels of a line of Latin letters.
  let lineHeight: Int32
  /// Of a usual letter, in units of Pango.
  private let letterWidth: Int32
  private let description: OpaquePointer?
  private let resolution: Double
  private var known: [ExactText: Size] = [:]
  /// The most texts that are kept.
  private static let mostTexts = 500
  /// The fonts of what was asked for last: a page has two, of titles and of what stands below them.
  private static var fonts: [FontSizes] = []
  private static let mostFonts = 4

  /// The font that a widget has now.
  static func of(_ widget: Widget) -> FontSizes {
    let context = gtk_widget_get_pango_context(widget)
    let description = pango_context_get_font_description(context)
    let resolution = pango_cairo_context_get_resolution(context)
    let font = fonts.first { font in
      font.resolution == resolution
        && pango_font_description_equal(font.description, description) != 0
    }
    if let font { return font }
    let made = FontSizes(context, description, resolution)
    fonts = [made] + fonts.prefix(mostFonts - 1)
    return made
  }

  private init(_ context: OpaquePointer?, _ description: OpaquePointer?, _ resolution: Double) {
    self.description = pango_font_description_copy(description)
    self.resolution = resolution
    let metrics = pango_context_get_metrics(context, nil, nil)
    letterWidth = pango_font_metrics_get_approximate_char_width(metrics)
    lineHeight = Self.pixels(
      pango_font_metrics_get_ascent(metrics) + pango_font_metrics_get_descent(metrics))
    pango_font_metrics_unref(metrics)
  }

  isolated deinit { pango_font_description_free(description) }

  /// Pixels of so many usual letters.
  func width(ofLetters count: Int32) -> Int32 { Self.pixels(letterWidth * count) }

  func size(of text: String, in widget: Widget) -> Size {
    if let size = known[ExactText(text)] { return size }
    let layout = ObjectReference(adopting: gtk_widget_create_pango_layout(widget, text))
    var size: Size = (0, 0)
    pango_layout_get_pixel_size(layout.pointer, &size.width, &size.height)
    if known.count >= Self.mostTexts { known = [:] }
    known[ExactText(text)] = size
    return size
  }

  /// - Parameter units: Pango's.
  private static func pixels(_ units: Int32) -> Int32 { (units + PANGO_SCALE - 1) / PANGO_SCALE }
}

import Basics
import CGtk
import Platform

/// A cache of text sizes in a font. Without it, Pango would lay out a sample text or the text itself each time.
@MainActor
final class FontSizes {
  /// In pixels.
  typealias Size = (width: Int32, height: Int32)

  /// The height of a line of Latin letters, in pixels.
  let lineHeight: Int32
  /// The average width of a letter, in Pango units.
  private let letterWidth: Int32
  private let description: OpaquePointer?
  private let resolution: Double
  private var known: [ExactText: Size] = [:]
  /// The maximum number of cached texts.
  private static let mostTexts = 500
  /// The fonts used last; a page has two, for the titles and for the details below them.
  private static var fonts: [FontSizes] = []
  private static let mostFonts = 4

  /// The sizes for a widget's current font.
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

  /// The width of this many average letters, in pixels.
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

  /// - Parameter units: a length in Pango units.
  private static func pixels(_ units: Int32) -> Int32 { (units + PANGO_SCALE - 1) / PANGO_SCALE }
}

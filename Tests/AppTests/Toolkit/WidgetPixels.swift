import CGtk

@testable import Platform
@testable import Toolkit

/// What a widget in a window looks like.
@MainActor
struct WidgetPixels {
  struct Color: Equatable {
    let red, green, blue, alpha: UInt8
  }

  let width: Int
  let height: Int
  private var bytes: [UInt8]

  init(of widget: Widget) {
    (width, height) = (Int(gtk_widget_get_width(widget)), Int(gtk_widget_get_height(widget)))
    bytes = [UInt8](repeating: 0, count: width * height * 4)
    let paintable = ObjectReference(adopting: gtk_widget_paintable_new(widget))
    let snapshot = gtk_snapshot_new()
    gdk_paintable_snapshot(paintable.pointer, snapshot, Double(width), Double(height))
    guard let node = gtk_snapshot_free_to_node(snapshot) else { return }
    defer { gsk_render_node_unref(node) }
    var area = graphene_rect_t()
    graphene_rect_init(&area, 0, 0, Float(width), Float(height))
    let renderer = gtk_native_get_renderer(gtk_widget_get_native(widget))
    let texture = ObjectReference(adopting: gsk_renderer_render_texture(renderer, node, &area))
    gdk_texture_download(texture.pointer, &bytes, gsize(width) * 4)
  }

  /// The colour of a pixel, multiplied by its alpha.
  func color(_ x: Int, _ y: Int) -> Color {
    let first = (y * width + x) * 4
    return Color(
      red: bytes[first + 2], green: bytes[first + 1], blue: bytes[first], alpha: bytes[first + 3])
  }
}

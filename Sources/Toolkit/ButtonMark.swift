import CGtk
import Platform

/// A mark drawn in the middle of a button. It is rendered to a picture once for each colour, which all buttons with the
/// mark share.
///
/// All rows of a list of to-dos have the same marks, and all visible rows are drawn again while the list scrolls. GTK
/// would compute the pixels of a symbolic icon or of a gradient each time.
@MainActor
package struct ButtonMark {
  /// Draws the mark into a `GtkSnapshot`, in a colour. The last parameter is the scale factor from logical pixels to
  /// pixels of the screen.
  private typealias Drawing = @MainActor (OpaquePointer, GdkRGBA, Int32) -> Void

  private let name: String
  /// The width and height in logical pixels.
  private let size: Int32
  private let draw: Drawing

  private init(name: String, size: Int32, draw: @escaping Drawing) {
    self.name = name
    self.size = size
    self.draw = draw
  }

  /// A ring.
  /// - Parameters:
  ///   - diameter: the outer diameter in logical pixels.
  ///   - width: the width of the line.
  package static func ring(diameter: Int32, width: Float) -> ButtonMark {
    // One more pixel on each side for the soft edge.
    let size = diameter + 2
    return ButtonMark(name: "ring \(diameter) \(width)", size: size) { snapshot, color, _ in
      let (centre, radius) = (Float(size) / 2, Float(diameter) / 2)
      var bounds = graphene_rect_t(
        origin: graphene_point_t(), size: graphene_size_t(width: 2 * centre, height: 2 * centre))
      var middle = graphene_point_t(x: centre, y: centre)
      var clear = color
      clear.alpha = 0
      // Each edge is a gradient one pixel wide, half of it outside.
      let stops = [(-0.5 - width, clear), (0.5 - width, color), (-0.5, color), (0.5, clear)]
        .map { GskColorStop(offset: (radius + $0.0) / centre, color: $0.1) }
      gtk_snapshot_append_radial_gradient(
        snapshot, &bounds, &middle, centre, centre, 0, 1, stops, gsize(stops.count))
    }
  }

  /// A symbolic icon of the theme.
  /// - Parameter size: in logical pixels.
  package static func icon(_ name: String, size: Int32) -> ButtonMark {
    ButtonMark(name: "icon \(name)", size: size) { snapshot, color, scale in
      guard let display = gdk_display_get_default() else { return }
      let icon = ObjectReference(
        adopting: opaque(
          gtk_icon_theme_lookup_icon(
            gtk_icon_theme_get_for_display(display), name, nil, size, scale,
            GTK_TEXT_DIR_LTR, GtkIconLookupFlags(rawValue: 0))))
      let colors = [GdkRGBA](repeating: color, count: 4)
      gtk_symbolic_paintable_snapshot_symbolic(
        icon.pointer, snapshot, Double(size), Double(size), colors, gsize(colors.count))
    }
  }

  /// Draws the mark in the middle of a widget, in the widget's colour.
  fileprivate func snapshot(_ widget: Widget, into snapshot: OpaquePointer) {
    guard let picture = picture(for: widget) else { return }
    let (width, height) = (gtk_widget_get_width(widget), gtk_widget_get_height(widget))
    // At integer coordinates, because otherwise each pixel would be blended from four.
    var place = graphene_point_t(x: Float((width - size) / 2), y: Float((height - size) / 2))
    gtk_snapshot_save(snapshot)
    gtk_snapshot_translate(snapshot, &place)
    gtk_snapshot_append_node(snapshot, picture.node)
    gtk_snapshot_restore(snapshot)
  }

  // MARK: Rendered pictures

  private struct Key: Hashable {
    let name: String
    let color: [Float]
    let scale: Int32
  }

  /// A `GskRenderNode`.
  private final class Picture {
    let node: OpaquePointer

    /// - Parameter node: "transfer full".
    init(adopting node: OpaquePointer) { self.node = node }

    deinit { gsk_render_node_unref(node) }
  }

  /// More than a theme, its dark variant and the colours of lists need. If there are more, for example because of
  /// several scale factors, the cache is emptied.
  private static let mostPictures = 100
  private static var pictures: [Key: Picture] = [:]
  private static var watchedTheme: OpaquePointer?

  private func picture(for widget: Widget) -> Picture? {
    var color = GdkRGBA()
    gtk_style_context_get_color(gtk_widget_get_style_context(widget), &color)
    let scale = gtk_widget_get_scale_factor(widget)
    let key = Key(
      name: name, color: [color.red, color.green, color.blue, color.alpha], scale: scale)
    if let known = Self.pictures[key] { return known }
    Self.watchTheme(of: widget)
    guard let native = gtk_widget_get_native(widget),
      let renderer = gtk_native_get_renderer(native)
    else { return nil }
    let snapshot: OpaquePointer = gtk_snapshot_new()
    gtk_snapshot_scale(snapshot, Float(scale), Float(scale))
    draw(snapshot, color, scale)
    guard let drawn = gtk_snapshot_free_to_node(snapshot) else { return nil }
    defer { gsk_render_node_unref(drawn) }
    let pixels = Float(size * scale)
    var viewport = graphene_rect_t(
      origin: graphene_point_t(), size: graphene_size_t(width: pixels, height: pixels))
    guard let texture = gsk_renderer_render_texture(renderer, drawn, &viewport) else { return nil }
    defer { g_object_unref(texture.rawPointer) }
    guard let node = optimist_texture_node(renderer, texture, Float(size)) else { return nil }
    let made = Picture(adopting: node)
    if Self.pictures.count >= Self.mostPictures { Self.pictures = [:] }
    Self.pictures[key] = made
    return made
  }

  private static func watchTheme(of widget: Widget) {
    guard let theme = gtk_icon_theme_get_for_display(gtk_widget_get_display(widget)),
      theme != watchedTheme
    else { return }
    watchedTheme = theme
    connect(theme, "changed") { _ in pictures = [:] }
  }
}

/// Buttons that draw a mark in their middle.
@MainActor
package enum MarkedButton {
  private static let key = "optimist-button-mark"
  private static let checkType = register("OptimistMarkedCheckButton", gtk_check_button_get_type())
  private static let toggleType = register(
    "OptimistMarkedToggleButton", gtk_toggle_button_get_type())

  /// Makes a check button without a label.
  /// - Parameter empty: the mark drawn while the theme draws none: the button is neither checked, inconsistent nor
  ///   pressed.
  package static func makeCheck(empty: ButtonMark) -> Widget {
    make(checkType) { state in
      let filled =
        GTK_STATE_FLAG_CHECKED.rawValue | GTK_STATE_FLAG_INCONSISTENT.rawValue
        | GTK_STATE_FLAG_ACTIVE.rawValue
      return state.rawValue & filled == 0 ? empty : nil
    }
  }

  package static func makeToggle(off: ButtonMark, on: ButtonMark) -> Widget {
    make(toggleType) { $0.rawValue & GTK_STATE_FLAG_CHECKED.rawValue == 0 ? off : on }
  }

  private static func make(
    _ type: GType, _ mark: @escaping @MainActor (GtkStateFlags) -> ButtonMark?
  ) -> Widget {
    let button: Widget = cast(opaque(g_object_new_with_properties(type, 0, nil, nil)))
    attach(Marks(mark), to: button, key: key)
    return button
  }

  /// Chooses a button's mark for its state.
  private final class Marks {
    let mark: @MainActor (GtkStateFlags) -> ButtonMark?

    init(_ mark: @escaping @MainActor (GtkStateFlags) -> ButtonMark?) { self.mark = mark }
  }

  private static func register(_ name: String, _ parent: GType) -> GType {
    var query = GTypeQuery()
    g_type_query(parent, &query)
    return g_type_register_static_simple(
      parent, name, query.class_size,
      { classPointer, _ in
        classPointer?.assumingMemoryBound(to: GtkWidgetClass.self).pointee.snapshot = snapshotMarked
      }, query.instance_size, nil, GTypeFlags(rawValue: 0))
  }

  fileprivate static func snapshot(_ button: Widget, into snapshot: OpaquePointer) {
    let marks: Marks? = attached(to: button, key: key)
    marks?.mark(gtk_widget_get_state_flags(button))?.snapshot(button, into: snapshot)
  }
}

private let snapshotMarked:
  @convention(c) (UnsafeMutablePointer<GtkWidget>?, OpaquePointer?) -> Void = { button, snapshot in
    guard let button, let snapshot else { return }
    // The two types have no subclasses, so the parent of the button's class is GTK's class.
    let parent = g_type_class_peek_parent(
      button.pointee.parent_instance.g_type_instance.g_class.map(UnsafeMutableRawPointer.init))
    parent?.assumingMemoryBound(to: GtkWidgetClass.self).pointee.snapshot?(button, snapshot)
    nonisolated(unsafe) let (unsafeButton, unsafeSnapshot) = (button, snapshot)
    MainActor.assumeIsolated {
      MarkedButton.snapshot(unsafeButton, into: unsafeSnapshot)
    }
  }

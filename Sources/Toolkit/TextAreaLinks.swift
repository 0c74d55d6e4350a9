import CGtk
import Platform

/// The links in a text that is being edited. They are underlined, and open on a click, or on Ctrl+Enter with the cursor
/// in one.
@MainActor
final class TextAreaLinks {
  /// Called with an address that could not be opened, and the reason.
  var onFailure: (@MainActor (_ address: String, _ reason: String) -> Void)?

  private let view: WeakReference
  private let buffer: UnsafeMutablePointer<GtkTextBuffer>
  private let tag: UnsafeMutablePointer<GtkTextTag>
  private var links: [TextLinks.Link] = []

  init(in view: Widget) {
    self.view = WeakReference(view)
    // Both references are valid as long as the view.
    buffer = gtk_text_view_get_buffer(cast(view))
    tag = gtk_text_tag_new("link")
    gtk_text_tag_table_add(gtk_text_buffer_get_tag_table(buffer), tag)
    g_object_unref(UnsafeMutableRawPointer(tag))
    var underline = GValue()
    g_value_init(&underline, pango_underline_get_type())
    g_value_set_enum(&underline, gint(PANGO_UNDERLINE_SINGLE.rawValue))
    g_object_set_property(cast(tag), "underline", &underline)
    g_value_unset(&underline)
    watchPointer(over: view)
  }

  /// Finds the links again, and underlines them.
  func mark() {
    var (start, end) = (GtkTextIter(), GtkTextIter())
    gtk_text_buffer_get_bounds(buffer, &start, &end)
    gtk_text_buffer_remove_tag(buffer, tag, &start, &end)
    links = TextLinks.find(in: TextUndo.text(ofBuffer: opaque(buffer)))
    for link in links {
      gtk_text_buffer_get_iter_at_offset(buffer, &start, gint(link.range.lowerBound))
      gtk_text_buffer_get_iter_at_offset(buffer, &end, gint(link.range.upperBound))
      gtk_text_buffer_apply_tag(buffer, tag, &start, &end)
    }
  }

  /// Opens the link at an offset, counted in Unicode scalars.
  /// - Returns: whether there is a link.
  func open(at offset: Int) -> Bool {
    guard
      let link = links.first(where: { $0.range.contains(offset) || $0.range.upperBound == offset })
    else { return false }
    open(link.address)
    return true
  }

  private func watchPointer(over view: Widget) {
    let click = opaque(gtk_gesture_click_new())
    connect(click, "released") { [weak self] arguments in
      guard let self, arguments.int(0) == 1, gtk_text_buffer_get_has_selection(buffer) == 0,
        let link = link(atX: arguments.double(1), y: arguments.double(2))
      else { return }
      open(link.address)
    }
    gtk_widget_add_controller(view, click)
    let motion = opaque(gtk_event_controller_motion_new())
    connect(motion, "motion") { [weak self] arguments in
      guard let self, let view = self.view.pointer else { return }
      let isLink = link(atX: arguments.double(0), y: arguments.double(1)) != nil
      gtk_widget_set_cursor_from_name(cast(view), isLink ? "pointer" : "text")
    }
    gtk_widget_add_controller(view, motion)
  }

  private func link(atX x: Double, y: Double) -> TextLinks.Link? {
    guard let pointer = view.pointer else { return nil }
    let view: UnsafeMutablePointer<GtkTextView> = cast(pointer)
    var (bufferX, bufferY): (gint, gint) = (0, 0)
    gtk_text_view_window_to_buffer_coords(
      view, GTK_TEXT_WINDOW_WIDGET, gint(x), gint(y), &bufferX, &bufferY)
    var place = GtkTextIter()
    guard gtk_text_view_get_iter_at_location(view, &place, bufferX, bufferY) != 0 else {
      return nil
    }
    let offset = Int(gtk_text_iter_get_offset(&place))
    return links.first { $0.range.contains(offset) }
  }

  private func open(_ address: String) {
    guard let view = view.pointer else { return }
    ExternalLink.open(address, over: cast(view)) { [weak self] in self?.onFailure?($0, $1) }
  }
}

import CGtk
import Platform

/// Undoing of typing in the focused text field, which has precedence over undoing commands.
@MainActor
package enum TextUndo {
  package enum Direction: String {
    case undo, redo

    /// The keys, in the syntax of `gtk_shortcut_trigger_parse_string`.
    package var keys: [String] {
      switch self {
      case .undo: ["<Control>z"]
      case .redo: ["<Control><Shift>z", "<Control>y"]
      }
    }
  }

  /// Undoes or redoes typing in the focused text field. If there is nothing left to undo or redo, the field's history
  /// is cleared, so that the key applies to commands, and so does the key for the opposite direction.
  /// - Returns: whether a text was changed.
  package static func run(_ direction: Direction, in window: some ObjectPointer) -> Bool {
    guard let focus = gtk_window_get_focus(cast(window)) else { return false }
    guard let before = text(of: focus) else { return false }
    gtk_widget_activate_action_variant(focus, "text." + direction.rawValue, nil)
    if text(of: focus) != before { return true }
    if isEntry(focus) { forget(focus) }
    return false
  }

  /// Clears the undo history of an entry.
  package static func forget(_ entry: Widget) {
    gtk_editable_set_enable_undo(opaque(entry), 0)
    gtk_editable_set_enable_undo(opaque(entry), 1)
  }

  private static func isEntry(_ widget: Widget) -> Bool {
    g_type_check_instance_is_a(cast(widget), gtk_text_get_type()) != 0
  }

  private static func text(of widget: Widget) -> String? {
    if isEntry(widget) {
      return String(cString: gtk_editable_get_text(opaque(widget)))
    }
    guard g_type_check_instance_is_a(cast(widget), gtk_text_view_get_type()) != 0 else {
      return nil
    }
    return text(ofBuffer: opaque(gtk_text_view_get_buffer(cast(widget))))
  }

  /// The whole text of a `GtkTextBuffer`.
  static func text(ofBuffer buffer: OpaquePointer) -> String {
    var (start, end) = (GtkTextIter(), GtkTextIter())
    gtk_text_buffer_get_bounds(cast(buffer), &start, &end)
    guard let bytes = gtk_text_buffer_get_text(cast(buffer), &start, &end, 1) else { return "" }
    defer { g_free(bytes) }
    return String(cString: bytes)
  }
}

import CGtk
import Platform

/// A multi-line text field within a scrolling page; it is as high as its text.
///
/// Must be kept alive as long as its widget; `attach` does that.
@MainActor
package final class TextArea {
  package let widget: Widget

  /// Called with the text whenever the user has changed it.
  package var onType: (@MainActor (String) -> Void)?
  /// Runs when the focus has left the field.
  package var onLeave: (@MainActor () -> Void)?
  /// Runs once for Enter, however long it is held down; with nil, Enter inserts a line break.
  package var onEnter: (@MainActor () -> Void)?
  /// Called with an address that could not be opened, and the reason.
  package var onLinkFailure: (@MainActor (_ address: String, _ reason: String) -> Void)? {
    didSet { links?.onFailure = onLinkFailure }
  }

  private let bufferReference: ObjectReference
  private var buffer: OpaquePointer { bufferReference.pointer }
  private var links: TextAreaLinks?
  private let composition: Composition
  private var keys: OpaquePointer?
  private var isSetting = false

  /// - Parameters:
  ///   - name: the accessible name.
  ///   - hasLinks: whether web and mail addresses in the text can be opened.
  package init(named name: String, hasLinks: Bool = false) {
    bufferReference = ObjectReference(adopting: opaque(gtk_text_buffer_new(nil)))
    widget = gtk_text_view_new_with_buffer(cast(bufferReference.pointer))
    gtk_text_view_set_wrap_mode(cast(widget), GTK_WRAP_WORD_CHAR)
    gtk_text_view_set_accepts_tab(cast(widget), 0)
    composition = Composition(in: widget)
    Accessibility.setLabel(name, on: widget)
    if hasLinks { links = TextAreaLinks(in: widget) }
    connectSignals()
  }

  /// The current text.
  package var text: String { TextUndo.text(ofBuffer: buffer) }

  /// Shows a text. If it is shown already, nothing changes; otherwise the cursor stays at its position as far as
  /// possible.
  package func show(_ new: String) {
    guard text != new.shown else { return }
    isSetting = true
    let place = cursor
    gtk_text_buffer_set_text(cast(buffer), new, -1)
    moveCursor(to: place)
    links?.mark()
    forgetTyping()
    isSetting = false
    measureAgain()
  }

  /// Sets whether the text can be changed. A read-only text can still be selected and copied.
  package func setEditable(_ isEditable: Bool) {
    gtk_text_view_set_editable(cast(widget), isEditable.gboolean)
    gtk_text_view_set_cursor_visible(cast(widget), isEditable.gboolean)
  }

  /// Clears the undo history of the field.
  package func forgetTyping() {
    gtk_text_buffer_set_enable_undo(cast(buffer), 0)
    gtk_text_buffer_set_enable_undo(cast(buffer), 1)
  }

  /// Puts the focus into the field, with the cursor at the end.
  package func grabFocus() {
    moveCursor(to: Int(gtk_text_buffer_get_char_count(cast(buffer))))
    gtk_widget_grab_focus(widget)
  }

  /// Types keys that were pressed before the field was there. Those that type nothing are left out, except Backspace;
  /// Enter is the last one.
  package func type(_ keys: [HeldKey]) {
    for held in keys {
      if gtk_text_view_im_context_filter_keypress(cast(widget), held.event) != 0 { continue }
      if held.key == GDK_KEY_BackSpace { removeLast() }
      let modifiers = KeyModifiers(state: gdk_event_get_modifier_state(held.event).rawValue)
      guard KeyboardController.isEnter(held.key), modifiers.isEmpty, let onEnter else { continue }
      return onEnter()
    }
  }

  private func removeLast() {
    var place = GtkTextIter()
    gtk_text_buffer_get_iter_at_mark(
      cast(buffer), &place, gtk_text_buffer_get_insert(cast(buffer)))
    gtk_text_buffer_backspace(cast(buffer), &place, 1, 1)
  }

  /// Measures the field again after a frame. GTK knows the height of a new text only after laying it out in its width.
  private func measureAgain() {
    FirstFrame.run(in: widget) { [weak self] in
      if let self { gtk_widget_queue_resize(widget) }
    }
  }

  private var cursor: Int {
    var place = GtkTextIter()
    gtk_text_buffer_get_iter_at_mark(
      cast(buffer), &place, gtk_text_buffer_get_insert(cast(buffer)))
    return Int(gtk_text_iter_get_offset(&place))
  }

  private func moveCursor(to offset: Int) {
    var place = GtkTextIter()
    gtk_text_buffer_get_iter_at_offset(cast(buffer), &place, gint(offset))
    gtk_text_buffer_place_cursor(cast(buffer), &place)
  }

  /// Passes the pressed key to the input method if it is composing something.
  /// - Returns: whether the input method has consumed the key. Some accept the composition but leave the key to the
  ///   text.
  private func takesAsComposed() -> Bool {
    guard composition.isGoingOn, let keys, let event = gtk_event_controller_get_current_event(keys)
    else { return false }
    return gtk_text_view_im_context_filter_keypress(cast(widget), event) != 0
  }

  private func connectSignals() {
    connect(buffer, "changed") { [weak self] _ in
      guard let self, !isSetting else { return }
      links?.mark()
      onType?(text)
    }
    let focus = opaque(gtk_event_controller_focus_new())
    connect(focus, "leave") { [weak self] _ in self?.onLeave?() }
    gtk_widget_add_controller(widget, focus)
    keys = KeyboardController.onKeyPressed(widget, phase: GTK_PHASE_CAPTURE) {
      [weak self] key, modifiers in
      guard let self, KeyboardController.isEnter(key) else { return false }
      if takesAsComposed() { return true }
      if modifiers == .control {
        _ = links?.open(at: cursor)
        // Ctrl+Enter inserts no line break even where there is no link.
        return true
      }
      guard let onEnter, modifiers.isEmpty else { return false }
      // An Enter that led to this field and is still down does not lead away from it.
      if !KeyRepeat.keyboard.press(key) { onEnter() }
      return true
    }
  }
}

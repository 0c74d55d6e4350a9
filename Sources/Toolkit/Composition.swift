import CGtk
import Platform

/// Tells whether an input method is composing characters in a text. While it does, Enter, Escape and the arrow keys
/// belong to it: they accept, discard and choose what is composed. A key handler that runs before the text must check
/// this.
///
/// Lives as long as the object that owns it.
@MainActor
package final class Composition {
  package private(set) var isGoingOn = false

  /// - Parameter text: a `GtkTextView`, or a `GtkText`, such as the delegate of an entry.
  package init(in text: some ObjectPointer) {
    connect(text, "preedit-changed") { [weak self] arguments in
      self?.isGoingOn = arguments.string(0)?.isEmpty == false
    }
  }

  /// - Parameter entry: a `GtkEntry` or another editable whose delegate is a `GtkText`.
  package convenience init?(inEntry entry: Widget) {
    guard let text = gtk_editable_get_delegate(opaque(entry)) else { return nil }
    self.init(in: text)
  }
}

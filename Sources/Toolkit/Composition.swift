import CGtk
import Platform

/// Whether an input method composes letters in a text. Until it is done, Enter, Escape and the arrow keys are its own: they
/// take, drop and choose what is composed. A handler of keys that runs before the text asks this.
///
/// Lives as long as whoever asks.
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

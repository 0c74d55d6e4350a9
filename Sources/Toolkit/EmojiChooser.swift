import CGtk
import Platform

/// GTK's popover with all emoji and a search.
@MainActor
package enum EmojiChooser {
  /// Shows the popover; it is freed when it closes.
  /// - Parameters:
  ///   - button: the widget to which it points.
  ///   - onPick: called with the chosen emoji.
  package static func show(over button: Widget, onPick: @escaping @MainActor (String) -> Void) {
    let chooser: Widget = gtk_emoji_chooser_new()
    gtk_widget_set_parent(chooser, button)
    connect(chooser, "emoji-picked") { arguments in
      if let emoji = arguments.string(0) { onPick(emoji) }
    }
    Popover.unparentWhenClosed(chooser)
    gtk_popover_popup(cast(chooser))
  }
}

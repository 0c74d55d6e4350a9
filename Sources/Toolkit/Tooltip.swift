import Basics
import CGtk
import Platform

/// Tooltips that need no request to the display server.
///
/// Each time `gtk_widget_set_tooltip_text` is called on a visible widget, it requests the pointer's position from the
/// display server and waits for the answer, even for a widget that is in no window yet. That is four round trips for
/// every button of a new window, and too slow for rows that are reused all the time.
@MainActor
package enum Tooltip {
  /// Sets a constant text, which also becomes the widget's accessible description.
  /// - Parameter text: nil for no tooltip.
  static func set(_ text: String?, on widget: Widget) {
    guard text != gtk_widget_get_tooltip_text(widget).map({ String(cString: $0) }) else { return }
    let isMade = gtk_widget_get_root(widget) == nil && gtk_widget_get_visible(widget) != 0
    if isMade { gtk_widget_set_visible(widget, 0) }
    CGtk.gtk_widget_set_tooltip_text(widget, text)
    if isMade { gtk_widget_set_visible(widget, 1) }
  }

  /// Creates the tooltip's text on demand.
  /// - Parameter text: nil for no tooltip. The closure lives as long as the widget, so capture its owner
  ///   weakly.
  package static func set(on widget: Widget, _ text: @escaping @MainActor () -> String?) {
    gtk_widget_set_has_tooltip(widget, 1)
    connectReturningBool(widget, "query-tooltip") { arguments in
      guard let text = text(), let tooltip = arguments.object(3) else { return false }
      gtk_tooltip_set_text(tooltip, text)
      return true
    }
  }
}

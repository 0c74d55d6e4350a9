import Basics
import CGtk
import Platform

/// Tooltips whose text is created on demand.
///
/// `gtk_widget_set_tooltip_text` asks the display for the pointer's position and waits for the answer, each
/// time it is called on a visible widget. That is too slow for rows that are reused all the time.
@MainActor
package enum Tooltip {
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

import Basics
import CGtk
import Platform

/// Tooltips whose text is made when somebody asks for it.
///
/// `gtk_widget_set_tooltip_text` asks the display where the pointer is and waits for the answer, each
/// time it is called on a widget that is shown: rows that are filled again and again cannot afford it.
@MainActor
package enum Tooltip {
  /// - Parameter text: nil shows no tooltip. Lives as long as the widget: capture its owner weakly.
  package static func set(on widget: Widget, _ text: @escaping @MainActor () -> String?) {
    gtk_widget_set_has_tooltip(widget, 1)
    connectReturningBool(widget, "query-tooltip") { arguments in
      guard let text = text(), let tooltip = arguments.object(3) else { return false }
      gtk_tooltip_set_text(tooltip, text)
      return true
    }
  }
}

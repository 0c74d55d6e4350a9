import CAdwaita
import CGtk
import Platform

/// A page with a header bar, optional further bars below it and at the bottom, and the content between them:
/// an `AdwToolbarView` if libadwaita has it (1.4), otherwise a box.
@MainActor
package struct ToolbarPage {
  package let widget: Widget

  /// - Parameter header: the header bar.
  package init(header: Widget) {
    guard let made = optimist_page_new() else {
      preconditionFailure("constructors never return nil")
    }
    widget = made
    addTop(header)
  }

  /// Adds a bar below the header bar and the bars already there.
  package func addTop(_ bar: Widget) {
    optimist_page_add_top(widget, bar)
  }

  /// Puts the content below the top bars; it takes the remaining height.
  package func setContent(_ content: Widget) {
    gtk_widget_set_vexpand(content, true.gboolean)
    optimist_page_set_content(widget, content)
  }

  /// Adds a bar below the content, which must be set already.
  package func addBottom(_ bar: Widget) {
    optimist_page_add_bottom(widget, bar)
  }
}

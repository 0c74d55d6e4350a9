import CGtk
import Platform

/// The details of an error that only a server's administrator needs, collapsed below the general message.
@MainActor
package final class DetailsExpander {
  /// The `GtkExpander`.
  package let widget: Widget
  private let label: Widget
  private var shown: String?

  /// - Parameter details: as in ``show(_:)``.
  package init(_ details: String? = nil) {
    widget = gtk_expander_new_with_mnemonic(tr("D_etails"))
    label = wrappingLabel(details)
    shown = details
    gtk_label_set_selectable(opaque(label), 1)
    gtk_expander_set_child(opaque(widget), label)
    Accessibility.setLabel(tr("Details"), on: widget)
    gtk_widget_set_visible(widget, (details != nil).gboolean)
  }

  /// Shows other details, collapsed again.
  /// - Parameter details: nil hides the expander.
  package func show(_ details: String?) {
    guard details != shown else { return }
    shown = details
    gtk_expander_set_expanded(opaque(widget), 0)
    gtk_label_set_text(opaque(label), details ?? "")
    gtk_widget_set_visible(widget, (details != nil).gboolean)
  }
}

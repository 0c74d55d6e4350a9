import CGtk
import Platform
import Toolkit

/// The line that shows the progress of signing in, or what went wrong.
@MainActor
final class SignInNoteView {
  let widget: Widget
  private let spinner: Widget
  private let label: Widget
  private let details = DetailsExpander()
  private var shown = ""

  init() {
    widget =
      optimist_box_new_with_role(GTK_ORIENTATION_HORIZONTAL, 9, GTK_ACCESSIBLE_ROLE_ALERT)
      ?? gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 9)
    spinner = gtk_spinner_new()
    label = gtk_label_new(nil)
    gtk_label_set_wrap(opaque(label), 1)
    gtk_label_set_xalign(opaque(label), 0)
    gtk_widget_set_hexpand(label, 1)
    let texts: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6)
    for child in [label, details.widget] { gtk_box_append(cast(texts), child) }
    for child in [spinner, texts] { gtk_box_append(cast(widget), child) }
  }

  /// - Parameters:
  ///   - text: an empty text hides the line.
  ///   - details: the server's own message, for its administrator.
  func show(_ text: String, details: String?, isBusy: Bool, isProblem: Bool) {
    gtk_label_set_text(opaque(label), text)
    self.details.show(details)
    if isProblem {
      gtk_widget_add_css_class(label, "error")
    } else {
      gtk_widget_remove_css_class(label, "error")
    }
    gtk_widget_set_visible(spinner, isBusy.gboolean)
    gtk_spinner_set_spinning(opaque(spinner), isBusy.gboolean)
    gtk_widget_set_visible(widget, (!text.isEmpty).gboolean)
    if !text.isEmpty, text != shown {
      Accessibility.announce(text, on: label, isUrgent: isProblem)
    }
    shown = text
  }
}

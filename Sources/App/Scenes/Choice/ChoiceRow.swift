import CGtk
import Core
import Platform
import Toolkit

/// The row of an item that can be chosen.
@MainActor
final class ChoiceRow: RowWidget {
  let widget: Widget
  private let name: Widget
  private let place: Widget

  init() {
    widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12)
    (name, place) = (gtk_label_new(nil), gtk_label_new(nil))
    setMargins(widget, top: 9, bottom: 9)
    for label in [name, place] {
      gtk_label_set_xalign(opaque(label), 0)
      gtk_label_set_ellipsize(opaque(label), PANGO_ELLIPSIZE_END)
      gtk_box_append(cast(widget), label)
    }
    gtk_widget_set_hexpand(name, 1)
    for style in ["dim-label", "caption"] { gtk_widget_add_css_class(place, style) }
  }

  func show(_ choice: Choice) {
    gtk_label_set_text(opaque(name), choice.name)
    gtk_label_set_text(opaque(place), choice.place)
  }
}

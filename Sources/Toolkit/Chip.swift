import CGtk
import Platform

/// Makes a button that shows a text followed by a cross, for removing what the text stands for.
/// - Parameter width: the maximum width of the text, in characters.
@MainActor
package func makeChip(_ text: String, width: Int) -> Widget {
  let content: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)
  let label: Widget = gtk_label_new(text)
  // What tells things of one name apart is at the end.
  gtk_label_set_ellipsize(opaque(label), PANGO_ELLIPSIZE_MIDDLE)
  gtk_label_set_max_width_chars(opaque(label), gint(width))
  gtk_box_append(cast(content), label)
  let cross: Widget = gtk_image_new_from_icon_name("window-close-symbolic")
  Accessibility.markDecorative(cross)
  gtk_box_append(cast(content), cross)
  let chip: Widget = gtk_button_new()
  gtk_button_set_child(cast(chip), content)
  gtk_widget_add_css_class(chip, "chip")
  return chip
}

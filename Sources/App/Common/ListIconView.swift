import Basics
import CGtk
import Core
import Platform
import Toolkit

/// The icon before the name of a list: its emoji, a dot in its colour, or the default icon.
///
/// It is decorative: a screen reader gets only the name.
@MainActor
final class ListIconView {
  let widget: Widget
  private let defaultIcon: String
  private var shown: ListAppearance?
  private var child: Widget?

  /// - Parameter icon: the default icon, for a list with neither emoji nor colour.
  init(icon: String) {
    defaultIcon = icon
    widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
    gtk_widget_add_css_class(widget, "list-icon")
    gtk_widget_set_valign(widget, GTK_ALIGN_CENTER)
    // The icon inside expands, but this box must not take room from the name.
    gtk_widget_set_hexpand(widget, 0)
    Accessibility.markDecorative(widget)
    show(ListAppearance())
  }

  func show(_ appearance: ListAppearance) {
    guard appearance != shown else { return }
    shown = appearance
    if let child { gtk_box_remove(cast(widget), child) }
    let made = Self.make(appearance, icon: defaultIcon)
    gtk_widget_set_halign(made, GTK_ALIGN_CENTER)
    gtk_widget_set_valign(made, GTK_ALIGN_CENTER)
    gtk_widget_set_hexpand(made, 1)
    Accessibility.markDecorative(made)
    gtk_box_append(cast(widget), made)
    child = made
  }

  private static func make(_ appearance: ListAppearance, icon: String) -> Widget {
    if let emoji = appearance.emoji {
      let label: Widget = gtk_label_new(nil)
      gtk_label_set_text(opaque(label), emoji)
      return label
    }
    guard let colour = appearance.colour else { return gtk_image_new_from_icon_name(icon) }
    let dot: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
    for style in ["list-dot", colour.styleClass] { gtk_widget_add_css_class(dot, style) }
    return dot
  }
}

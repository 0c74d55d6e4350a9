import Basics
import CAdwaita
import CGtk
import Platform

/// A status bar above the content.
///
/// An `AdwBanner` if libadwaita has it (1.3), otherwise a revealer that looks like one. Must be kept alive as
/// long as its widget; `attach` does that.
@MainActor
package final class Banner {
  package let widget: Widget
  private let fallback: Fallback?
  private let isUrgent: Bool
  private var text: String?
  private var onButton: (@MainActor () -> Void)?

  /// - Parameter isUrgent: whether screen readers interrupt their speech to read it.
  package init(isUrgent: Bool = false) {
    let role = isUrgent ? GTK_ACCESSIBLE_ROLE_ALERT : GTK_ACCESSIBLE_ROLE_STATUS
    let banner = optimist_banner_new(role)
    fallback = banner == nil ? Fallback(role: role) : nil
    guard let widget = banner ?? fallback?.revealer else {
      preconditionFailure("constructors never return nil")
    }
    self.widget = widget
    self.isUrgent = isUrgent
    connect(fallback?.button ?? widget, fallback == nil ? "button-clicked" : "clicked") {
      [weak self] _ in self?.onButton?()
    }
  }

  /// Shows a text; nil hides the banner.
  /// - Parameters:
  ///   - text: plain text.
  ///   - button: the label of a button, with `_` before the mnemonic letter; nil for no button.
  ///   - onButton: called when the button is pressed.
  package func setText(
    _ text: String?, button: String? = nil, onButton: (@MainActor () -> Void)? = nil
  ) {
    self.onButton = onButton
    if let fallback {
      fallback.set(text, button: button)
    } else {
      // A banner that is closing keeps its text until it has disappeared.
      if let text { Accessibility.setLabel(text, on: widget) }
      optimist_banner_set(widget, text ?? self.text ?? "", button, (text != nil).gboolean)
    }
    if let text, text != self.text { Accessibility.announce(text, on: widget, isUrgent: isUrgent) }
    self.text = text
  }
}

/// The banner for libadwaita before 1.3.
@MainActor
private final class Fallback {
  let revealer: Widget = gtk_revealer_new()
  let button: Widget = gtk_button_new()
  private let box: Widget
  private let label: Widget = gtk_label_new(nil)

  init(role: GtkAccessibleRole) {
    box = optimist_box_new_with_role(GTK_ORIENTATION_HORIZONTAL, 6, role)
    gtk_widget_add_css_class(box, "banner")
    gtk_widget_add_css_class(box, "toolbar")
    gtk_label_set_wrap(opaque(label), true.gboolean)
    gtk_widget_set_hexpand(label, true.gboolean)
    gtk_button_set_use_underline(cast(button), true.gboolean)
    gtk_widget_set_visible(button, false.gboolean)
    gtk_widget_set_valign(button, GTK_ALIGN_CENTER)
    gtk_box_append(cast(box), label)
    gtk_box_append(cast(box), button)
    gtk_revealer_set_child(opaque(revealer), box)
  }

  func set(_ text: String?, button title: String?) {
    if let text {
      gtk_label_set_text(opaque(label), text)
      Accessibility.setLabel(text, on: box)
      gtk_widget_set_visible(button, (title != nil).gboolean)
      gtk_button_set_label(cast(button), title ?? "")
    }
    gtk_revealer_set_reveal_child(opaque(revealer), (text != nil).gboolean)
  }
}

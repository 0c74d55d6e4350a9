import CGtk
import Platform
import Toolkit

/// The recognised parts of a new to-do: tinted in the entry, and shown below it as chips that revert them to plain
/// text.
@MainActor
final class EntryChipsView {
  /// A revealer that slides open, so that the page does not jump.
  let widget: Widget
  private let presenter: any EntryPresenter
  private let entry: Widget
  private let chips: Widget
  private var shown: [EntryChip] = []
  /// The opacity of the tint, of 65535; text on it keeps its contrast.
  private static let alpha: guint16 = 0x4800

  init(presenter: any EntryPresenter, entry: Widget) {
    self.presenter = presenter
    self.entry = entry
    widget = gtk_revealer_new()
    chips = WrapBox.make()
    gtk_widget_set_margin_top(chips, 8)
    Accessibility.setLabel(tr("Understood"), on: chips)
    gtk_revealer_set_transition_type(opaque(widget), GTK_REVEALER_TRANSITION_TYPE_SLIDE_DOWN)
    gtk_revealer_set_child(opaque(widget), chips)
    // Hidden after closing, since screen readers would still find the chips.
    connect(widget, "notify::child-revealed") { [weak self] _ in
      guard let self, shown.isEmpty else { return }
      gtk_widget_set_visible(chips, 0)
    }
  }

  func render(_ parts: [EntryChip]) {
    tint(parts.map(\.range))
    // Without animations, GTK tells at once that the revealer has opened or closed.
    let (old, new) = (shown.map(\.text), parts.map(\.text))
    shown = parts
    if !parts.isEmpty { gtk_widget_set_visible(chips, 1) }
    gtk_revealer_set_reveal_child(opaque(widget), (!parts.isEmpty).gboolean)
    // While the revealer closes, the chips stay visible but disabled.
    gtk_widget_set_sensitive(chips, (!parts.isEmpty).gboolean)
    // Parts that only moved within the text keep their chips.
    guard !parts.isEmpty, old != new else { return }
    removeChildren(of: chips)
    for index in parts.indices { append(index) }
  }

  private func append(_ index: Int) {
    let text = shown[index].text
    let chip = makeChip(text, width: 32)
    // Translators: a button that makes something text again: “Due tomorrow 17:00, remove”
    Accessibility.setLabel(tr("%s, remove", text), on: chip)
    connect(chip, "clicked") { [weak self] _ in self?.remove(index) }
    KeyboardController.onKeyPressed(chip) { [weak self] key, modifiers in
      guard modifiers.isEmpty,
        [GDK_KEY_Delete, GDK_KEY_KP_Delete, GDK_KEY_BackSpace].contains(key)
      else { return key == GDK_KEY_Escape && self?.presenter.didPressEscape() == true }
      self?.remove(index)
      return true
    }
    gtk_box_append(cast(chips), chip)
  }

  private func remove(_ index: Int) {
    if shown.indices.contains(index) { presenter.didRemove(shown[index]) }
  }

  /// - Parameter ranges: in the UTF-8 of the text.
  private func tint(_ ranges: [Range<Int>]) {
    var color = GdkRGBA()
    let attributes = pango_attr_list_new()
    defer { pango_attr_list_unref(attributes) }
    if gtk_style_context_lookup_color(
      gtk_widget_get_style_context(entry), "accent_bg_color", &color) != 0
    {
      let (red, green, blue) = (part(color.red), part(color.green), part(color.blue))
      for range in ranges {
        for attribute in [
          pango_attr_background_new(red, green, blue), pango_attr_background_alpha_new(Self.alpha),
        ] {
          attribute?.pointee.start_index = guint(range.lowerBound)
          attribute?.pointee.end_index = guint(range.upperBound)
          pango_attr_list_insert(attributes, attribute)
        }
      }
    }
    if let text = gtk_editable_get_delegate(opaque(entry)) {
      gtk_text_set_attributes(cast(text), attributes)
    }
  }

  private func part(_ value: Float) -> guint16 { guint16(min(max(value, 0), 1) * 65535) }
}

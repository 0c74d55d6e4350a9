import Basics
import CAdwaita
import CGtk
import Core
import Platform
import Toolkit

/// The rows of the details with the tags of a to-do, and an entry for another one.
@MainActor
final class TagsRow {
  /// To be put one below the other.
  let rows: [Widget]
  private let chipsRow: Widget
  private let chips: Widget
  private let entry: Widget
  private var shown: [String] = []
  private let onRemove: @MainActor (ExactText) -> Void

  init(presenter: DetailsPresenter) {
    chipsRow = adw_preferences_row_new()
    chips = gtk_flow_box_new()
    entry = adw_entry_row_new()
    rows = [chipsRow, entry]
    onRemove = { [weak presenter] in presenter?.didRemoveTag($0) }
    gtk_flow_box_set_selection_mode(opaque(chips), GTK_SELECTION_NONE)
    gtk_flow_box_set_max_children_per_line(opaque(chips), 32)
    gtk_flow_box_set_column_spacing(opaque(chips), 6)
    gtk_flow_box_set_row_spacing(opaque(chips), 6)
    gtk_widget_set_halign(chips, GTK_ALIGN_START)
    setMargins(chips, 9)
    Accessibility.setLabel(tr("Tags"), on: chips)
    gtk_list_box_row_set_child(cast(chipsRow), chips)
    gtk_list_box_row_set_activatable(cast(chipsRow), 0)
    gtk_widget_set_focusable(chipsRow, 0)
    adw_preferences_row_set_title(cast(entry), tr("Add Tag"))
    connect(entry, "entry-activated") { [weak self, weak presenter] _ in
      self?.submit(to: presenter)
    }
    let focus = opaque(gtk_event_controller_focus_new())
    connect(focus, "leave") { [weak self, weak presenter] _ in self?.submit(to: presenter) }
    gtk_widget_add_controller(entry, focus)
  }

  func render(_ tags: Set<ExactText>, isReadOnly: Bool) {
    let texts = tags.map(\.text).sorted { $0.precedesExactly($1) }
    gtk_widget_set_visible(chipsRow, (!texts.isEmpty).gboolean)
    gtk_widget_set_visible(entry, (!isReadOnly).gboolean)
    gtk_widget_set_sensitive(chips, (!isReadOnly).gboolean)
    guard !texts.elementsEqual(shown, by: { $0.isExactly($1) }) else { return }
    let hadFocus = hasFocus(within: chips)
    shown = texts
    while let old = gtk_widget_get_first_child(chips) { gtk_flow_box_remove(opaque(chips), old) }
    for text in texts { append(text) }
    // The focus would be lost with its chip.
    if hadFocus { gtk_widget_grab_focus(entry) }
  }

  private func append(_ text: String) {
    let content: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)
    let label: Widget = gtk_label_new(text)
    gtk_label_set_ellipsize(opaque(label), PANGO_ELLIPSIZE_END)
    gtk_label_set_max_width_chars(opaque(label), 24)
    gtk_box_append(cast(content), label)
    let cross: Widget = gtk_image_new_from_icon_name("window-close-symbolic")
    Accessibility.markDecorative(cross)
    gtk_box_append(cast(content), cross)
    let chip: Widget = gtk_button_new()
    gtk_button_set_child(cast(chip), content)
    gtk_widget_add_css_class(chip, "chip")
    let name = tr("Remove Tag “%s”", text)
    gtk_widget_set_tooltip_text(chip, name)
    Accessibility.setLabel(name, on: chip)
    connect(chip, "clicked") { [weak self] _ in self?.onRemove(ExactText(text)) }
    let place: Widget = gtk_flow_box_child_new()
    gtk_widget_set_focusable(place, 0)
    gtk_flow_box_child_set_child(cast(place), chip)
    gtk_flow_box_insert(opaque(chips), place, -1)
  }

  private func submit(to presenter: DetailsPresenter?) {
    let text = String(cString: gtk_editable_get_text(opaque(entry)))
    guard !text.isEmpty else { return }
    gtk_editable_set_text(opaque(entry), "")
    presenter?.didAddTag(text)
  }
}

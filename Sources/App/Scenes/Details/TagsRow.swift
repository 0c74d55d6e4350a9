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
    chips = WrapBox.make()
    entry = adw_entry_row_new()
    rows = [chipsRow, entry]
    onRemove = { [weak presenter] in presenter?.didRemoveTag($0) }
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
    connect(focus, "enter") { [weak presenter] _ in presenter?.didBeginTag() }
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
    while let old = gtk_widget_get_first_child(chips) { gtk_box_remove(cast(chips), old) }
    for text in texts { append(text) }
    // The focus would be lost with its chip.
    if hadFocus { gtk_widget_grab_focus(entry) }
  }

  private func append(_ text: String) {
    let chip = makeChip(text, width: 24)
    let name = tr("Remove Tag “%s”", text)
    gtk_widget_set_tooltip_text(chip, name)
    Accessibility.setLabel(name, on: chip)
    connect(chip, "clicked") { [weak self] _ in self?.onRemove(ExactText(text)) }
    gtk_box_append(cast(chips), chip)
  }

  /// Adds what stands in the entry.
  func submit(to presenter: DetailsPresenter?) {
    let text = String(cString: gtk_editable_get_text(opaque(entry)))
    guard !text.isEmpty else { return }
    gtk_editable_set_text(opaque(entry), "")
    presenter?.didAddTag(text)
  }
}

import CGtk
import Platform
import Toolkit

/// The add entry of a page, with its button and, below it, the recognised parts of the text.
@MainActor
final class TodoEntryView {
  let widget: Widget
  /// The `GtkEntry`.
  let entry: Widget
  /// Runs for the Down key; returns whether a widget took the focus.
  var onDown: @MainActor () -> Bool {
    get { typed.onDown }
    set { typed.onDown = newValue }
  }
  private let typed: EntryView
  private let addButton: Widget
  /// Whether the add button is enabled, at the latest after the next frame.
  private var canAdd = false

  init(presenter: TodoListPresenter) {
    widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    entry = gtk_entry_new()
    addButton = gtk_button_new_from_icon_name("list-add-symbolic")
    typed = EntryView(entry, below: widget, activated: "activate", presenter: presenter)
    build()
  }

  private func build() {
    let row: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)
    gtk_widget_set_hexpand(entry, 1)
    gtk_widget_add_css_class(entry, "add-entry")
    gtk_entry_set_placeholder_text(cast(entry), tr("Add a to-do"))
    Accessibility.setLabel(tr("New to-do"), on: entry)
    gtk_widget_set_tooltip_text(addButton, tr("Add"))
    Accessibility.setLabel(tr("Add"), on: addButton)
    gtk_widget_add_css_class(addButton, "suggested-action")
    gtk_widget_set_sensitive(addButton, 0)
    gtk_box_append(cast(row), entry)
    gtk_box_append(cast(row), addButton)
    gtk_box_append(cast(widget), row)
    connect(addButton, "clicked") { [weak self] _ in self?.typed.submit() }
  }

  func render(_ state: TodoListState) {
    typed.render(state.typed)
    renderAddButton(state.canAdd)
  }

  /// Updates the button after the frame, because redrawing it would delay the new row.
  private func renderAddButton(_ canAdd: Bool) {
    guard canAdd != self.canAdd else { return }
    self.canAdd = canAdd
    FirstFrame.run(in: widget) { [weak self] in
      guard let self else { return }
      gtk_widget_set_sensitive(addButton, self.canAdd.gboolean)
    }
  }
}

import Basics
import CAdwaita
import CGtk
import Core
import Platform
import Toolkit

/// The subtasks of a to-do, how many of them are done, and an entry for another one.
@MainActor
final class SubtasksView {
  /// The `AdwPreferencesGroup`.
  let widget: Widget
  private let rows: KeyedWidgets<SubtaskRow>
  private let entry: Widget
  /// Contains the chips for the recognised parts of the entry's text.
  private let understood: Widget
  private let typed: EntryView
  private let more: Widget
  private var limit = SubtasksView.step
  private var shown: DetailsState?
  /// Whether the widgets are destroyed; pending work may end after that.
  private var isDestroyed = false
  private weak var presenter: DetailsPresenter?
  /// The number of rows shown at first, and added each time.
  private static let step = 50

  init(presenter: DetailsPresenter) {
    self.presenter = presenter
    widget = adw_preferences_group_new()
    rows = KeyedWidgets { [weak presenter] in SubtaskRow($0, presenter: presenter) }
    entry = adw_entry_row_new()
    understood = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    typed = EntryView(entry, below: understood, activated: "entry-activated", presenter: presenter)
    more = moreButton(named: tr("Show More Subtasks"))
    adw_preferences_group_set_title(cast(widget), tr("Subtasks"))
    Accessibility.setLabel(tr("Subtasks"), on: rows.container)
    adw_preferences_row_set_title(cast(entry), tr("Add Subtask"))
    gtk_list_box_append(opaque(rows.container), entry)
    adw_preferences_group_add(cast(widget), rows.container)
    adw_preferences_group_add(cast(widget), understood)
    adw_preferences_group_add(cast(widget), more)
    for part in [entry, understood] {
      FocusController.onLeave(part) { [weak self] in
        // The widget that gets the focus is known only afterwards.
        Task { self?.didLeave() }
      }
    }
    onDestroy(widget) { [weak self] in self?.isDestroyed = true }
    connect(more, "clicked") { [weak self] _ in self?.showMore() }
  }

  /// Adds the text in the entry as a subtask, even if the user has not pressed Enter.
  func submit() { presenter?.didSubmitDraft() }

  /// Adds the subtask, unless the focus only moved between the entry and its chips.
  private func didLeave() {
    guard !isDestroyed else { return }
    let text = gtk_editable_get_delegate(opaque(entry))
    guard !hasFocus(within: understood), text.map({ gtk_widget_has_focus(cast($0)) }) != 1 else {
      return
    }
    submit()
  }

  func render(_ state: DetailsState) {
    // A new to-do has no subtasks yet, and none can be added if the to-do is read-only.
    let isShown = state.storageState == .stored && !(state.isReadOnly && state.subtasks.isEmpty)
    gtk_widget_set_visible(widget, isShown.gboolean)
    let tasks = state.subtasks
    let counted = tasks.filter { !$0.isCancelled }
    let done = counted.count { $0.isDone }
    // Translators: of the subtasks: “2 of 5 done”
    let progress = counted.isEmpty ? nil : tr("%1$d of %2$d done", done, counted.count)
    adw_preferences_group_set_description(cast(widget), progress)
    let focusIsLost = rows.render(
      tasks.prefix(limit).map { .init(task: $0, isReadOnly: state.isReadOnly) })
    if focusIsLost { gtk_widget_grab_focus(entry) }
    gtk_widget_set_visible(more, (tasks.count > limit).gboolean)
    gtk_widget_set_visible(entry, (!state.isReadOnly).gboolean)
    typed.render(state.typed)
    shown = state
  }

  private func showMore() {
    limit += Self.step
    if let shown { render(shown) }
  }
}

/// A button that shows more rows of a list.
@MainActor
func moreButton(named name: String) -> Widget {
  let button: Widget = gtk_button_new_with_label(tr("Show More"))
  gtk_widget_add_css_class(button, "flat")
  gtk_widget_set_margin_top(button, 6)
  gtk_widget_set_halign(button, GTK_ALIGN_CENTER)
  Accessibility.setLabel(name, on: button)
  return button
}

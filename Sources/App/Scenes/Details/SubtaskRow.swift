import CAdwaita
import CGtk
import Core
import Platform
import Toolkit

/// The row of a subtask in the details: its status, and a button that opens its own details.
@MainActor
final class SubtaskRow: KeyedRow {
  struct Value: Equatable, Identifiable {
    let task: DetailsState.Relative
    let isReadOnly: Bool
    var id: TodoID { task.id }
  }

  /// The `AdwActionRow`.
  let widget: Widget
  private let check: Widget
  private var isRendering = false

  init(_ value: Value, presenter: DetailsPresenter?) {
    widget = adw_action_row_new()
    check = gtk_check_button_new()
    let id = value.id
    adw_preferences_row_set_use_markup(cast(widget), 0)
    adw_action_row_set_title_lines(cast(widget), 3)
    gtk_widget_add_css_class(widget, "subtask")
    gtk_widget_set_valign(check, GTK_ALIGN_CENTER)
    adw_action_row_add_prefix(cast(widget), check)
    gtk_list_box_row_set_activatable(cast(widget), 1)
    connect(check, "toggled") { [weak self, weak presenter] _ in
      guard let self, !isRendering else { return }
      presenter?.didToggleSubtask(id, gtk_check_button_get_active(cast(check)) != 0)
    }
    connect(widget, "activated") { [weak presenter] _ in presenter?.didOpen(id) }
    show(value)
  }

  func show(_ value: Value) {
    isRendering = true
    defer { isRendering = false }
    let task = value.task
    adw_preferences_row_set_title(cast(widget), task.title)
    gtk_check_button_set_inconsistent(cast(check), task.isCancelled.gboolean)
    gtk_check_button_set_active(cast(check), task.isDone.gboolean)
    gtk_widget_set_sensitive(check, (!value.isReadOnly).gboolean)
    if task.isDone {
      gtk_widget_add_css_class(widget, "is-done")
    } else {
      gtk_widget_remove_css_class(widget, "is-done")
    }
    Accessibility.setLabel(tr("Completed: %s", task.title), on: check)
  }
}

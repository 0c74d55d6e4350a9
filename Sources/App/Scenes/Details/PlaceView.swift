import CAdwaita
import CGtk
import Core
import Platform
import Toolkit

/// The rows of the details that show the list and the parent of a stored to-do.
@MainActor
final class PlaceView {
  /// Opens the parent; hidden for a top-level to-do.
  let wayUp: Widget
  /// The rows with the list and the parent.
  let group: Widget
  private let list: Widget
  private let parent: Widget
  private let clear: Widget
  private let choose: Widget

  init(presenter: DetailsPresenter) {
    (wayUp, list, parent) = (adw_action_row_new(), adw_action_row_new(), adw_action_row_new())
    group = adw_preferences_group_new()
    for row in [list, parent] { adw_preferences_group_add(cast(group), row) }
    let (chooseName, moveName) = (tr("Choose What It Is a Part Of"), tr("Move to Another List"))
    clear = RowButton.make("edit-clear-symbolic", named: tr("Make It a To-Do of Its Own"))
    choose = RowButton.make("document-edit-symbolic", named: chooseName)
    let move = RowButton.make("document-edit-symbolic", named: moveName)
    let partOf = trc("the to-do that another one is a part of", "Part Of")
    let names = [(wayUp, partOf), (list, trc("where a to-do is kept", "List")), (parent, partOf)]
    for (row, name) in names {
      adw_preferences_row_set_use_markup(cast(row), 0)
      adw_preferences_row_set_title(cast(row), name)
    }
    adw_action_row_add_prefix(cast(wayUp), gtk_image_new_from_icon_name("go-up-symbolic"))
    gtk_list_box_row_set_activatable(cast(wayUp), 1)
    adw_action_row_add_suffix(cast(parent), clear)
    for (row, button, name) in [(list, move, moveName), (parent, choose, chooseName)] {
      adw_action_row_add_suffix(cast(row), button)
      RowButton.activate(button, named: name, by: row)
    }
    connect(wayUp, "activated") { [weak presenter] _ in
      if let parent = presenter?.state.parent { presenter?.didOpen(parent.id) }
    }
    connect(move, "clicked") { [weak presenter] _ in presenter?.didRequestMove() }
    connect(choose, "clicked") { [weak presenter] _ in presenter?.didRequestParent() }
    connect(clear, "clicked") { [weak self, weak presenter] _ in
      // The focus would be lost with the hidden button.
      if let self { gtk_widget_grab_focus(choose) }
      presenter?.didClearParent()
    }
  }

  func render(_ state: DetailsState) {
    let canChange = state.storageState == .stored && !state.isReadOnly
    gtk_widget_set_visible(group, (state.storageState == .stored).gboolean)
    gtk_widget_set_visible(wayUp, (state.parent != nil).gboolean)
    adw_action_row_set_subtitle(cast(wayUp), state.parent?.title ?? "")
    gtk_widget_set_visible(list, (state.list != nil).gboolean)
    adw_action_row_set_subtitle(cast(list), state.list ?? "")
    gtk_widget_set_sensitive(list, canChange.gboolean)
    gtk_widget_set_visible(parent, canChange.gboolean)
    let nothing = trc("what a to-do is a part of", "Nothing")
    adw_action_row_set_subtitle(cast(parent), state.parent?.title ?? nothing)
    gtk_widget_set_visible(clear, (state.parent != nil).gboolean)
  }
}

import CAdwaita
import CGtk
import Core
import Platform
import Toolkit

/// The rows of the details that say where a stored to-do is kept: in which list, and as a part of what.
@MainActor
final class PlaceView {
  /// Leads to what it is a part of; hidden where it is a part of nothing.
  let wayUp: Widget
  private let list: Widget
  private let parent: Widget
  private let clear: Widget
  private let choose: Widget

  var rows: [Widget] { [list, parent] }

  init(presenter: DetailsPresenter) {
    (wayUp, list, parent) = (adw_action_row_new(), adw_action_row_new(), adw_action_row_new())
    clear = Self.button("edit-clear-symbolic")
    choose = Self.button("document-edit-symbolic")
    let move = Self.button("document-edit-symbolic")
    let partOf = trc("the to-do that another one is a part of", "Part Of")
    let names = [(wayUp, partOf), (list, trc("where a to-do is kept", "List")), (parent, partOf)]
    for (row, name) in names {
      adw_preferences_row_set_use_markup(cast(row), 0)
      adw_preferences_row_set_title(cast(row), name)
    }
    adw_action_row_add_prefix(cast(wayUp), gtk_image_new_from_icon_name("go-up-symbolic"))
    gtk_list_box_row_set_activatable(cast(wayUp), 1)
    adw_action_row_add_suffix(cast(parent), clear)
    for (row, button) in [(list, move), (parent, choose)] {
      adw_action_row_add_suffix(cast(row), button)
      adw_action_row_set_activatable_widget(cast(row), button)
    }
    // The rows have just named theirs.
    Self.name(clear, tr("Make It a To-Do of Its Own"))
    Self.name(choose, tr("Choose What It Is a Part Of"))
    Self.name(move, tr("Move to Another List"))
    connect(wayUp, "activated") { [weak presenter] _ in
      if let parent = presenter?.state.parent { presenter?.didOpen(parent.id) }
    }
    connect(move, "clicked") { [weak presenter] _ in presenter?.didRequestMove() }
    connect(choose, "clicked") { [weak presenter] _ in presenter?.didRequestParent() }
    connect(clear, "clicked") { [weak self, weak presenter] _ in
      // The focus would be lost with the button.
      if let self { gtk_widget_grab_focus(choose) }
      presenter?.didClearParent()
    }
  }

  func render(_ state: DetailsState) {
    let canChange = state.standing != .new && !state.isReadOnly
    gtk_widget_set_visible(wayUp, (state.parent != nil).gboolean)
    adw_action_row_set_subtitle(cast(wayUp), state.parent?.title ?? "")
    gtk_widget_set_visible(list, (state.standing != .new && state.list != nil).gboolean)
    adw_action_row_set_subtitle(cast(list), state.list ?? "")
    gtk_widget_set_sensitive(list, canChange.gboolean)
    gtk_widget_set_visible(parent, canChange.gboolean)
    let nothing = trc("what a to-do is a part of", "Nothing")
    adw_action_row_set_subtitle(cast(parent), state.parent?.title ?? nothing)
    gtk_widget_set_visible(clear, (state.parent != nil).gboolean)
  }

  private static func name(_ button: Widget, _ name: String) {
    gtk_widget_set_tooltip_text(button, name)
    Accessibility.setLabel(name, on: button)
  }

  private static func button(_ icon: String) -> Widget {
    let button: Widget = gtk_button_new_from_icon_name(icon)
    gtk_widget_set_valign(button, GTK_ALIGN_CENTER)
    gtk_widget_add_css_class(button, "flat")
    return button
  }
}

import CAdwaita
import CGtk
import Core
import Platform
import Service
import Toolkit

/// The row of the details that shows to whom the to-do is assigned.
@MainActor
final class AssigneeRow {
  /// The `AdwActionRow`.
  let widget: Widget
  private let avatar: Avatar
  private let clear: Widget
  private let choose: Widget
  private static let avatarSize: Int32 = 32

  init(presenter: DetailsPresenter, pictures: (any PictureLoading)?) {
    widget = adw_action_row_new()
    avatar = Avatar(size: Self.avatarSize, pictures: pictures)
    clear = RowButton.make("edit-clear-symbolic", named: tr("Assign to Nobody"))
    choose = RowButton.make("system-users-symbolic", named: tr("Choose a Person"))
    adw_preferences_row_set_use_markup(cast(widget), 0)
    adw_preferences_row_set_title(cast(widget), trc("person a to-do is given to", "Assigned To"))
    gtk_widget_set_valign(avatar.widget, GTK_ALIGN_CENTER)
    for suffix in [avatar.widget, clear, choose] { adw_action_row_add_suffix(cast(widget), suffix) }
    RowButton.activate(choose, named: tr("Choose a Person"), by: widget)
    connect(choose, "clicked") { [weak presenter] _ in presenter?.didRequestAssignee() }
    connect(clear, "clicked") { [weak self, weak presenter] _ in
      // The focus would be lost with the removed button.
      if let self { gtk_widget_grab_focus(choose) }
      presenter?.didClearAssignee()
    }
  }

  func render(_ state: DetailsState) {
    gtk_widget_set_visible(widget, state.canAssign.gboolean)
    let name = state.assignee?.name ?? trc("person a to-do is given to", "Nobody")
    adw_action_row_set_subtitle(cast(widget), name)
    gtk_widget_set_visible(avatar.widget, (state.assignee != nil).gboolean)
    gtk_widget_set_visible(clear, (state.assignee != nil).gboolean)
    if let assignee = state.assignee { avatar.show(assignee.avatar) } else { avatar.clear() }
  }
}

import CAdwaita
import CGtk
import Core
import Platform
import Service
import Toolkit

/// The row of a person who takes part in a list, with the menu of roles and the buttons.
@MainActor
final class SharingRow: KeyedRow {
  /// The `AdwActionRow`.
  let widget: Widget
  private(set) var row: SharingState.Row
  private let avatar: Avatar
  private let mark: Widget
  private let roles: Widget
  private let remove: Widget
  private var isShowing = false

  private static let choices: [ListRole] = [.writer, .reader]

  init(
    _ row: SharingState.Row, pictures: (any PictureLoading)?,
    onRole: @escaping @MainActor (ListRole) -> Void,
    onRemove: @escaping @MainActor () -> Void
  ) {
    self.row = row
    widget = adw_action_row_new()
    avatar = Avatar(size: 32, pictures: pictures)
    mark = gtk_image_new_from_icon_name("document-open-recent-symbolic")
    roles = gtk_drop_down_new(Self.makeModel(), nil)
    remove = RowButton.make("user-trash-symbolic", named: tr("Remove"))
    adw_preferences_row_set_use_markup(cast(widget), 0)
    adw_action_row_add_prefix(cast(widget), avatar.widget)
    gtk_widget_add_css_class(mark, "state-mark")
    gtk_widget_set_tooltip_text(mark, tr("not on the server yet"))
    Accessibility.markDecorative(mark)
    gtk_widget_set_valign(roles, GTK_ALIGN_CENTER)
    for suffix in [mark, roles, remove] { adw_action_row_add_suffix(cast(widget), suffix) }
    connect(roles, "notify::selected") { [weak self] _ in
      guard let self, !isShowing else { return }
      let index = Int(gtk_drop_down_get_selected(opaque(roles)))
      if Self.choices.indices.contains(index) { onRole(Self.choices[index]) }
    }
    ClickGesture.ignoreDoublePresses(of: remove)
    connect(remove, "clicked") { _ in onRemove() }
    show(row)
  }

  func show(_ row: SharingState.Row) {
    isShowing = true
    defer { isShowing = false }
    self.row = row
    avatar.show(AvatarContent(name: row.name, pictureURL: row.pictureURL))
    adw_preferences_row_set_title(cast(widget), SharingText.name(row))
    adw_action_row_set_subtitle(cast(widget), SharingText.detail(row))
    Accessibility.setLabel(SharingText.spoken(row), on: widget)
    gtk_widget_set_visible(mark, row.isWaiting.gboolean)
    for control in [roles, remove] { gtk_widget_set_visible(control, row.isEditable.gboolean) }
    if let index = Self.choices.firstIndex(where: { $0 == row.role }) {
      gtk_drop_down_set_selected(opaque(roles), guint(index))
    }
    Accessibility.setLabel(tr("What %s may do", row.name), on: roles)
    Accessibility.setDescription(row.name, on: remove)
  }

  private static func makeModel() -> OpaquePointer? {
    let names = gtk_string_list_new(nil)
    for role in choices { gtk_string_list_append(names, SharingText.role(role)) }
    return names
  }
}

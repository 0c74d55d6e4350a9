import CAdwaita
import CGtk
import Core
import Platform
import Service
import Toolkit

/// An invitation with its buttons below it, so that the names have room in a narrow window.
@MainActor
final class InvitationRow: KeyedRow {
  /// The `AdwPreferencesRow`.
  let widget: Widget
  private let title: Widget
  private let subtitle: Widget
  private let buttons: [Widget]

  init(
    _ row: InvitationsState.Row, onAccept: @escaping @MainActor () -> Void,
    onDecline: @escaping @MainActor () -> Void, onBlock: @escaping @MainActor () -> Void
  ) {
    widget = adw_preferences_row_new()
    gtk_list_box_row_set_activatable(cast(widget), 0)
    title = wrappingLabel(lines: 2)
    subtitle = wrappingLabel(lines: 3)
    for name in ["dim-label", "caption"] { gtk_widget_add_css_class(subtitle, name) }
    let accept: Widget = gtk_button_new_with_label(tr("Accept"))
    let decline: Widget = gtk_button_new_with_label(tr("Decline"))
    let block = RowButton.make("action-unavailable-symbolic", named: tr("Block This Person…"))
    buttons = [accept, decline, block]
    let answers: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)
    gtk_widget_set_halign(answers, GTK_ALIGN_END)
    for button in buttons { gtk_box_append(cast(answers), button) }
    let content: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6)
    setMargins(content, 12)
    for part in [title, subtitle, answers] { gtk_box_append(cast(content), part) }
    gtk_list_box_row_set_child(cast(widget), content)
    for button in buttons { ClickGesture.ignoreDoublePresses(of: button) }
    connect(accept, "clicked") { _ in onAccept() }
    connect(decline, "clicked") { _ in onDecline() }
    connect(block, "clicked") { _ in onBlock() }
    show(row)
  }

  func show(_ row: InvitationsState.Row) {
    let (list, detail) = (InvitationsText.list(row), InvitationsText.detail(row))
    gtk_label_set_text(opaque(title), list)
    gtk_label_set_text(opaque(subtitle), detail)
    Accessibility.setLabel(
      [list, detail].joined(separator: trc("separator of spoken parts", ", ")), on: widget)
    for button in buttons {
      gtk_widget_set_visible(button, (!row.isAccepted).gboolean)
      Accessibility.setDescription(list, on: button)
    }
  }
}

/// A person whose invitations the user has blocked.
@MainActor
final class BlockedRow: KeyedRow {
  /// The `AdwActionRow`.
  let widget: Widget
  private let unblock: Widget

  init(_ row: InvitationsState.Blocked, onUnblock: @escaping @MainActor () -> Void) {
    widget = adw_action_row_new()
    unblock = gtk_button_new_with_label(tr("Unblock"))
    adw_preferences_row_set_use_markup(cast(widget), 0)
    adw_action_row_set_title_lines(cast(widget), 2)
    gtk_widget_set_valign(unblock, GTK_ALIGN_CENTER)
    adw_action_row_add_suffix(cast(widget), unblock)
    ClickGesture.ignoreDoublePresses(of: unblock)
    connect(unblock, "clicked") { _ in onUnblock() }
    show(row)
  }

  func show(_ row: InvitationsState.Blocked) {
    let person = InvitationsText.person(row.person)
    adw_preferences_row_set_title(cast(widget), person)
    Accessibility.setLabel(person, on: widget)
    Accessibility.setDescription(person, on: unblock)
  }
}

import CAdwaita
import CGtk
import Core

/// One invitation with its answers.
@MainActor
final class InvitationRow: BoxedRow {
  /// The `AdwActionRow`.
  let widget: Widget
  private let buttons: [Widget]

  init(
    _ row: InvitationsState.Row, onAccept: @escaping @MainActor () -> Void,
    onDecline: @escaping @MainActor () -> Void, onBlock: @escaping @MainActor () -> Void
  ) {
    widget = adw_action_row_new()
    adw_preferences_row_set_use_markup(cast(widget), 0)
    adw_action_row_set_title_lines(cast(widget), 2)
    adw_action_row_set_subtitle_lines(cast(widget), 3)
    let accept: Widget = gtk_button_new_with_label(tr("Accept"))
    let decline: Widget = gtk_button_new_with_label(tr("Decline"))
    let block: Widget = gtk_button_new_from_icon_name("action-unavailable-symbolic")
    gtk_widget_add_css_class(block, "flat")
    gtk_widget_set_tooltip_text(block, tr("Block This Person…"))
    Accessibility.setLabel(tr("Block This Person…"), on: block)
    buttons = [accept, decline, block]
    for button in buttons {
      gtk_widget_set_valign(button, GTK_ALIGN_CENTER)
      adw_action_row_add_suffix(cast(widget), button)
    }
    connect(accept, "clicked") { _ in onAccept() }
    connect(decline, "clicked") { _ in onDecline() }
    connect(block, "clicked") { _ in onBlock() }
    show(row)
  }

  func show(_ row: InvitationsState.Row) {
    let (list, detail) = (InvitationsText.list(row), InvitationsText.detail(row))
    adw_preferences_row_set_title(cast(widget), list)
    adw_action_row_set_subtitle(cast(widget), detail)
    Accessibility.setLabel(
      [list, detail].joined(separator: trc("separator of spoken parts", ", ")), on: widget)
    for button in buttons {
      gtk_widget_set_visible(button, (!row.isAccepted).gboolean)
      Accessibility.setDescription(list, on: button)
    }
  }
}

/// Somebody whose invitations are not wanted.
@MainActor
final class BlockedRow: BoxedRow {
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

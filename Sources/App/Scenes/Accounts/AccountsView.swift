import CAdwaita
import CGtk
import Core
import Platform
import Toolkit

/// The dialog with the accounts.
@MainActor
final class AccountsView {
  let dialog: DialogView
  let presenter: AccountsPresenter
  private let group: Widget
  private let hint: Widget
  private let add: Widget
  private var rows: [AccountRow] = []

  init(presenter: AccountsPresenter, parent: Widget?) {
    self.presenter = presenter
    dialog = DialogView(
      title: tr("Accounts"), parent: parent, width: 460, height: 420,
      onCancel: { [weak presenter] in presenter?.didClose() })
    group = adw_preferences_group_new()
    hint = adw_status_page_new()
    add = gtk_button_new_with_mnemonic(tr("_Add Account…"))
    build()
    dialog.show(presenter, in: self) { $0.render($1) }
    dialog.present(focusing: add)
  }

  private func build() {
    let page: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 18)
    for set in [
      gtk_widget_set_margin_start, gtk_widget_set_margin_end, gtk_widget_set_margin_top,
      gtk_widget_set_margin_bottom,
    ] { set(page, 18) }
    adw_preferences_group_set_description(
      cast(group),
      tr("Lists are kept on this computer and sent to the server in the background.").escapedMarkup)
    gtk_widget_set_visible(group, 0)
    adw_status_page_set_icon_name(opaque(hint), "network-server-symbolic")
    adw_status_page_set_title(opaque(hint), tr("No Accounts"))
    adw_status_page_set_description(
      opaque(hint), tr("With an account your lists are on your other devices too."))
    gtk_widget_add_css_class(hint, "compact")
    gtk_widget_set_visible(hint, 0)
    gtk_widget_set_vexpand(hint, 1)
    Accessibility.useTextAsLabel(of: add)
    gtk_widget_set_halign(add, GTK_ALIGN_CENTER)
    gtk_widget_add_css_class(add, "pill")
    connect(add, "clicked") { [weak presenter] _ in presenter?.didRequestAccount() }
    for child in [group, hint, add] { gtk_box_append(cast(page), child) }
    let scrolled: Widget = gtk_scrolled_window_new()
    gtk_scrolled_window_set_policy(opaque(scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_widget_set_vexpand(scrolled, 1)
    gtk_scrolled_window_set_child(opaque(scrolled), page)
    dialog.append(scrolled)
  }

  func render(_ state: AccountsState) {
    for old in rows where !state.rows.contains(where: { $0.id == old.id }) {
      if gtk_widget_get_focus_child(old.widget) != nil { gtk_widget_grab_focus(add) }
      adw_preferences_group_remove(cast(group), old.widget)
      rows.removeAll { $0 === old }
    }
    for row in state.rows {
      if let shown = rows.first(where: { $0.id == row.id }) {
        shown.show(row)
      } else {
        rows.append(makeRow(row))
      }
    }
    gtk_widget_set_visible(group, (!state.rows.isEmpty).gboolean)
    gtk_widget_set_visible(hint, state.isEmpty.gboolean)
  }

  private func makeRow(_ row: AccountsState.Row) -> AccountRow {
    let made = AccountRow(row) { [weak presenter] in
      presenter?.didActivate(row.id)
    } onProfile: { [weak presenter] in
      presenter?.didRequestProfile(row.id)
    } onSignOut: { [weak presenter] in
      presenter?.didRequestSignOut(row.id)
    }
    adw_preferences_group_add(cast(group), made.widget)
    return made
  }
}

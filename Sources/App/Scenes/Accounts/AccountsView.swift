import CAdwaita
import CGtk
import Core
import Platform
import Toolkit

/// Opens the dialog with the accounts.
struct AccountsRoute: Route {
  func dialog(_ services: AppServices) -> Dialog {
    let presenter = AccountsPresenter(
      store: services.store, commands: services.commands, sync: services.sync,
      signing: services.signing)
    return Dialog(presenter) { parent, _ in
      AccountsView(presenter: presenter, parent: parent).dialog
    }
  }
}

/// The dialog with the accounts.
@MainActor
final class AccountsView {
  let dialog: DialogView
  let presenter: AccountsPresenter
  private let group: Widget
  private let hint: Widget
  private let add: Widget
  private let accounts: KeyedWidgets<AccountRow>
  private let onlineGroup: Widget
  private let online: KeyedWidgets<OnlineAccountRow>

  init(presenter: AccountsPresenter, parent: Widget?) {
    self.presenter = presenter
    dialog = DialogView(
      title: tr("Accounts"), parent: parent, width: 460, height: 420,
      onCancel: { [weak presenter] in presenter?.didClose() })
    group = adw_preferences_group_new()
    accounts = KeyedWidgets { [weak presenter] row in
      AccountRow(row) {
        presenter?.didActivate(row.id)
      } onProfile: {
        presenter?.didRequestProfile(row.id)
      } onSignOut: {
        presenter?.didRequestSignOut(row.id)
      }
    }
    onlineGroup = adw_preferences_group_new()
    online = KeyedWidgets { [weak presenter] account in
      OnlineAccountRow(account) { presenter?.didChooseOnline(account.id) }
    }
    hint = adw_status_page_new()
    add = gtk_button_new_with_mnemonic(tr("_Add Account…"))
    build()
    dialog.show(presenter, in: self) { $0.render($1) }
    dialog.present(focusing: add)
  }

  private func build() {
    let page: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 18)
    setMargins(page, 18)
    adw_preferences_group_set_description(
      cast(group),
      tr("Lists are kept on this computer and sent to the server in the background.").escapedMarkup)
    adw_preferences_group_add(cast(group), accounts.container)
    gtk_widget_set_visible(group, 0)
    adw_status_page_set_icon_name(opaque(hint), "network-server-symbolic")
    adw_status_page_set_title(opaque(hint), tr("No Accounts"))
    adw_status_page_set_description(opaque(hint), Self.invitation)
    gtk_widget_add_css_class(hint, "compact")
    gtk_widget_set_visible(hint, 0)
    gtk_widget_set_vexpand(hint, 1)
    Accessibility.useTextAsLabel(of: add)
    gtk_widget_set_halign(add, GTK_ALIGN_CENTER)
    gtk_widget_add_css_class(add, "pill")
    connect(add, "clicked") { [weak presenter] _ in presenter?.didRequestAccount() }
    adw_preferences_group_set_title(cast(onlineGroup), tr("From Online Accounts").escapedMarkup)
    adw_preferences_group_add(cast(onlineGroup), online.container)
    gtk_widget_set_visible(onlineGroup, 0)
    for child in [group, hint, onlineGroup] { gtk_box_append(cast(page), child) }
    let scrolled = scrolled(page, isFocusable: true)
    gtk_widget_set_vexpand(scrolled, 1)
    dialog.append(scrolled)
    // Outside the scrolled part, so that it does not move when the accounts have been read or are many.
    setMargins(add, 18, top: 6)
    dialog.append(add)
  }

  private static var invitation: String {
    tr("Add an account to see your lists on your other devices.")
  }

  func render(_ state: AccountsState) {
    if accounts.render(state.rows) { gtk_widget_grab_focus(add) }
    if online.render(state.offered) { gtk_widget_grab_focus(add) }
    gtk_widget_set_visible(onlineGroup, (!state.offered.isEmpty).gboolean)
    gtk_widget_set_visible(group, (!state.rows.isEmpty).gboolean)
    // There is no room for both this hint and the offered accounts: a status page would be cut off.
    gtk_widget_set_visible(hint, (state.isEmpty && state.offered.isEmpty).gboolean)
    adw_preferences_group_set_description(
      cast(onlineGroup), (state.isEmpty ? Self.invitation : "").escapedMarkup)
  }
}

import Basics
import CAdwaita
import CGtk
import Core
import Platform
import Service
import Sync
import Toolkit

/// An account with its buttons.
@MainActor
final class AccountRow: KeyedRow {
  /// The `AdwActionRow`.
  let widget: Widget
  private let spinner: Widget
  private let warning: Widget
  private let signIn: Widget
  private let profile: Widget
  private let signOut: Widget

  init(
    _ row: AccountsState.Row, onSignIn: @escaping @MainActor () -> Void,
    onProfile: @escaping @MainActor () -> Void, onSignOut: @escaping @MainActor () -> Void
  ) {
    widget = adw_action_row_new()
    spinner = gtk_spinner_new()
    warning = gtk_image_new_from_icon_name("dialog-warning-symbolic")
    signIn = gtk_button_new_with_mnemonic(tr("Sign _In Again…"))
    profile = RowButton.make("avatar-default-symbolic", named: tr("My Profile…"))
    signOut = gtk_button_new_with_mnemonic(tr("Sign _Out…"))
    adw_preferences_row_set_use_markup(cast(widget), 0)
    Accessibility.markDecorative(warning)
    for indicator in [warning, spinner] { adw_action_row_add_suffix(cast(widget), indicator) }
    for button in [signIn, signOut] { Accessibility.useTextAsLabel(of: button) }
    for button in [signIn, profile, signOut] {
      gtk_widget_set_valign(button, GTK_ALIGN_CENTER)
      adw_action_row_add_suffix(cast(widget), button)
      Accessibility.setDescription(row.name, on: button)
    }
    gtk_widget_add_css_class(signIn, "suggested-action")
    connect(signIn, "clicked") { _ in onSignIn() }
    connect(profile, "clicked") { _ in onProfile() }
    connect(signOut, "clicked") { _ in onSignOut() }
    connect(widget, "activated") { _ in onSignIn() }
    show(row)
  }

  func show(_ row: AccountsState.Row) {
    let needsSignIn = row.status == .needsSignIn
    let status = row.isSending ? tr("Sending changes…") : Self.text(of: row.status)
    adw_preferences_row_set_title(cast(widget), row.name)
    adw_action_row_set_subtitle(cast(widget), row.server + "\n" + status)
    Accessibility.setLabel(row.name + ", " + row.server + ", " + status, on: widget)
    gtk_widget_set_visible(warning, (needsSignIn || row.status == .refused).gboolean)
    // Hiding the focused button would lose the focus.
    if !needsSignIn, gtk_widget_is_focus(signIn) != 0 { gtk_widget_grab_focus(signOut) }
    gtk_widget_set_visible(signIn, needsSignIn.gboolean)
    gtk_list_box_row_set_activatable(cast(widget), needsSignIn.gboolean)
    gtk_widget_set_visible(profile, row.hasProfile.gboolean)
    gtk_widget_set_visible(spinner, row.isSending.gboolean)
    gtk_spinner_set_spinning(opaque(spinner), row.isSending.gboolean)
    gtk_widget_set_sensitive(signOut, row.canSignOut.gboolean)
  }

  private static func text(of status: AccountsState.Status) -> String {
    switch status {
    case .signedIn: tr("Signed in")
    case .needsSignIn: tr("Sign-in needed")
    case .open: tr("No sign-in needed")
    case .refused: tr("Not accepted by the server")
    }
  }
}

import CAdwaita
import CGtk
import Platform
import Service
import Toolkit

/// An account from the desktop's settings that can be added with one click.
@MainActor
final class OnlineAccountRow: KeyedRow {
  /// The `AdwActionRow`.
  let widget: Widget
  private let add: Widget

  init(_ account: OnlineAccount, onAdd: @escaping @MainActor () -> Void) {
    widget = adw_action_row_new()
    add = gtk_button_new_with_mnemonic(tr("A_dd"))
    adw_preferences_row_set_use_markup(cast(widget), 0)
    gtk_widget_set_valign(add, GTK_ALIGN_CENTER)
    Accessibility.useTextAsLabel(of: add)
    adw_action_row_add_suffix(cast(widget), add)
    connect(add, "clicked") { _ in onAdd() }
    show(account)
  }

  func show(_ account: OnlineAccount) {
    let (name, server) = (PlainText.line(account.name), PlainText.line(account.host))
    adw_preferences_row_set_title(cast(widget), name)
    adw_action_row_set_subtitle(cast(widget), server)
    Accessibility.setLabel(name + ", " + server, on: widget)
    Accessibility.setDescription(name, on: add)
  }
}

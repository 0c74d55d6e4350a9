import Basics
import CGtk
import Core
import Platform
import Service
import Toolkit

/// An account in the sync details.
@MainActor
final class SyncSectionView: KeyedRow {
  let widget: Widget
  private let account: AccountID
  private let presenter: SyncStatusPresenter
  private let onDiscard: @MainActor (SyncStatusState.Item) -> Void
  private let name = SyncDetailsView.label(styles: ["heading"])
  private let icon: Widget = gtk_image_new()
  private let status = SyncDetailsView.label(styles: ["sync-condition"])
  private let lastSync = SyncDetailsView.label(styles: ["dim-label", "caption"])
  private let details = SyncDetailsView.label(styles: ["caption"])
  private let signIn: Widget = gtk_button_new_with_mnemonic(tr("Sign _In…"))
  private let decide: Widget = gtk_button_new_with_mnemonic(tr("_Decide…"))
  private let download: Widget = gtk_progress_bar_new()
  private let warning: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)
  private let why: Widget = gtk_button_new_with_mnemonic(tr("Wh_y?"))
  private let warningText = SyncDetailsView.label(styles: ["caption"])
  private let items: Widget
  private let more = SyncDetailsView.label(styles: ["dim-label", "caption"])
  private lazy var rows = KeyedWidgets<SyncItemRow>(in: items) { [unowned self] in makeRow($0) }

  init(
    account: AccountID, presenter: SyncStatusPresenter, onSignIn: @escaping @MainActor () -> Void,
    onWhy: @escaping @MainActor () -> Void, onDecide: @escaping @MainActor () -> Void,
    onDiscard: @escaping @MainActor (SyncStatusState.Item) -> Void
  ) {
    self.account = account
    self.presenter = presenter
    self.onDiscard = onDiscard
    widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6)
    items = optimist_box_new_with_role(GTK_ORIENTATION_VERTICAL, 12, GTK_ACCESSIBLE_ROLE_LIST)
    build()
    connect(signIn, "clicked") { _ in onSignIn() }
    connect(why, "clicked") { _ in onWhy() }
    connect(decide, "clicked") { _ in onDecide() }
  }

  func show(_ state: SyncStatusState.Section) {
    show(state.name, in: name)
    gtk_image_set_from_icon_name(opaque(icon), state.condition.icon)
    gtk_label_set_text(opaque(status), state.status)
    gtk_label_set_text(opaque(lastSync), state.lastSync)
    gtk_widget_set_tooltip_text(lastSync, state.lastSyncInFull)
    Accessibility.setDescription(state.lastSyncInFull ?? "", on: lastSync)
    show(state.details.isEmpty ? nil : state.details.joined(separator: "\n"), in: details)
    gtk_widget_set_visible(signIn, state.needsSignIn.gboolean)
    gtk_widget_set_visible(decide, state.needsDecision.gboolean)
    gtk_widget_set_visible(download, (state.download != nil).gboolean)
    if let shown = state.download {
      gtk_progress_bar_set_fraction(opaque(download), shown.fraction)
      gtk_progress_bar_set_text(opaque(download), shown.text)
      Accessibility.setLabel(shown.text, on: download)
    }
    gtk_widget_set_visible(warning, (state.warning != nil).gboolean)
    gtk_label_set_text(opaque(warningText), state.warning ?? "")
    // Rows that stay are kept, because a focused button must not be destroyed while it is pressed.
    rows.render(state.items)
    gtk_widget_set_visible(items, (!state.items.isEmpty).gboolean)
    show(state.more, in: more)
  }

  // MARK: Parts

  private func build() {
    Accessibility.markDecorative(icon)
    gtk_widget_set_valign(icon, GTK_ALIGN_START)
    let texts: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 2)
    for label in [name, status, details, lastSync] { gtk_box_append(cast(texts), label) }
    gtk_widget_set_hexpand(texts, 1)
    let top: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12)
    for child in [icon, texts] { gtk_box_append(cast(top), child) }
    for button in [signIn, decide] { Accessibility.useTextAsLabel(of: button) }
    gtk_progress_bar_set_show_text(opaque(download), 1)
    let symbol: Widget = gtk_image_new_from_icon_name("dialog-warning-symbolic")
    Accessibility.markDecorative(symbol)
    gtk_widget_set_valign(symbol, GTK_ALIGN_START)
    Accessibility.useTextAsLabel(of: why)
    gtk_widget_add_css_class(why, "flat")
    gtk_widget_set_valign(why, GTK_ALIGN_START)
    gtk_widget_set_hexpand(warningText, 1)
    for child in [symbol, warningText, why] { gtk_box_append(cast(warning), child) }
    gtk_widget_add_css_class(items, "sync-items")
    Accessibility.setLabel(tr("Unsent changes"), on: items)
    for child in [top, signIn, decide, download, warning, items, more] {
      gtk_box_append(cast(widget), child)
    }
  }

  private func show(_ text: String?, in label: Widget) {
    gtk_widget_set_visible(label, (text != nil).gboolean)
    gtk_label_set_text(opaque(label), text ?? "")
  }

  private func makeRow(_ item: SyncStatusState.Item) -> SyncItemRow {
    let (presenter, account) = (presenter, account)
    return SyncItemRow(
      item, onRetry: { presenter.didRetry($0, of: account) }, onDiscard: onDiscard)
  }
}

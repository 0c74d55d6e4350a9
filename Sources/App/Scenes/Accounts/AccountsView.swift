import CAdwaita
import CGtk

/// The accounts dialog.
@MainActor
final class AccountsView: AccountsViewing {
  let dialog: DialogView
  private let presenter: AccountsPresenter
  private let group: Widget
  private let problem: Widget
  private let remove: Widget
  private var entries: [AccountsState.Field: Widget] = [:]
  private var isRendering = false

  init(presenter: AccountsPresenter, parent: Widget?) {
    self.presenter = presenter
    dialog = DialogView(
      title: tr("Accounts"), parent: parent, actionLabel: tr("C_onnect"), width: 440,
      onCancel: { [weak presenter] in presenter?.didCancel() },
      onAction: { [weak presenter] in presenter?.didConnect() })
    group = adw_preferences_group_new()
    problem = gtk_label_new(nil)
    remove = gtk_button_new_with_mnemonic(tr("_Remove Account…"))
    build()
    attach(self, to: dialog.window)
    presenter.view = self
    presenter.didLoad()
    if let first = entries[.project] { dialog.present(focusing: first) }
  }

  private func build() {
    let page: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 18)
    for set in [
      gtk_widget_set_margin_start, gtk_widget_set_margin_end, gtk_widget_set_margin_top,
      gtk_widget_set_margin_bottom,
    ] { set(page, 18) }
    adw_preferences_group_set_title(cast(group), "Cloud Firestore")
    adw_preferences_group_set_description(
      cast(group),
      tr("Lists are kept on this computer and sent to the server in the background.").escapedMarkup)
    for field in AccountsState.Field.allCases { addEntry(field) }
    gtk_widget_add_css_class(problem, "error")
    gtk_label_set_wrap(opaque(problem), 1)
    gtk_label_set_xalign(opaque(problem), 0)
    gtk_widget_add_css_class(remove, "destructive-action")
    Accessibility.useTextAsLabel(of: remove)
    gtk_widget_set_halign(remove, GTK_ALIGN_CENTER)
    connect(remove, "clicked") { [weak presenter] _ in presenter?.didRemove() }
    for child in [group, problem, remove] { gtk_box_append(cast(page), child) }
    dialog.append(page)
  }

  private func addEntry(_ field: AccountsState.Field) {
    let row: Widget = adw_entry_row_new()
    adw_preferences_row_set_title(cast(row), Self.title(of: field))
    connect(row, "changed") { [weak self] _ in
      guard let self, !isRendering else { return }
      self.presenter.didChange(field, String(cString: gtk_editable_get_text(opaque(row))))
    }
    connect(row, "entry-activated") { [weak presenter] _ in presenter?.didConnect() }
    adw_preferences_group_add(cast(group), row)
    entries[field] = row
  }

  private static func title(of field: AccountsState.Field) -> String {
    switch field {
    case .project: tr("Project ID")
    case .database: tr("Database (optional)")
    case .host: tr("Host (optional)")
    case .user: tr("User ID")
    }
  }

  func render(_ state: AccountsState) {
    isRendering = true
    defer { isRendering = false }
    for (field, entry) in entries {
      let text = state.texts[field] ?? ""
      if String(cString: gtk_editable_get_text(opaque(entry))) != text {
        gtk_editable_set_text(opaque(entry), text)
      }
      if state.problem?.field == field {
        gtk_widget_add_css_class(entry, "error")
      } else {
        gtk_widget_remove_css_class(entry, "error")
      }
    }
    gtk_label_set_text(opaque(problem), state.problem?.text ?? "")
    gtk_widget_set_visible(problem, (state.problem != nil).gboolean)
    gtk_widget_set_visible(remove, state.isConnected.gboolean)
    dialog.setActionSensitive(state.canConnect)
  }
}

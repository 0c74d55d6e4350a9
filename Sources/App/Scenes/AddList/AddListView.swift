import CAdwaita
import CGtk

/// The dialog for a list's name.
@MainActor
final class AddListView: AddListViewing {
  let dialog: DialogView
  private let presenter: AddListPresenter
  private let entry: Widget
  private var isRendering = false

  init(presenter: AddListPresenter, parent: Widget?) {
    self.presenter = presenter
    entry = gtk_entry_new()
    dialog = DialogView(
      title: "", parent: parent, actionLabel: tr("_Done"), width: 360,
      onCancel: { [weak presenter] in presenter?.didCancel() },
      onAction: { [weak presenter] in presenter?.didSubmit() })
    for set in [
      gtk_widget_set_margin_start, gtk_widget_set_margin_end, gtk_widget_set_margin_top,
      gtk_widget_set_margin_bottom,
    ] { set(entry, 18) }
    Accessibility.setLabel(tr("List Name"), on: entry)
    dialog.append(entry)
    connect(entry, "changed") { [weak self] _ in
      guard let self, !isRendering else { return }
      self.presenter.didChangeName(String(cString: gtk_editable_get_text(opaque(entry))))
    }
    connect(entry, "activate") { [weak presenter] _ in presenter?.didSubmit() }
    attach(self, to: dialog.window)
    presenter.view = self
    presenter.didLoad()
    dialog.present(focusing: entry)
  }

  func render(_ state: AddListState) {
    isRendering = true
    defer { isRendering = false }
    gtk_window_set_title(cast(dialog.window), state.title)
    gtk_entry_set_placeholder_text(cast(entry), state.placeholder)
    if String(cString: gtk_editable_get_text(opaque(entry))) != state.name {
      gtk_editable_set_text(opaque(entry), state.name)
    }
    dialog.setActionSensitive(!state.isBusy)
  }
}

import CAdwaita
import CGtk
import Core
import Platform
import Service
import Sync
import Toolkit

/// The dialog for a list's name.
@MainActor
final class ListNameView {
  let dialog: DialogView
  let presenter: ListNamePresenter
  private let entry: Widget
  private let places: Widget
  private let placeGroup: Widget
  private var isRendering: Bool { presenter.screen.isRendering }

  init(presenter: ListNamePresenter, parent: Widget?) {
    self.presenter = presenter
    entry = gtk_entry_new()
    places = adw_combo_row_new()
    placeGroup = adw_preferences_group_new()
    dialog = DialogView(
      title: "", parent: parent, actionLabel: tr("_Done"), width: 360,
      onCancel: { [weak presenter] in presenter?.didClose() },
      onAction: { [weak presenter] in presenter?.didSubmit() })
    setMargins(entry, 18)
    Accessibility.setLabel(tr("List Name"), on: entry)
    dialog.append(entry)
    buildPlaces()
    connect(entry, "changed") { [weak self] _ in
      guard let self, !isRendering else { return }
      self.presenter.didChangeName(String(cString: gtk_editable_get_text(opaque(entry))))
    }
    connect(entry, "activate") { [weak presenter] _ in presenter?.didSubmit() }
    dialog.show(presenter, in: self) { $0.render($1) }
    dialog.present(focusing: entry)
  }

  private func buildPlaces() {
    adw_preferences_row_set_title(cast(places), trc("where a list is kept", "Location"))
    adw_preferences_group_add(cast(placeGroup), places)
    setMargins(placeGroup, 18, top: 0)
    gtk_widget_set_visible(placeGroup, 0)
    dialog.append(placeGroup)
    connect(places, "notify::selected") { [weak self] _ in
      guard let self, !isRendering else { return }
      presenter.didChoosePlace(Int(adw_combo_row_get_selected(cast(places))))
    }
  }

  private func renderPlaces(_ state: ListNameState) {
    gtk_widget_set_visible(placeGroup, (state.places.count > 1).gboolean)
    ComboRow.show(state.places, chosen: state.chosenPlace, in: places)
  }

  func render(_ state: ListNameState) {
    gtk_window_set_title(cast(dialog.window), state.title)
    gtk_entry_set_placeholder_text(cast(entry), state.placeholder)
    if String(cString: gtk_editable_get_text(opaque(entry))) != state.name.shown {
      gtk_editable_set_text(opaque(entry), state.name)
    }
    renderPlaces(state)
    dialog.setActionSensitive(!state.isBusy)
  }
}

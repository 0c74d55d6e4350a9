import CAdwaita
import CGtk
import Core
import Platform
import Service
import Sync
import Toolkit

/// Opens the dialog for the name and the look of a new or existing list.
struct ListEditRoute: Route {
  let mode: ListEditPresenter.Mode
  /// Called with the new or changed list after the dialog has closed.
  var onFinish: @MainActor (TodoList) -> Void = { _ in }

  func dialog(_ services: AppServices) -> Dialog {
    let presenter = ListEditPresenter(
      mode: mode, store: services.store, commands: services.commands, onFinish: onFinish)
    return Dialog(presenter) { parent, _ in
      ListEditView(presenter: presenter, parent: parent).dialog
    }
  }
}

/// The dialog for the name and the look of a list.
@MainActor
final class ListEditView {
  let dialog: DialogView
  let presenter: ListEditPresenter
  private let entry: Widget
  private let emoji: Widget
  private let removeEmoji: Widget
  private let swatches: ColourSwatchesView
  private let places: Widget
  private let placeGroup: Widget
  private var rendered: ListEditState? { presenter.screen.rendered }
  private var isRendering: Bool { presenter.screen.isRendering }

  init(presenter: ListEditPresenter, parent: Widget?) {
    self.presenter = presenter
    entry = gtk_entry_new()
    emoji = gtk_button_new()
    removeEmoji = gtk_button_new_from_icon_name("edit-clear-symbolic")
    swatches = ColourSwatchesView { [weak presenter] in presenter?.didChooseColour($0) }
    places = adw_combo_row_new()
    placeGroup = adw_preferences_group_new()
    dialog = DialogView(
      title: "", parent: parent, actionLabel: tr("_Done"), width: 360,
      onCancel: { [weak presenter] in presenter?.didClose() },
      onAction: { [weak presenter] in presenter?.didSubmit() })
    Accessibility.setLabel(tr("List Name"), on: entry)
    buildNameLine()
    // The side margins are smaller than those of other widgets, so that all colours fit into a window of 360 pixels.
    setMargins(swatches.widget, 10, top: 0, bottom: 18)
    gtk_widget_set_halign(swatches.widget, GTK_ALIGN_CENTER)
    dialog.append(swatches.widget)
    buildPlaces()
    connect(entry, "changed") { [weak self] _ in
      guard let self, !isRendering else { return }
      self.presenter.didChangeName(String(cString: gtk_editable_get_text(opaque(entry))))
    }
    connect(entry, "activate") { [weak presenter] _ in presenter?.didSubmit() }
    dialog.show(presenter, in: self) { $0.render($1) }
    dialog.present(focusing: entry)
  }

  private func buildNameLine() {
    let line: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)
    setMargins(line, 18)
    gtk_widget_set_hexpand(entry, 1)
    gtk_widget_set_tooltip_text(emoji, tr("Choose an Emoji"))
    gtk_widget_set_tooltip_text(removeEmoji, tr("Remove the Emoji"))
    Accessibility.setLabel(tr("Remove the Emoji"), on: removeEmoji)
    for child in [emoji, removeEmoji, entry] { gtk_box_append(cast(line), child) }
    dialog.append(line)
    connect(emoji, "clicked") { [weak presenter] arguments in
      EmojiChooser.show(over: cast(arguments.emitter)) { presenter?.didChooseEmoji($0) }
    }
    connect(removeEmoji, "clicked") { [weak self] _ in
      guard let self else { return }
      // The button is about to be hidden, which would lose the focus.
      gtk_widget_grab_focus(emoji)
      presenter.didChooseEmoji(nil)
    }
  }

  private func renderEmoji(_ text: String?) {
    if let text {
      gtk_button_set_label(cast(emoji), text)
      Accessibility.setLabel(tr("Choose an Emoji") + ": " + text, on: emoji)
    } else {
      gtk_button_set_icon_name(cast(emoji), "face-smile-symbolic")
      Accessibility.setLabel(tr("Choose an Emoji"), on: emoji)
    }
    gtk_widget_set_visible(removeEmoji, (text != nil).gboolean)
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

  private func renderPlaces(_ state: ListEditState) {
    gtk_widget_set_visible(placeGroup, (state.places.count > 1).gboolean)
    ComboRow.show(state.places, chosen: state.chosenPlace, in: places)
  }

  func render(_ state: ListEditState) {
    gtk_window_set_title(cast(dialog.window), state.title)
    gtk_entry_set_placeholder_text(cast(entry), state.placeholder)
    if String(cString: gtk_editable_get_text(opaque(entry))) != state.name.shown {
      gtk_editable_set_text(opaque(entry), state.name)
    }
    if rendered?.appearance.emoji != state.appearance.emoji || rendered == nil {
      renderEmoji(state.appearance.emoji)
    }
    swatches.render(state.appearance.colour)
    renderPlaces(state)
    dialog.setActionSensitive(!state.isBusy)
  }
}

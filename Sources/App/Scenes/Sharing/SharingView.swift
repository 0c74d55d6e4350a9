import CAdwaita
import CGtk
import Core
import Platform
import Service
import Toolkit

/// Opens the dialog with the people of a list.
struct SharingRoute: Route {
  let list: TodoList

  func dialog(_ services: AppServices) -> Dialog {
    let presenter = SharingPresenter(
      list: list, store: services.store, commands: services.commands, undo: services.undo,
      names: services.names)
    return Dialog(presenter) { parent, pictures in
      SharingView(presenter: presenter, pictures: pictures, parent: parent).dialog
    }
  }
}

/// The dialog with the people of a list.
@MainActor
final class SharingView {
  let dialog: DialogView
  let presenter: SharingPresenter
  private let title: Widget
  private let toasts: Widget
  private let people: KeyedWidgets<SharingRow>
  private let hint: Widget
  private let invite: Widget
  private let leave: Widget
  private lazy var toast = LatestToast(in: toasts)
  private var rendered: SharingState? { presenter.screen.rendered }

  /// - Parameter pictures: nil shows initials only.
  init(
    presenter: SharingPresenter, pictures: (any PictureLoading)? = nil, parent: Widget?
  ) {
    self.presenter = presenter
    dialog = DialogView(
      title: tr("Members"), parent: parent, width: 460, height: 440,
      onCancel: { [weak presenter] in presenter?.didClose() })
    dialog.addUndo { [weak presenter] in presenter?.didChoose($0) }
    title = adw_window_title_new(tr("Members"), "")
    toasts = cast(adw_toast_overlay_new())
    people = KeyedWidgets { [weak presenter] row in
      SharingRow(row, pictures: pictures) { role in
        presenter?.didChooseRole(role, of: row.id)
      } onRemove: {
        presenter?.didRemove(row.id)
      }
    }
    hint = gtk_label_new(nil)
    invite = gtk_button_new_with_mnemonic(tr("_Invite…"))
    leave = gtk_button_new_with_mnemonic(tr("_Leave List…"))
    build()
    dialog.show(presenter, in: self) { $0.render($1) }
    dialog.present(focusing: toasts)
  }

  private func build() {
    dialog.setTitle(title)
    let page: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 18)
    setMargins(page, 18)
    Accessibility.setLabel(tr("Members"), on: people.container)
    gtk_label_set_wrap(opaque(hint), 1)
    gtk_label_set_xalign(opaque(hint), 0)
    gtk_widget_add_css_class(hint, "dim-label")
    for button in [invite, leave] {
      Accessibility.useTextAsLabel(of: button)
      gtk_widget_set_halign(button, GTK_ALIGN_CENTER)
      gtk_widget_add_css_class(button, "pill")
      gtk_widget_set_visible(button, 0)
    }
    gtk_widget_add_css_class(leave, "destructive-action")
    connect(invite, "clicked") { [weak presenter] _ in presenter?.didRequestInvite() }
    connect(leave, "clicked") { [weak presenter] _ in presenter?.didRequestLeave() }
    for child in [hint, people.container, invite, leave] { gtk_box_append(cast(page), child) }
    let scrolled = scrolled(page)
    adw_toast_overlay_set_child(opaque(toasts), scrolled)
    gtk_widget_set_vexpand(toasts, 1)
    dialog.append(toasts)
  }

  func render(_ state: SharingState) {
    adw_window_title_set_subtitle(opaque(title), state.list)
    if people.render(state.rows) { gtk_widget_grab_focus(invite) }
    gtk_widget_set_visible(people.container, (!state.rows.isEmpty).gboolean)
    gtk_widget_set_visible(invite, state.canManage.gboolean)
    gtk_widget_set_visible(leave, state.canLeave.gboolean)
    gtk_widget_set_visible(hint, (!state.rows.isEmpty).gboolean)
    gtk_label_set_text(
      opaque(hint),
      state.canLeave
        ? tr("Only the owner can invite and remove members.")
        : tr("Members see this list and all its to-dos on their devices."))
    if rendered?.rows.isEmpty != false, !state.rows.isEmpty {
      gtk_widget_grab_focus(state.canManage ? invite : people.rows[0].widget)
    }
    if let offer = state.undoOffer, offer != rendered?.undoOffer { show(offer) }
    if let notice = state.notice, notice != rendered?.notice {
      toast.show(Toast(notice.text, timeout: 3))
    }
  }

  private func show(_ offer: SharingState.UndoOffer) {
    toast.show(
      Toast(tr("“%s” removed", ErrorText.short(offer.name)), button: tr("_Undo")),
      onButton: { [weak presenter] in presenter?.didUndo(offer.number) },
      onDismissed: { [weak presenter] in presenter?.didLetGo(offer.number) })
  }
}

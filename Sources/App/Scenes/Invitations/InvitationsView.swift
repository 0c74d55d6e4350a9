import CAdwaita
import CGtk
import Core
import Platform
import Toolkit

/// Opens the dialog with the invitations to other people's lists.
struct InvitationsRoute: Route {
  func dialog(_ services: AppServices) -> Dialog {
    let presenter = InvitationsPresenter(
      store: services.store, commands: services.commands, names: services.names)
    return Dialog(presenter) { parent, _ in
      InvitationsView(presenter: presenter, parent: parent).dialog
    }
  }
}

/// The dialog with the invitations.
@MainActor
final class InvitationsView {
  let dialog: DialogView
  let presenter: InvitationsPresenter
  private let hint: Widget
  private let invitations: KeyedWidgets<InvitationRow>
  private let heading: Widget
  private let blocked: KeyedWidgets<BlockedRow>
  private var rendered: InvitationsState? { presenter.screen.rendered }

  init(presenter: InvitationsPresenter, parent: Widget?) {
    self.presenter = presenter
    dialog = DialogView(
      title: tr("Invitations"), parent: parent, width: 560, height: 440,
      onCancel: { [weak presenter] in presenter?.didClose() })
    hint = gtk_label_new(nil)
    invitations = KeyedWidgets { [weak presenter] row in
      InvitationRow(row) {
        presenter?.didAccept(row.id)
      } onDecline: {
        presenter?.didDecline(row.id)
      } onBlock: {
        presenter?.didRequestBlock(row.id)
      }
    }
    heading = gtk_label_new(tr("Blocked People"))
    blocked = KeyedWidgets { [weak presenter] row in
      BlockedRow(row) { presenter?.didUnblock(row.id) }
    }
    build()
    dialog.show(presenter, in: self) { $0.render($1) }
    dialog.present(focusing: invitations.container)
  }

  private func build() {
    let page: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12)
    setMargins(page, 18)
    Accessibility.setLabel(tr("Invitations"), on: invitations.container)
    Accessibility.setLabel(tr("Blocked People"), on: blocked.container)
    for label in [hint, heading] {
      gtk_label_set_wrap(opaque(label), 1)
      gtk_label_set_xalign(opaque(label), 0)
    }
    gtk_widget_add_css_class(hint, "dim-label")
    gtk_widget_add_css_class(heading, "heading")
    for child in [hint, invitations.container, heading, blocked.container] {
      gtk_box_append(cast(page), child)
    }
    let scrolled = scrolled(page)
    gtk_widget_set_vexpand(scrolled, 1)
    dialog.append(scrolled)
  }

  private func render(_ state: InvitationsState) {
    gtk_label_set_text(
      opaque(hint),
      state.isEmpty
        ? tr("You have no invitations.")
        : tr(
          "A list is downloaded only after you accept. Accept only from people you know."
        )
    )
    let isFirst = rendered?.rows.isEmpty != false
    invitations.render(state.rows)
    blocked.render(state.blocked)
    gtk_widget_set_visible(invitations.container, (!state.rows.isEmpty).gboolean)
    for widget in [heading, blocked.container] {
      gtk_widget_set_visible(widget, (!state.blocked.isEmpty).gboolean)
    }
    if isFirst, let row = invitations.rows.first { gtk_widget_grab_focus(row.widget) }
  }
}

import Core
import Platform
import Service
import Sync
import Toolkit

/// The texts about invitations. Names in them were written by strangers, so they are shown on one line, cut to a
/// maximum length, and never as markup.
enum InvitationsText {
  private static let longest = 60

  /// The line in the main list; nil if no invitation is open.
  @MainActor
  static func summary(_ invitations: [Invitation], names: any PersonNaming) -> String? {
    let open = invitations.filter { !$0.isAccepted }
    guard let first = open.first else { return nil }
    guard open.count == 1 else { return ntr("%d invitation", "%d invitations", open.count) }
    let name = names.personName(first.id.owner, first.id.account.root) ?? first.id.owner
    return tr("Invitation from %s…", name.onOneLine(limit: longest))
  }

  static func list(_ row: InvitationsState.Row) -> String {
    row.list.isEmpty ? tr("List Without a Name") : row.list
  }

  /// The name that a person has chosen, together with the user ID, which nobody can choose.
  static func person(_ person: InvitationPerson) -> String {
    let user = person.user.onOneLine(limit: longest)
    guard let name = person.name else { return user }
    return trc("a person's name and user ID", "%s (%s)", name.onOneLine(limit: longest), user)
  }

  static func detail(_ row: InvitationsState.Row) -> String {
    let parts = [
      person(row.person), SharingText.role(row.role),
      row.isAccepted ? tr("Accepted, waiting for the server") : nil,
    ]
    return parts.compactMap { $0 }.joined(separator: " · ")
  }

  static func blockQuestion(_ person: InvitationPerson) -> Alert {
    Alert(
      title: tr("Block “%s”?", (person.name ?? person.user).onOneLine(limit: 30)),
      body: tr(
        "%s cannot invite you any more. Lists that you have accepted stay.", self.person(person)),
      responses: [.init("cancel", tr("_Cancel")), .init("block", tr("_Block"), .destructive)],
      defaultResponse: "cancel", closeResponse: "cancel")
  }
}

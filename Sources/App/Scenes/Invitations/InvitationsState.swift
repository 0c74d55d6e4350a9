import Core
import Service

/// Everything the dialog with the invitations shows.
struct InvitationsState: Equatable {
  /// One invitation.
  struct Row: Equatable, Identifiable {
    let id: Invitation.ID
    /// What the list is called; empty where the other person has said nothing.
    var list: String
    /// The person who invites.
    var person: InvitationPerson
    var role: ListRole
    /// Whether the user has accepted, and the server does not know yet.
    var isAccepted: Bool
  }

  /// Somebody whose invitations the user does not want.
  struct Blocked: Equatable, Identifiable {
    struct ID: Hashable {
      let account: AccountID
      let user: String
    }

    let id: ID
    var person: InvitationPerson
  }

  /// Those that wait for an answer first.
  var rows: [Row] = []
  var blocked: [Blocked] = []
  /// Whether it is known that there is nothing.
  var isEmpty = false
}

/// A person as far as somebody who does not know them can tell them from others.
struct InvitationPerson: Hashable {
  /// The user ID, which no two people have.
  let user: String
  /// What the person calls themselves; nil while it is not known.
  let name: String?
}

import Core
import TestSupport

/// Which records of a server each user must see: all of their own, and those in other people's lists in which they have
/// a role that they have accepted.
struct Cast {
  struct Invitation: Hashable, CustomStringConvertible {
    let owner: String
    let list: ListID

    var description: String { owner + "/" + list.rawValue }
  }

  private let trees: [String: [RecordKey: RecordFields]]

  init(server: SimulatedServer, users: [String]) {
    trees = Dictionary(uniqueKeysWithValues: users.map { ($0, server.records(of: $0)) })
  }

  func role(of user: String, in list: ListID, of owner: String) -> ListRole? {
    guard consent(of: user, to: owner, list) == .accepted else { return nil }
    return invitation(of: user, into: list, of: owner)
  }

  /// The role given by the owner, accepted or not.
  func invitation(of user: String, into list: ListID, of owner: String) -> ListRole? {
    let key = RecordKey(kind: .member, id: ListMember.id(of: user, in: list))
    guard case .string(let name)? = trees[owner]?[key]?["role"] else { return nil }
    return ListRole(rawValue: name)
  }

  func consent(of user: String, to person: String, _ list: ListID?) -> Consent.Choice? {
    let key = RecordKey(kind: .consent, id: Consent.id(of: person, list))
    guard case .string(let name)? = trees[user]?[key]?["choice"] else { return nil }
    return Consent.Choice(rawValue: name)
  }

  /// The invitations that a user has not answered yet.
  func invitations(of user: String) -> Set<Invitation> {
    var invitations: Set<Invitation> = []
    for (owner, records) in trees
    where owner != user && consent(of: user, to: owner, nil) != .blocked {
      for (key, fields) in records where key.kind == .member && fields["user"] == .string(user) {
        guard let list = Self.list(of: key, fields), consent(of: user, to: owner, list) == nil
        else { continue }
        invitations.insert(Invitation(owner: owner, list: list))
      }
    }
    return invitations
  }

  /// The lists of other people in which a user takes part.
  func shares(of user: String) -> Set<Account.Share> {
    var shares: Set<Account.Share> = []
    for (owner, records) in trees where owner != user {
      for (key, fields) in records where key.kind == .member && fields["user"] == .string(user) {
        guard case .string(let name)? = fields["listID"] else { continue }
        let list = ListID(rawValue: name)
        guard let role = role(of: user, in: list, of: owner) else { continue }
        shares.insert(.init(owner: owner, list: list, role: role))
      }
    }
    return shares
  }

  /// All records that a user must see.
  func view(of user: String) -> [RecordKey: RecordFields] {
    var view = trees[user] ?? [:]
    for share in shares(of: user) {
      for (key, fields) in trees[share.owner] ?? [:] where Self.list(of: key, fields) == share.list
      {
        view[key] = fields
      }
    }
    return view
  }

  /// The list to which a record belongs according to its fields; a list belongs to itself.
  static func list(of key: RecordKey, _ fields: RecordFields) -> ListID? {
    if key.kind == .list { return ListID(rawValue: key.id) }
    guard case .string(let list)? = fields["listID"] else { return nil }
    return ListID(rawValue: list)
  }
}

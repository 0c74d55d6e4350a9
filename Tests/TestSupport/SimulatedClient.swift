public import Core

/// The user who makes a request to a ``SimulatedServer``, and the records that it is about.
public struct SimulatedClient: Hashable, Sendable {
  /// The user whose records the request is about.
  let tree: String
  /// The requesting user.
  let user: String
  /// The only list that the request is about; nil for the whole tree.
  let list: ListID?
  /// The account to which everything sent must belong; nil for any.
  let account: AccountID?

  /// The only user of a server.
  static let home = SimulatedClient(
    tree: SimulatedServer.home, user: SimulatedServer.home, list: nil, account: nil)

  private init(tree: String, user: String, list: ListID?, account: AccountID?) {
    self.tree = tree
    self.user = user
    self.list = list
    self.account = account
  }

  /// The user of an account, with the user's own records or with a list of another person.
  public init(_ account: Account) {
    self.init(
      tree: account.share?.owner ?? account.user, user: account.user, list: account.share?.list,
      account: account.id)
  }

  /// The user's own member record for the list.
  var membership: RecordKey? {
    list.map { RecordKey(kind: .member, id: ListMember.id(of: user, in: $0)) }
  }

  func place(of key: RecordKey) -> SimulatedServer.Place {
    guard let (owner, member) = key.sharedBy else { return .init(tree: tree, key: key) }
    return .init(tree: owner, key: RecordKey(kind: .member, id: member))
  }
}

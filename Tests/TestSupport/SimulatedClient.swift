public import Core

/// Who asks a ``SimulatedServer``, and for what.
public struct SimulatedClient: Hashable, Sendable {
  /// The user whose records are meant.
  let tree: String
  /// The user who asks.
  let user: String
  /// The one list that is meant; nil for the whole tree.
  let list: ListID?
  /// The account that everything sent has to belong to; nil: any.
  let account: AccountID?

  /// Somebody alone on a server.
  static let home = SimulatedClient(
    tree: SimulatedServer.home, user: SimulatedServer.home, list: nil, account: nil)

  private init(tree: String, user: String, list: ListID?, account: AccountID?) {
    self.tree = tree
    self.user = user
    self.list = list
    self.account = account
  }

  /// The user of an account with what is their own, or a list of another person that they take part in.
  public init(_ account: Account) {
    self.init(
      tree: account.share?.owner ?? account.user, user: account.user, list: account.share?.list,
      account: account.id)
  }

  /// The user's own part in the list that is meant.
  var membership: RecordKey? {
    list.map { RecordKey(kind: .member, id: ListMember.id(of: user, in: $0)) }
  }

  func place(of key: RecordKey) -> SimulatedServer.Place {
    guard let (owner, member) = key.sharedBy else { return .init(tree: tree, key: key) }
    return .init(tree: owner, key: RecordKey(kind: .member, id: member))
  }
}

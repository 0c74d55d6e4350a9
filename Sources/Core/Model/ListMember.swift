/// A person who takes part in a list that another person owns.
public struct ListMember: Hashable, Sendable, Identifiable {
  /// The account through which the list is known here.
  public let account: AccountID
  public let list: ListID
  /// The user ID of the person.
  @Exact public private(set) var user: String
  public var role: ListRole
  public let createdAt: Timestamp
  public var modifiedAt: Timestamp

  /// One person takes part in a list once, whichever device invited them.
  public var id: String { Self.id(of: user, in: list) }

  public init(
    account: AccountID, list: ListID, user: String, role: ListRole, createdAt: Timestamp,
    modifiedAt: Timestamp
  ) {
    self.account = account
    self.list = list
    self.user = user
    self.role = role
    self.createdAt = createdAt
    self.modifiedAt = modifiedAt
  }

  /// The name under which servers keep that a person takes part in a list.
  public static func id(of user: String, in list: ListID) -> String { list.rawValue + ":" + user }
}

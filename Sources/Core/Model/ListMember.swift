import Basics

/// A person who takes part in a list without owning it.
public struct ListMember: Hashable, Sendable, Identifiable {
  /// The account through which the list is known here.
  public let account: AccountID
  public let list: ListID
  /// The user ID of the person.
  @Exact public private(set) var user: String
  public var role: ListRole
  /// The list's name when the person was invited. Before accepting, they see no more of the list than this.
  @Exact public var listName: String?
  public let createdAt: Timestamp
  public var modifiedAt: Timestamp

  /// A person is a member of a list only once, whichever device invited them.
  public var id: String { Self.id(of: user, in: list) }

  public init(
    account: AccountID, list: ListID, user: String, role: ListRole, listName: String? = nil,
    createdAt: Timestamp, modifiedAt: Timestamp
  ) {
    self.account = account
    self.list = list
    self.user = user
    self.role = role
    self.listName = listName
    self.createdAt = createdAt
    self.modifiedAt = modifiedAt
  }

  /// The longest user ID that a to-do can be assigned to or a list shared with, in UTF-8 bytes.
  public static let maximumUserBytes = 500

  /// The server's name for this membership.
  public static func id(of user: String, in list: ListID) -> String { list.rawValue + ":" + user }
}

import Basics

/// A person who takes part in a list that another person owns.
public struct ListMember: Hashable, Sendable, Identifiable {
  /// The account through which the list is known here.
  public let account: AccountID
  public let list: ListID
  /// The user ID of the person.
  @Exact public private(set) var user: String
  public var role: ListRole
  /// What the list was called when the person was invited: nobody sees more of it before they accept.
  public var listName: String?
  public let createdAt: Timestamp
  public var modifiedAt: Timestamp

  /// One person takes part in a list once, whichever device invited them.
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

  /// The longest user ID that can be given anything, in UTF-8 bytes.
  public static let maximumUserBytes = 500

  /// The name under which servers keep that a person takes part in a list.
  public static func id(of user: String, in list: ListID) -> String { list.rawValue + ":" + user }
}

import Basics

/// A named list of to-dos.
public struct TodoList: Hashable, Sendable, Identifiable {
  public let id: ListID
  /// The account that keeps it; nil: this computer only.
  public var account: AccountID?
  @Exact public var name: String
  /// Sort key among lists, see ``PositionKey``.
  @Exact public var position: String
  public let createdAt: Timestamp
  /// When somebody last changed it; see ``isGuessed``.
  public var modifiedAt: Timestamp

  /// Whether nobody chose the name: the list was made without being asked for, or brought back where its
  /// name was not known. Nobody has ever changed it, so it was changed at no time, which servers and other
  /// devices are told as 1970.
  public var isGuessed: Bool { modifiedAt == Self.never }

  /// When a list was changed that nobody has changed.
  public static let never = Timestamp(milliseconds: 0)

  public init(
    id: ListID, account: AccountID?, name: String, position: String, createdAt: Timestamp,
    modifiedAt: Timestamp
  ) {
    self.id = id
    self.account = account
    self.name = name
    self.position = position
    self.createdAt = createdAt
    self.modifiedAt = modifiedAt
  }
}

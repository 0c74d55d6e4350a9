import Basics

/// A named list of to-dos.
public struct TodoList: Hashable, Sendable, Identifiable {
  public let id: ListID
  /// The account that keeps it; nil for this computer only.
  public var account: AccountID?
  @Exact public var name: String
  /// Sort key among lists, see ``PositionKey``.
  @Exact public var position: String
  public let createdAt: Timestamp
  /// When somebody last changed it; see ``isGuessed``.
  public var modifiedAt: Timestamp

  /// Whether nobody chose the name: the list was created automatically, or restored without a known name. Its
  /// `modifiedAt` is 1970, also on servers and other devices, because nobody ever changed it.
  public var isGuessed: Bool { modifiedAt == Self.never }

  /// The `modifiedAt` of a list that nobody has changed.
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

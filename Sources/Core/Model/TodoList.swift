/// A named list of to-dos.
public struct TodoList: Hashable, Sendable, Identifiable {
  public let id: ListID
  /// The account that keeps it; nil: this computer only.
  public var account: AccountID?
  @Exact public var name: String
  /// Sort key among lists, see ``PositionKey``.
  @Exact public var position: String
  public let createdAt: Timestamp
  public var modifiedAt: Timestamp

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

/// A copy of something deleted or given up, which can be restored.
public struct TrashItem: Hashable, Sendable, Identifiable {
  /// Why it is in the trash.
  public enum Reason: String, Sendable {
    /// Deleted here.
    case deleted
    /// Deleted on another device.
    case deletedElsewhere
    /// A change that was given up in favour of the server's state.
    case discarded
    /// A change in a list that another person no longer shares.
    case unshared
  }

  public let id: Int64
  public let key: RecordKey
  /// Its title.
  public let title: String
  /// The list that a to-do was in.
  public let listName: String?
  public let reason: Reason
  /// How many to-dos are restored with a list.
  public let todoCount: Int
  public let at: Timestamp

  public init(
    id: Int64, key: RecordKey, title: String, listName: String?, reason: Reason, todoCount: Int,
    at: Timestamp
  ) {
    self.id = id
    self.key = key
    self.title = title
    self.listName = listName
    self.reason = reason
    self.todoCount = todoCount
    self.at = at
  }
}

/// Values of another device that lost to this computer's, because both had changed the same fields.
public struct SyncConflict: Hashable, Sendable, Identifiable {
  public let id: Int64
  public let key: RecordKey
  /// What the user calls the record.
  public let title: String
  /// The values that lost.
  public let lost: RecordFields
  /// The same fields as they were kept.
  public let kept: RecordFields
  public let at: Timestamp

  public init(
    id: Int64, key: RecordKey, title: String, lost: RecordFields, kept: RecordFields, at: Timestamp
  ) {
    self.id = id
    self.key = key
    self.title = title
    self.lost = lost
    self.kept = kept
    self.at = at
  }
}

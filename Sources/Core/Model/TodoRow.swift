import Basics

/// The part of a to-do that a row shows; pages read only this.
public struct TodoRow: Hashable, Sendable, Identifiable {
  /// The sync badge of a row.
  public enum Mark: Hashable, Sendable {
    /// The server has the latest change, or there is no server.
    case none
    /// Shown before the commit.
    case saving
    /// On disk, not yet on the server.
    case waiting
    /// On its way to the server.
    case sending
    /// The server refused it; the user has to decide.
    case refused
  }

  public let id: TodoID
  public var listID: ListID
  @Exact public var content: String
  public var isDone: Bool
  public var isStarred: Bool
  public var date: CalendarDay?
  public var hasAlarm: Bool
  /// The person it is assigned to.
  public var assignee: Assignee?
  @Exact public var position: String
  public var mark: Mark

  public init(
    id: TodoID, listID: ListID, content: String, isDone: Bool = false, isStarred: Bool = false,
    date: CalendarDay? = nil, hasAlarm: Bool = false, assignee: Assignee? = nil, position: String,
    mark: Mark = .none
  ) {
    self.id = id
    self.listID = listID
    self.content = content
    self.isDone = isDone
    self.isStarred = isStarred
    self.date = date
    self.hasAlarm = hasAlarm
    self.assignee = assignee
    self.position = position
    self.mark = mark
  }

  /// Whether this row stands before another one of the same section: oldest first.
  ///
  /// The order is that of the bytes, as in the database.
  public func precedes(_ other: TodoRow) -> Bool {
    guard position.isExactly(other.position) else {
      return position.precedesExactly(other.position)
    }
    return id.rawValue.precedesExactly(other.id.rawValue)
  }
}

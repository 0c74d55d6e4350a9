import Basics

/// A to-do with everything that is stored about it.
public struct Todo: Hashable, Sendable, Identifiable {
  public let id: TodoID
  /// The account that keeps it; nil for this computer only.
  public var account: AccountID?
  public var listID: ListID
  @Exact public var content: String
  @Exact public var notes: String
  /// The day it is planned for, without a time; the same day in every zone.
  public var date: CalendarDay?
  public var alarm: Alarm?
  public var priority: Priority
  /// The user ID of the person it is assigned to.
  @Exact public var assignee: String?
  public var isDone: Bool
  public var completedAt: Timestamp?
  /// Sort key within the list, see ``PositionKey``.
  @Exact public var position: String
  public let createdAt: Timestamp
  public var modifiedAt: Timestamp

  public init(
    id: TodoID, account: AccountID? = nil, listID: ListID, content: String, notes: String = "",
    date: CalendarDay? = nil, alarm: Alarm? = nil, priority: Priority = .undefined,
    assignee: String? = nil, isDone: Bool = false, completedAt: Timestamp? = nil, position: String,
    createdAt: Timestamp,
    modifiedAt: Timestamp
  ) {
    self.id = id
    self.account = account
    self.listID = listID
    self.content = content
    self.notes = notes
    self.date = date
    self.alarm = alarm
    self.priority = priority
    self.assignee = assignee
    self.isDone = isDone
    self.completedAt = completedAt
    self.position = position
    self.createdAt = createdAt
    self.modifiedAt = modifiedAt
  }
}

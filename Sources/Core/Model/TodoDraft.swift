/// What a person has typed for a new to-do.
public struct TodoDraft: Hashable, Sendable {
  /// Chosen before the write, so that the row can be shown before the commit.
  public let id: TodoID
  /// Nil puts it into the first list, which is created if there is none.
  public var listID: ListID?
  /// Whether the list may be one that is not there yet: it is made as the first list then.
  public var makesList = false
  public var content: String
  public var notes: String
  public var date: CalendarDay?
  public var alarm: Alarm?
  public var isStarred: Bool
  /// The user ID of the person it is assigned to.
  public var assignee: String?
  /// Whether it is assigned to the user of the account that keeps it; overrides ``assignee``.
  public var isAssignedToMe: Bool
  /// When it was entered; nil for the time of saving.
  public var createdAt: Timestamp?

  public init(
    id: TodoID, listID: ListID? = nil, content: String, notes: String = "",
    date: CalendarDay? = nil, alarm: Alarm? = nil, isStarred: Bool = false,
    assignee: String? = nil, isAssignedToMe: Bool = false
  ) {
    self.id = id
    self.listID = listID
    self.content = content
    self.notes = notes
    self.date = date
    self.alarm = alarm
    self.isStarred = isStarred
    self.assignee = assignee
    self.isAssignedToMe = isAssignedToMe
  }
}

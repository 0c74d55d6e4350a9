/// What a person has typed for a new to-do.
public struct TodoDraft: Hashable, Sendable {
  /// Chosen before the write, so that the row can be shown while the disk is still busy.
  public let id: TodoID
  /// Nil puts it into the first list, which is made if there is none.
  public var listID: ListID?
  /// Whether the list may be one that is not there yet: it is made as the first list then.
  public var makesList = false
  public var content: String
  public var notes: String
  public var date: CalendarDay?
  public var alarm: Alarm?
  public var isStarred: Bool
  /// The user ID of the person whom it is given to.
  public var assignee: String?
  /// Whether it is given to the user, whoever that is where it is kept; goes before ``assignee``.
  public var isAssignedToMe: Bool
  /// When it was entered; nil is the moment of saving.
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

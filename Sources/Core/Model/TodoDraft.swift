import Basics

/// What a person has typed for a new to-do.
public struct TodoDraft: Hashable, Sendable {
  /// Chosen before the write, so that the row can be shown before the commit.
  public let id: TodoID
  /// Nil puts it into the first list, which is created if there is none.
  public var listID: ListID?
  /// Whether ``listID`` may name a list that does not exist yet; it is then created as the first list.
  public var makesList = false
  public var content: String
  public var notes: String
  public var due: CalendarTime?
  public var start: CalendarTime?
  public var reminders: Set<Reminder>
  public var recurrence: RecurrenceRule?
  public var parent: TodoID?
  public var tags: Set<ExactText>
  public var priority: Priority
  public var url: String?
  /// The user ID of the person it is assigned to.
  public var assignee: String?
  /// Whether it is assigned to the user of the account that keeps it; overrides ``assignee``.
  public var isAssignedToMe: Bool
  /// When it was entered; nil for the time of saving.
  public var createdAt: Timestamp?

  /// Whether it has a star, which is the priority high.
  public var isStarred: Bool {
    get { priority.isStarred }
    set { priority.setStarred(newValue) }
  }

  public init(
    id: TodoID, listID: ListID? = nil, content: String, notes: String = "",
    due: CalendarTime? = nil, start: CalendarTime? = nil, reminders: Set<Reminder> = [],
    recurrence: RecurrenceRule? = nil, parent: TodoID? = nil, tags: Set<ExactText> = [],
    priority: Priority = .undefined, isStarred: Bool = false, url: String? = nil,
    assignee: String? = nil, isAssignedToMe: Bool = false
  ) {
    self.id = id
    self.listID = listID
    self.content = content
    self.notes = notes
    self.due = due
    self.start = start
    self.reminders = reminders
    self.recurrence = recurrence
    self.parent = parent
    self.tags = tags
    self.priority = isStarred ? .highest : priority
    self.url = url
    self.assignee = assignee
    self.isAssignedToMe = isAssignedToMe
  }
}

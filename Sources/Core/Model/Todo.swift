import Basics

/// A to-do with everything that is stored about it. Fields are named after the properties of a VTODO (RFC 5545 §3.6.2)
/// where there is one.
public struct Todo: Hashable, Sendable, Identifiable {
  /// The state of a to-do (RFC 5545 §3.8.1.11).
  public enum Status: String, CaseIterable, Sendable {
    case open
    case done
    /// It will not be done. It is listed among the done to-dos, but never counted as done.
    case cancelled
  }

  public let id: TodoID
  /// The account that keeps it; nil for this computer only.
  public var account: AccountID?
  public var listID: ListID
  @Exact public var content: String
  @Exact public var notes: String
  /// The day, or the day with a time, until which it is to be done.
  public var due: CalendarTime?
  /// The day, or the day with a time, before which nothing can be done about it.
  public var start: CalendarTime?
  public var reminders: Set<Reminder>
  public var snoozes: Set<Snooze>
  /// How it repeats. ``due`` is the present occurrence, or ``start`` where nothing is due.
  public var recurrence: RecurrenceRule?
  /// The occurrences that were completed.
  public var completions: Set<Completion>
  /// The to-do that it is a part of, as stored; see ``TodoTree`` for which parents count.
  public var parent: TodoID?
  public var tags: Set<ExactText>
  public var priority: Priority
  /// As it was stored, safe or not; see ``TodoLink/isSafe(_:)``.
  @Exact public var url: String?
  /// The user ID of the person it is assigned to.
  @Exact public var assignee: String?
  public var status: Status
  /// When it was done or cancelled.
  public var completedAt: Timestamp?
  /// Sort key within the list, see ``PositionKey``.
  @Exact public var position: String
  public let createdAt: Timestamp
  public var modifiedAt: Timestamp

  /// Whether it is listed among the done to-dos: done or cancelled. Use ``status`` to count what was done.
  public var isDone: Bool { status != .open }

  public init(
    id: TodoID, account: AccountID? = nil, listID: ListID, content: String, notes: String = "",
    due: CalendarTime? = nil, start: CalendarTime? = nil, reminders: Set<Reminder> = [],
    snoozes: Set<Snooze> = [], recurrence: RecurrenceRule? = nil, completions: Set<Completion> = [],
    parent: TodoID? = nil, tags: Set<ExactText> = [], priority: Priority = .undefined,
    url: String? = nil, assignee: String? = nil, status: Status = .open,
    completedAt: Timestamp? = nil, position: String, createdAt: Timestamp, modifiedAt: Timestamp
  ) {
    self.id = id
    self.account = account
    self.listID = listID
    self.content = content
    self.notes = notes
    self.due = due
    self.start = start
    self.reminders = reminders
    self.snoozes = snoozes
    self.recurrence = recurrence
    self.completions = completions
    self.parent = parent
    self.tags = tags
    self.priority = priority
    self.url = url
    self.assignee = assignee
    self.status = status
    self.completedAt = completedAt
    self.position = position
    self.createdAt = createdAt
    self.modifiedAt = modifiedAt
  }
}

/// The person a to-do is assigned to.
public struct Assignee: Hashable, Sendable {
  /// The account that knows the person.
  public let account: AccountID
  /// The user ID of the person.
  @Exact public private(set) var user: String
  /// Whether that is the user of the account.
  public let isMe: Bool

  public init(account: AccountID, user: String, isMe: Bool) {
    self.account = account
    self.user = user
    self.isMe = isMe
  }
}

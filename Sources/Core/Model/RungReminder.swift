import Basics

/// A reminder that has rung on this computer.
public struct RungReminder: Hashable, Sendable, Identifiable {
  /// Names it on this computer; never used twice.
  public let id: Int64
  public let todo: TodoID
  public let reminder: Reminder
  /// When it was to ring.
  public let moment: Timestamp
  @Exact public private(set) var content: String
  public let due: CalendarTime?
  /// The name of its list; nil if that is not known here.
  @Exact public private(set) var list: String?
  /// Whether the user may change the to-do.
  public let mayWrite: Bool
  /// Whether the user may put it off; who may only read another person's list may do so too.
  public let maySnooze: Bool

  init(
    id: Int64, reminder: Reminder, moment: Timestamp, of todo: Todo, list: String?, mayWrite: Bool,
    maySnooze: Bool
  ) {
    self.id = id
    self.todo = todo.id
    self.reminder = reminder
    self.moment = moment
    content = todo.content
    due = todo.due
    self.list = list
    self.mayWrite = mayWrite
    self.maySnooze = maySnooze
  }
}

/// What is left of several reminders that one notification shows.
public struct RungGroup: Hashable, Sendable, Identifiable {
  /// That of the reminder that was the first of them.
  public let id: Int64
  /// Those that still count, earliest first.
  public let left: [RungReminder]
}

/// What there is to do about reminders at a moment.
public struct ReminderUpdate: Sendable {
  /// What rings now, earliest first. Claimed by the caller: nobody else gets it.
  public var ringing: [RungReminder] = []
  /// What is to be taken away if it is shown, see ``RungReminder/id``.
  public var outdated: [Int64] = []
  /// The groups that ``outdated`` leaves, without it.
  public var groups: [RungGroup] = []
  /// When to look again; nil while nothing waits.
  public var next: Timestamp?
  /// When the last of those has rung that are shown, these too; nil if none is shown.
  public var shown: Timestamp?

  public init() {}
}

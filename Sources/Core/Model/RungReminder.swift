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
  /// Whether the user may snooze it. Read permission for another person's list suffices.
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

/// The reminders that still count among several that one notification shows.
public struct RungGroup: Hashable, Sendable, Identifiable {
  /// The ID of the reminder that was the first of the group.
  public let id: Int64
  /// Those that still count, earliest first.
  public let left: [RungReminder]
}

/// The work to do about reminders at a moment.
public struct ReminderUpdate: Sendable {
  /// What rings now, earliest first. The caller has claimed these: no other caller gets them.
  public var ringing: [RungReminder] = []
  /// The notifications to withdraw if they are shown, by ``RungReminder/id``.
  public var outdated: [Int64] = []
  /// The groups that contain reminders of ``outdated``, without these.
  public var groups: [RungGroup] = []
  /// When to look again; nil while nothing waits.
  public var next: Timestamp?
  /// The latest ringing time among all shown reminders, including ``ringing``; nil if none is shown.
  public var shown: Timestamp?

  public init() {}
}

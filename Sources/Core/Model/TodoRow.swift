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
    case quarantined
  }

  public let id: TodoID
  public var listID: ListID
  /// The to-do that it is a part of, as stored; see ``TodoTree``.
  public var parent: TodoID?
  @Exact public var content: String
  /// Whether it is listed among the done to-dos: done or cancelled.
  public var isDone: Bool
  public var isCancelled: Bool
  public var priority: Priority
  public var due: CalendarTime?
  public var start: CalendarTime?
  public var hasReminder: Bool
  public var hasRecurrence: Bool
  public var hasNotes: Bool
  public var tags: Set<ExactText>
  /// The person it is assigned to.
  public var assignee: Assignee?
  @Exact public var position: String
  public var mark: Mark
  public var createdAt: Timestamp

  public var isStarred: Bool { priority.isStarred }

  public init(
    id: TodoID, listID: ListID, parent: TodoID? = nil, content: String, isDone: Bool = false,
    isCancelled: Bool = false, priority: Priority = .undefined, due: CalendarTime? = nil,
    start: CalendarTime? = nil, hasReminder: Bool = false, hasRecurrence: Bool = false,
    hasNotes: Bool = false, tags: Set<ExactText> = [], assignee: Assignee? = nil, position: String,
    mark: Mark = .none, createdAt: Timestamp = Timestamp(milliseconds: 0)
  ) {
    self.id = id
    self.listID = listID
    self.parent = parent
    self.content = content
    self.isDone = isDone
    self.isCancelled = isCancelled
    self.priority = priority
    self.due = due
    self.start = start
    self.hasReminder = hasReminder
    self.hasRecurrence = hasRecurrence
    self.hasNotes = hasNotes
    self.tags = tags
    self.assignee = assignee
    self.position = position
    self.mark = mark
    self.createdAt = createdAt
  }

  /// When a to-do first appears on the page of the present day, in the reader's zone: on its due day, or at its start
  /// if that is on the due day or later. Nil without a due date.
  /// - Parameter zone: the zone of the reader.
  public static func firstTime(due: CalendarTime?, start: CalendarTime?, in zone: ZoneRules)
    -> CalendarTime?
  {
    guard let due = due?.local(in: zone).day else { return nil }
    guard let start = start?.local(in: zone), start.day >= due else {
      return CalendarTime(day: due)
    }
    return start
  }
}

extension CalendarTime {
  /// Whether this time has been reached, to the minute. A day is reached at midnight.
  /// - Parameter now: the current local time in the same zone.
  public func isReached(at now: CalendarTime) -> Bool {
    guard day == now.day, let time else { return day <= now.day }
    let clock = now.time ?? .midnight
    return (time.hour, time.minute) <= (clock.hour, clock.minute)
  }
}

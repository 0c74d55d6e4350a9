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

/// Importance on the scale of RFC 5545 §3.8.1.9: 0 undefined, 1 highest … 9 lowest.
public struct Priority: Hashable, Sendable, Codable, RawRepresentable {
  public let rawValue: Int

  /// - Parameter rawValue: values outside 0…9 become the nearest allowed one.
  public init(rawValue: Int) {
    self.rawValue = min(max(rawValue, 0), 9)
  }

  public static let undefined = Priority(rawValue: 0)
  public static let highest = Priority(rawValue: 1)

  /// Whether a star is shown: 1…4, which RFC 5545 calls high.
  public var isStarred: Bool { (1...4).contains(rawValue) }
}

/// When to remind: a moment, and the zone in which the user chose it.
public struct Alarm: Hashable, Sendable, Codable {
  public let at: Timestamp
  /// An IANA time-zone name such as `Asia/Seoul`.
  @Exact public private(set) var zone: String

  public init(at: Timestamp, zone: String) {
    self.at = at
    self.zone = zone
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

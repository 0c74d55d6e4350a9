/// A record as a server last reported it.
public struct RemoteRecord: Hashable, Sendable {
  /// What the server holds.
  public enum State: Hashable, Sendable {
    case live(RecordFields)
    /// A tombstone: the record was deleted by some device.
    case deleted
    /// Nothing, not even a tombstone. Reported only when this record was requested, never by a listing.
    case absent
    /// Something unreadable; `detail` contains nothing the user has written.
    case unreadable(detail: String)
  }

  public let key: RecordKey
  public let state: State
  /// The version of this state; nil if there is none.
  public let version: RecordVersion?
  /// When the server created its record, on the scale of ``RecordVersion/ordinal``; nil if it does not say.
  public let createdAt: Int64?
  /// When the server read the record, on the same scale; nil if it does not say. An answer describes this
  /// moment, however late it arrives.
  public let readAt: Int64?
  /// Of a tombstone: the list that the to-do was in when it was deleted; nil if the server does not say.
  public let list: ListID?
  /// The version known here when the record was requested, on a server whose versions are not ordered; nil if that does
  /// not matter. If another version is known when the answer arrives, the record is read again.
  public let askedAfter: PendingChange.Precondition?
  /// For a to-do: when its reminders were dismissed on another device. Not a field, and not part of any base.
  public let acknowledged: [Reminder: Timestamp]

  public init(
    key: RecordKey, state: State, version: RecordVersion?, createdAt: Int64? = nil,
    readAt: Int64? = nil, list: ListID? = nil, askedAfter: PendingChange.Precondition? = nil,
    acknowledged: [Reminder: Timestamp] = [:]
  ) {
    self.key = key
    self.state = state
    self.version = version
    self.createdAt = createdAt
    self.readAt = readAt
    self.list = list
    self.askedAfter = askedAfter
    self.acknowledged = acknowledged
  }

  /// The fields of a live record; otherwise nil.
  public var fields: RecordFields? {
    guard case .live(let fields) = state else { return nil }
    return fields
  }

  /// Whether the server has something that could not be read.
  public var isUnreadable: Bool {
    if case .unreadable = state { true } else { false }
  }

  /// Whether both describe the same state, whenever the server read it.
  public static func == (a: RemoteRecord, b: RemoteRecord) -> Bool {
    a.key == b.key && a.state == b.state && a.version == b.version
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(key)
    hasher.combine(state)
    hasher.combine(version)
  }
}

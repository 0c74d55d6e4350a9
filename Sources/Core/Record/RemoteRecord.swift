/// A record as a server last told it.
public struct RemoteRecord: Hashable, Sendable {
  /// What the server holds.
  public enum State: Hashable, Sendable {
    case live(RecordFields)
    /// A tombstone: the record was deleted by some device.
    case deleted
    /// Nothing, not even a tombstone. Told only when asked for this record, never by a listing.
    case absent
    /// Something that cannot be read; `detail` holds nothing the user has written.
    case unreadable(detail: String)
  }

  public let key: RecordKey
  public let state: State
  /// The mark of this state; nil if there is none.
  public let version: RecordVersion?
  /// When the server began to hold a record of this name, in the order of ``RecordVersion/ordinal``; nil
  /// if it does not tell.
  public let createdAt: Int64?
  /// When the server looked, in the same order; nil if it does not tell. An answer is about this moment,
  /// however late it arrives.
  public let readAt: Int64?

  public init(
    key: RecordKey, state: State, version: RecordVersion?, createdAt: Int64? = nil,
    readAt: Int64? = nil
  ) {
    self.key = key
    self.state = state
    self.version = version
    self.createdAt = createdAt
    self.readAt = readAt
  }

  /// The fields of a live record; nil for all else.
  public var fields: RecordFields? {
    guard case .live(let fields) = state else { return nil }
    return fields
  }

  /// Whether both tell the same of a record, whenever the server looked.
  public static func == (a: RemoteRecord, b: RemoteRecord) -> Bool {
    a.key == b.key && a.state == b.state && a.version == b.version
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(key)
    hasher.combine(state)
    hasher.combine(version)
  }
}

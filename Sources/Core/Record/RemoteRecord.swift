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

  public init(key: RecordKey, state: State, version: RecordVersion?) {
    self.key = key
    self.state = state
    self.version = version
  }

  /// The fields of a live record; nil for all else.
  public var fields: RecordFields? {
    guard case .live(let fields) = state else { return nil }
    return fields
  }
}

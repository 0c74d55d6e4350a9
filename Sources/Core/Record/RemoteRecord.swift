/// A record as a server last told it.
public struct RemoteRecord: Hashable, Sendable {
  /// Whether the server holds the record or remembers that it was deleted.
  public enum State: Hashable, Sendable {
    case live(RecordFields)
    /// A tombstone: the record was deleted by some device.
    case deleted
  }

  public let key: RecordKey
  public let state: State
  /// The server's own mark of this state, compared only for equality (Firestore: `updateTime`).
  public let version: String

  public init(key: RecordKey, state: State, version: String) {
    self.key = key
    self.state = state
    self.version = version
  }
}

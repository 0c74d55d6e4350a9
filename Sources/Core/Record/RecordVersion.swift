import Basics

/// A server's mark of one state of a record.
public struct RecordVersion: Hashable, Sendable, Codable {
  /// The mark as the server wants it back in a precondition (Firestore: `updateTime`; WebDAV: ETag).
  @Exact public private(set) var tag: String
  /// Grows with each state, where the server's marks have an order; nil where they have none.
  /// An answer that was overtaken on its way is told by it.
  public let ordinal: Int64?

  public init(tag: String, ordinal: Int64? = nil) {
    self.tag = tag
    self.ordinal = ordinal
  }

  /// Whether this state is known to be older than another one.
  public func isOlder(than other: RecordVersion) -> Bool {
    guard let ordinal, let later = other.ordinal else { return false }
    return ordinal < later
  }
}

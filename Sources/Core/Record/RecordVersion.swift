import Basics

/// A server's version of a record.
public struct RecordVersion: Hashable, Sendable, Codable {
  /// The tag that the server expects in a precondition (Firestore: `updateTime`; WebDAV: ETag).
  @Exact public private(set) var tag: String
  /// Grows with each version if the server's versions are ordered; otherwise nil. Shows that an answer was
  /// overtaken by a later one.
  public let ordinal: Int64?

  public init(tag: String, ordinal: Int64? = nil) {
    self.tag = tag
    self.ordinal = ordinal
  }

  /// Whether this version is known to be older than another one.
  public func isOlder(than other: RecordVersion) -> Bool {
    guard let ordinal, let later = other.ordinal else { return false }
    return ordinal < later
  }
}

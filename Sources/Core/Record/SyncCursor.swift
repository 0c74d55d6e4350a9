import Basics

/// How far the records of one kind have been read. Made and understood by a backend only; kept in the
/// database with the rows it stands for (Firestore: a time of the server; WebDAV: a sync token).
public struct SyncCursor: Hashable, Sendable, Codable {
  @Exact public private(set) var token: String

  public init(token: String) {
    self.token = token
  }
}

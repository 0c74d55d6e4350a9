import Basics

/// How far the records of one kind have been read. Only the backend creates and interprets it; the database
/// stores it with the rows it stands for (Firestore: a server time; WebDAV: a sync token).
public struct SyncCursor: Hashable, Sendable, Codable {
  @Exact public private(set) var token: String

  public init(token: String) {
    self.token = token
  }
}

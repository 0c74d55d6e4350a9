import Basics

/// A server's version of a record.
public struct RecordVersion: Hashable, Sendable {
  /// The tag that the server expects in a precondition (Firestore: `updateTime`; WebDAV: ETag).
  @Exact public private(set) var tag: String
  /// Grows with each version if the server's versions are ordered; otherwise nil. Shows that an answer was
  /// overtaken by a later one.
  public let ordinal: Int64?
  /// Where and how the server keeps this version; nil if the record's name determines that. Stored, but not compared.
  public let resource: RemoteResource?

  public init(tag: String, ordinal: Int64? = nil, resource: RemoteResource? = nil) {
    self.tag = tag
    self.ordinal = ordinal
    self.resource = resource
  }

  public static func == (a: RecordVersion, b: RecordVersion) -> Bool {
    a.tag.isExactly(b.tag) && a.ordinal == b.ordinal
  }

  public func hash(into hasher: inout Hasher) {
    tag.hashExactly(into: &hasher)
    hasher.combine(ordinal)
  }

  /// Whether this version is known to be older than another one.
  public func isOlder(than other: RecordVersion) -> Bool {
    guard let ordinal, let later = other.ordinal else { return false }
    return ordinal < later
  }
}

/// The names and versions of one page of a kind's records on a server, without contents.
public struct VersionPage: Hashable, Sendable {
  /// Tombstones included.
  public let versions: [RecordKey: RecordVersion]
  /// Where to continue; nil after the last page.
  public let next: SyncCursor?

  public init(versions: [RecordKey: RecordVersion], next: SyncCursor?) {
    self.versions = versions
    self.next = next
  }
}

/// One page of a listing or of changes. A record that is missing from it never counts as deleted.
public struct ChangePage: Hashable, Sendable {
  public var records: [RemoteRecord]
  /// Where to continue after this page has been stored.
  public let next: SyncCursor
  /// Whether there are no more pages for now.
  public let isLast: Bool
  /// Whether this is part of a full listing instead of a list of changes.
  public let isListing: Bool
  /// How many records the listing has in total, with its first page; nil if that is not known. Only for display.
  public var total: Int?
  /// When the server read this, by its own clock; nil if it does not say.
  public let serverTime: Timestamp?
  /// Deletions that a person has to confirm, because there are too many to assume that they were intended.
  public let held: [HeldDeletions]
  /// Why the server refused to show a part of what the pages are about; nil if it showed everything.
  public let refusal: SyncProblem?

  public init(
    records: [RemoteRecord], next: SyncCursor, isLast: Bool, isListing: Bool, total: Int? = nil,
    serverTime: Timestamp? = nil, held: [HeldDeletions] = [], refusal: SyncProblem? = nil
  ) {
    self.records = records
    self.next = next
    self.isLast = isLast
    self.isListing = isListing
    self.total = total
    self.serverTime = serverTime
    self.held = held
    self.refusal = refusal
  }
}

/// Records of one list that are missing on a server without tombstones: somebody deleted them, or the server lost
/// them.
public struct HeldDeletions: Hashable, Sendable {
  public let list: ListID
  /// How many to-dos the list had.
  public let known: Int
  /// The missing records in the state that is merged if the deletion is confirmed.
  public let records: [RemoteRecord]

  public init(list: ListID, known: Int, records: [RemoteRecord]) {
    self.list = list
    self.known = known
    self.records = records
  }

  /// Whether the list itself is among the records.
  public var isWholeList: Bool { records.contains { $0.key.kind == .list } }

  /// How many to-dos are missing.
  public var count: Int { isWholeList ? known : records.count }
}

/// How far the records of one kind have been read. Only the backend creates and interprets it; the database
/// stores it with the rows it stands for (Firestore: a server time; WebDAV: a sync token).
public struct SyncCursor: Hashable, Sendable, Codable {
  @Exact public private(set) var token: String

  public init(token: String) {
    self.token = token
  }
}

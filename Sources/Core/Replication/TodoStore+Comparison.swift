import Basics
import FoundationEssentials
import GRDB
import Synchronization

/// What is known about whether a server still holds the records that it accepted.
public struct ServerComparison: Sendable {
  /// How many records of the kind the server must have, tombstones included.
  public let expectedCount: Int
  /// When names and versions were last compared; nil if they never were.
  public let comparedAt: Timestamp?
  /// Whether something happened since then that requires a comparison.
  public let isDue: Bool
  /// How many comparisons a differing count has caused without explaining it, and since when.
  public let falseCounts: (number: Int, since: Timestamp)?
}

/// The state of the file when it was last checked.
final class SeenVersion: Sendable {
  struct Look: Sendable {
    /// Changes when another process has committed.
    let version: Int
    /// The highest outbox entry number so far.
    let sequence: Int64
    /// The accounts that pause after a failure.
    let paused: Set<AccountID>
  }

  private let last = Mutex<Look?>(nil)

  /// Stores the result of a check.
  /// - Returns: the previous one; nil for the first.
  @discardableResult
  func replace(with new: Look) -> Look? {
    last.withLock { last in
      defer { last = new }
      return last
    }
  }
}

// Comparing what a server holds with what it is known to have accepted. Each method is one transaction.

extension TodoStore {
  /// What is known about the server's records of a kind.
  public func comparison(of kind: RecordKind, of account: AccountID) async throws(StoreError)
    -> ServerComparison
  {
    try await read { db in
      let row = try Row.fetchOne(
        db.statement(
          """
          SELECT comparedAt, difference, isDue, falseCounts, falseCountsSince FROM syncComparison
            WHERE account = ? AND kind = ?
          """, [account.rawValue, kind.rawValue]))
      let known = try Self.baseCount(of: kind, account, db)
      return ServerComparison(
        expectedCount: known + (row?[1] as Int? ?? 0),
        comparedAt: (row?[0] as Int64?).map(Timestamp.init(milliseconds:)),
        isDue: row?[2] as Int? == 1,
        falseCounts: (row?[4] as Int64?).map { since in
          (row?[3] ?? 0, Timestamp(milliseconds: since))
        })
    }
  }

  /// Records how many comparisons a differing count has caused without explaining it.
  /// - Parameter falseCounts: nil if the count was right.
  public func setFalseCounts(
    _ falseCounts: (number: Int, since: Timestamp)?, of kind: RecordKind, of account: AccountID
  ) async throws(StoreError) {
    try await transaction { work in
      try work.db.run(
        """
        UPDATE syncComparison SET falseCounts = ?, falseCountsSince = ?
          WHERE account = ? AND kind = ?
        """,
        [
          falseCounts?.number ?? 0, falseCounts?.since.milliseconds, account.rawValue,
          kind.rawValue,
        ])
    }
  }

  /// Records that an answer was inconsistent with what is known, so everything must be compared.
  /// - Parameter kinds: the kinds that the server keeps.
  public func requestComparison(of kinds: [RecordKind], of account: AccountID)
    async throws(StoreError)
  {
    try await transaction { work in
      guard try Self.isSetUp(account, work.db) else { return }
      try work.requestComparison(of: kinds, account)
    }
  }

  /// Records that a requested comparison was made by listing everything, from a server that sends no versions without
  /// contents.
  public func endRequestedComparison(of kind: RecordKind, of account: AccountID)
    async throws(StoreError)
  {
    try await transaction { work in
      try work.db.run(
        "UPDATE syncComparison SET isDue = 0 WHERE account = ? AND kind = ?",
        [account.rawValue, kind.rawValue])
    }
  }

  /// Begins a comparison: from now on, records count as unseen until they are found on the server.
  public func beginComparison(of kind: RecordKind, of account: AccountID) async throws(StoreError) {
    try await transaction { work in
      guard try Self.isSetUp(account, work.db) else { return }
      try work.db.run(
        "UPDATE syncCursor SET scan = scan + 1 WHERE account = ? AND kind = ?",
        [account.rawValue, kind.rawValue])
    }
  }

  /// Marks the records of a page as seen whose version is known.
  /// - Returns: the records whose known version differs from the server's, or is missing.
  public func compare(_ page: VersionPage, of account: AccountID) async throws(StoreError)
    -> [RecordKey]
  {
    try await transaction { work in
      guard try Self.isSetUp(account, work.db) else { return [] }
      let bases = SyncBaseTable(db: work.db, account: account)
      var differing: [RecordKey] = []
      for (key, version) in page.versions {
        if let known = try bases.version(of: key), known.tag.isExactly(version.tag) {
          try bases.markSeen(key)
        } else {
          differing.append(key)
        }
      }
      return differing.sorted { $0.id.precedesExactly($1.id) }
    }
  }

  /// The versions known of some records.
  public func versions(of keys: [RecordKey], of account: AccountID) async throws(StoreError)
    -> [RecordKey: RecordVersion]
  {
    try await read { db in
      let bases = SyncBaseTable(db: db, account: account)
      var versions: [RecordKey: RecordVersion] = [:]
      for key in keys { versions[key] = try bases.version(of: key) }
      return versions
    }
  }

  /// Merges states that a server confirmed when asked again, even if they are older than the known ones, whose times
  /// must be wrong. An older state that the server read after the known one is merged as in any other answer: the
  /// server lost the known one.
  /// - Parameter known: the versions known before the server was asked again. A version that another process has read
  ///   since is not replaced by an older state.
  public func mergeConfirmed(
    _ records: [RemoteRecord], insteadOf known: [RecordKey: RecordVersion],
    from account: AccountID
  ) async throws(StoreError) {
    try await transaction { work in
      guard try Self.isSetUp(account, work.db) else { return }
      let bases = SyncBaseTable(db: work.db, account: account)
      for record in records {
        let version = try bases.version(of: record.key)
        if let version, version != record.version, record.version != nil,
          version == known[record.key], record.wasRead(before: version)
        {
          try work.db.run(
            "UPDATE syncBase SET ordinal = NULL WHERE account = ? AND kind = ? AND record = ?",
            [account.rawValue, record.key.kind.rawValue, record.key.id])
        }
        try work.merge(record, account)
      }
    }
  }

  /// The records with a base that the comparison did not find.
  /// - Parameter isLive: whether to leave out tombstones.
  public func unseenRecords(of kind: RecordKind, of account: AccountID, isLive: Bool = false)
    async throws(StoreError) -> [RecordKey]
  {
    try await read { try SyncBaseTable(db: $0, account: account).unseen(of: kind, isLive: isLive) }
  }

  /// Records that a server was compared.
  /// - Parameter unknown: the records on the server that may have no state here, because they cannot be read.
  public func endComparison(
    of kind: RecordKind, of account: AccountID, at time: Timestamp, unknown: [RecordKey] = []
  ) async throws(StoreError) {
    try await transaction { work in
      guard try Self.isSetUp(account, work.db) else { return }
      let bases = SyncBaseTable(db: work.db, account: account)
      let difference = try unknown.count { try bases.version(of: $0) == nil }
      try work.db.run(
        """
        INSERT INTO syncComparison (account, kind, comparedAt, difference, isDue)
          VALUES (?, ?, ?, ?, 0)
          ON CONFLICT DO UPDATE SET comparedAt = excluded.comparedAt,
            difference = excluded.difference, isDue = 0
        """, [account.rawValue, kind.rawValue, time.milliseconds, difference])
    }
  }

  /// The newest version of any record that the server is known to have had, in the order of
  /// ``RecordVersion/ordinal``; nil if none is known.
  public func newestVersion(of account: AccountID) async throws(StoreError) -> Int64? {
    try await read { db in
      try RecordKind.allCases.compactMap { kind in
        try Int64.fetchOne(
          db.statement(
            "SELECT MAX(ordinal) FROM syncBase WHERE account = ? AND kind = ?",
            [account.rawValue, kind.rawValue]))
      }.max()
    }
  }

  private static func baseCount(of kind: RecordKind, _ account: AccountID, _ db: Database) throws
    -> Int
  {
    let all = try db.number(
      "SELECT COUNT(*) FROM syncBase INDEXED BY syncBase_order WHERE account = ? AND kind = ?",
      [account.rawValue, kind.rawValue])
    guard kind == .todo, let list = try share(of: account, db)?.list else { return all }
    // A to-do that waits to be moved into another person's list may have a base in another list of that person, and is
    // not counted in this one.
    let waiting = try Data.fetchAll(
      db.statement(
        """
        SELECT syncBase.fields FROM (
            SELECT DISTINCT record FROM outbox WHERE account = ?1 AND kind = 'todo') waiting
          JOIN syncBase ON syncBase.account = ?1 AND syncBase.kind = 'todo'
            AND syncBase.record = waiting.record
          WHERE syncBase.fields IS NOT NULL
        """, [account.rawValue]))
    return try all
      - waiting.count {
        try StoredFields.decode($0)[Todo.Field.listID] != .string(list.rawValue)
      }
  }
}

extension StoreTransaction {
  func requestComparison(of kinds: [RecordKind], _ account: AccountID) throws {
    for kind in kinds {
      try db.run(
        """
        INSERT INTO syncComparison (account, kind, isDue) VALUES (?, ?, 1)
          ON CONFLICT DO UPDATE SET isDue = 1
        """, [account.rawValue, kind.rawValue])
    }
  }
}

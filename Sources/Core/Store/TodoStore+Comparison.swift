import Basics
import GRDB

// Comparing what a server holds with what it is known to have taken. Each method is one transaction.

extension TodoStore {
  /// What is known about the records of a kind.
  public func comparison(of kind: RecordKind, of account: AccountID) async throws(StoreError)
    -> ServerComparison
  {
    try await read { db in
      let row = try Row.fetchOne(
        db.cachedStatement(
          sql: """
            SELECT comparedAt, difference, isDue FROM syncComparison
              WHERE account = ? AND kind = ?
            """), arguments: .stored([account.rawValue, kind.rawValue]))
      let known = try Self.baseCount(of: kind, account, db)
      return ServerComparison(
        expectedCount: known + (row?[1] as Int? ?? 0),
        comparedAt: (row?[0] as Int64?).map(Timestamp.init(milliseconds:)),
        isDue: row?[2] as Int? == 1)
    }
  }

  /// Notes that an answer did not fit what is known: everything is to be compared.
  /// - Parameter kinds: what the server keeps.
  public func requestComparison(of kinds: [RecordKind], of account: AccountID)
    async throws(StoreError)
  {
    try await transaction { work in
      guard try Self.isSetUp(account, work.db) else { return }
      try work.requestComparison(of: kinds, account)
    }
  }

  /// Begins a comparison: from now on it is noted which records were seen.
  public func beginComparison(of kind: RecordKind, of account: AccountID) async throws(StoreError) {
    try await transaction { work in
      guard try Self.isSetUp(account, work.db) else { return }
      try work.db.run(
        "UPDATE syncCursor SET scan = scan + 1 WHERE account = ? AND kind = ?",
        [account.rawValue, kind.rawValue])
    }
  }

  /// Notes which records a server has.
  /// - Returns: those of which another state is known here than the server has, or none.
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

  /// Forgets which of the states known here are newer than others. For records of which a server tells, as
  /// often as it is asked, a state older than the one known: the time of that one was wrong.
  public func forgetOrder(of keys: [RecordKey], of account: AccountID) async throws(StoreError) {
    guard !keys.isEmpty else { return }
    try await transaction { work in
      for key in keys {
        try work.db.run(
          "UPDATE syncBase SET ordinal = NULL WHERE account = ? AND kind = ? AND record = ?",
          [account.rawValue, key.kind.rawValue, key.id])
      }
    }
  }

  /// The records that were agreed on and that the comparison has not shown, tombstones included.
  public func unseenRecords(of kind: RecordKind, of account: AccountID) async throws(StoreError)
    -> [RecordKey]
  {
    try await read { try SyncBaseTable(db: $0, account: account).unseen(of: kind, isLive: false) }
  }

  /// Notes that a server was compared.
  /// - Parameter unknown: records that the server has and of which no state could be kept here, as of those
  ///   that cannot be read.
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

  /// The newest state of any record that the server is known to have had, in the order of
  /// ``RecordVersion/ordinal``; nil if none is known.
  public func newestVersion(of account: AccountID) async throws(StoreError) -> Int64? {
    try await read { db in
      try RecordKind.allCases.compactMap { kind in
        try Int64.fetchOne(
          db.cachedStatement(
            sql: "SELECT MAX(ordinal) FROM syncBase WHERE account = ? AND kind = ?"),
          arguments: .stored([account.rawValue, kind.rawValue]))
      }.max()
    }
  }

  private static func baseCount(of kind: RecordKind, _ account: AccountID, _ db: Database) throws
    -> Int
  {
    try db.number(
      "SELECT COUNT(*) FROM syncBase INDEXED BY syncBase_order WHERE account = ? AND kind = ?",
      [account.rawValue, kind.rawValue])
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

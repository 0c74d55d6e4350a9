import GRDB

// The retry state, and the streams that report changes of it.

extension TodoStore {
  /// The retry state of an account; nil if all is well.
  public func accountRetry(of account: AccountID) async throws(StoreError) -> SyncRetry? {
    try await read { try Self.accountRetry($0, account) }
  }

  /// Records why and until when an account pauses; nil if all is well again. Does nothing if the account was
  /// removed meanwhile.
  public func setAccountRetry(_ retry: SyncRetry?, of account: AccountID)
    async throws(StoreError)
  {
    try await transaction { work in
      let before = try Self.accountRetry(work.db, account)
      guard before != retry, try Self.isSetUp(account, work.db) else { return }
      try Self.setRetry(retry, "", "", account, work.db)
      work.change.touchesSync = true
    }
  }

  /// Quarantines a record, or with nil releases it. A record without unsent changes is not quarantined.
  public func setRecordRetry(_ retry: SyncRetry?, for key: RecordKey, of account: AccountID)
    async throws(StoreError)
  {
    try await transaction { work in
      guard
        try retry == nil
          || SyncRecordReader(db: work.db, account: account).isWaiting(key)
      else { return }
      try work.refreshBadge(key) { db in
        try Self.setRetry(retry, key.kind.rawValue, key.id, account, db)
      }
      work.change.touchesSync = true
    }
  }

  /// Releases every quarantined record.
  public func releaseQuarantined(of account: AccountID) async throws(StoreError) {
    let keys = try await read { db in
      try Row.fetchAll(
        db, sql: "SELECT kind, record FROM syncRetry WHERE account = ? AND record <> ''",
        arguments: .stored([account.rawValue])
      ).compactMap { row in
        RecordKind(rawValue: row[0]).map { RecordKey(kind: $0, id: row[1]) }
      }
    }
    guard !keys.isEmpty else { return }
    try await transaction { work in
      for key in keys {
        try work.refreshBadge(key) {
          try Self.setRetry(nil, key.kind.rawValue, key.id, account, $0)
        }
      }
      work.change.touchesSync = true
    }
  }

  /// Emits after each commit that changed the outbox or the retry state, and once at the start. Several
  /// commits in a row may emit once.
  public func syncChanges() -> AsyncStream<Void> {
    changeSignals { $0.touchesSync }
  }

  /// The accounts with new outbox entries, after each commit that added some; nothing at the start. Several
  /// commits in a row may be reported together.
  public func outboxAdditions() -> AsyncStream<Set<AccountID>> {
    let (stream, continuation) = AsyncStream<Set<AccountID>>.makeStream(
      bufferingPolicy: .bufferingNewest(1))
    let hub = hub
    let number = hub.makeNumber()
    continuation.yield([])
    hub.add(
      { change in
        guard !change.outboxAccounts.isEmpty else { return }
        // What nobody has received yet is reported together with the new accounts.
        if case .dropped(let earlier) = continuation.yield(change.outboxAccounts) {
          continuation.yield(earlier.union(change.outboxAccounts))
        }
      }, as: number)
    continuation.onTermination = { _ in hub.remove(number) }
    return stream
  }

  func changeSignals(of isMeant: @escaping @Sendable (StoreChange) -> Bool) -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream<Void>.makeStream(
      bufferingPolicy: .bufferingNewest(1))
    let hub = hub
    let number = hub.makeNumber()
    hub.add({ if isMeant($0) { continuation.yield() } }, as: number)
    continuation.onTermination = { _ in hub.remove(number) }
    continuation.yield()
    return stream
  }

  // MARK: Parts

  static func accountRetry(_ db: Database, _ account: AccountID) throws -> SyncRetry? {
    try Row.fetchOne(
      db.statement(
        """
        SELECT attempts, notBefore, problem, cause FROM syncRetry
          WHERE account = ? AND kind = '' AND record = ''
        """, [account.rawValue])
    ).map { try retry($0, from: 0) }
  }

  /// Reads attempts, notBefore, problem and cause from adjacent columns.
  static func retry(_ row: Row, from first: Int) throws -> SyncRetry {
    let reason = try decode(RetryReason.self, row[first + 2])
    return SyncRetry(
      attempts: row[first], notBefore: Timestamp(milliseconds: row[first + 1]),
      problem: reason.problem, isAsked: reason.isAsked, wasInterrupted: reason.wasInterrupted,
      record: try (row[first + 3] as String?).map { try decode(RecordKey.self, $0) })
  }

  static func setRetry(
    _ retry: SyncRetry?, _ kind: String, _ record: String, _ account: AccountID, _ db: Database
  ) throws {
    guard let retry else {
      try db.run(
        "DELETE FROM syncRetry WHERE kind = ? AND record = ? AND account = ?",
        [kind, record, account.rawValue])
      return
    }
    try db.run(
      """
      INSERT INTO syncRetry (account, kind, record, attempts, notBefore, problem, cause)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET attempts = excluded.attempts, notBefore = excluded.notBefore,
          problem = excluded.problem, cause = excluded.cause
      """,
      [
        account.rawValue, kind, record, retry.attempts, retry.notBefore.milliseconds,
        try encode(RetryReason(retry)),
        try retry.record.map { try encode($0) },
      ])
  }
}

/// What is stored of a failure besides its times.
private struct RetryReason: Codable {
  let problem: SyncProblem
  let isAsked: Bool
  let wasInterrupted: Bool

  init(_ retry: SyncRetry) {
    problem = retry.problem
    isAsked = retry.isAsked
    wasInterrupted = retry.wasInterrupted
  }
}

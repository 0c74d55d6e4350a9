import GRDB

// The sync status for the user, and unsent changes of the last session.

extension TodoStore {
  /// The sync status of an account.
  public func syncSummary(of account: AccountID) async throws(StoreError) -> SyncSummary {
    try await read { try Self.summary($0, account) }
  }

  /// The same for everything that is synchronised, in the order of ``syncAccounts()``.
  public func syncSummaries() async throws(StoreError) -> [(account: Account, summary: SyncSummary)]
  {
    try await read { db in
      try Self.syncAccounts(db).map { (account: $0, summary: try Self.summary(db, $0.id)) }
    }
  }

  /// The same with the first waiting records, read in one snapshot so that both agree.
  public func syncSummariesWithItems() async throws(StoreError)
    -> [(account: Account, summary: SyncSummary, items: [SyncSummary.Item])]
  {
    try await read { db in
      try Self.syncAccounts(db).map { account in
        let summary = try Self.summary(db, account.id)
        let items = summary.waiting > 0 ? try Self.waitingItems(db, account.id) : []
        return (account: account, summary: summary, items: items)
      }
    }
  }

  /// How many records of an account have unsent changes, its shared lists included.
  public func waitingCount(below account: AccountID) async throws(StoreError) -> Int {
    try await summaries(below: account).reduce(0) { $0 + $1.waiting }
  }

  /// The summary of an account, and those of its shared lists.
  public func summaries(below account: AccountID) async throws(StoreError) -> [SyncSummary] {
    try await syncSummaries().filter { $0.account.id.root == account.root }.map(\.summary)
  }

  /// The records with unsent changes, oldest edit first, at most ``SyncSummary/limit``.
  public func waitingItems(of account: AccountID) async throws(StoreError) -> [SyncSummary.Item] {
    try await read { try Self.waitingItems($0, account) }
  }

  private static func waitingItems(_ db: Database, _ account: AccountID) throws
    -> [SyncSummary.Item]
  {
    let held = try Self.lastSessionThrough(account, db)
    return try Row.fetchAll(
      db,
      sql: """
        SELECT outbox.kind, outbox.record, MAX(seq), MAX(IFNULL(isSending, 0)), attempts, notBefore,
            problem, cause
          FROM outbox
          LEFT JOIN inFlightWrite ON inFlightWrite.kind = outbox.kind
            AND inFlightWrite.record = outbox.record AND inFlightWrite.account = outbox.account
          LEFT JOIN syncRetry ON syncRetry.kind = outbox.kind
            AND syncRetry.record = outbox.record AND syncRetry.account = outbox.account
          WHERE outbox.account = ? GROUP BY outbox.kind, outbox.record
          ORDER BY problem IS NULL, MIN(seq) LIMIT ?
        """, arguments: .stored([account.rawValue, SyncSummary.limit])
    ).compactMap { row in
      guard let kind = RecordKind(rawValue: row[0]) else { return nil }
      let key = RecordKey(kind: kind, id: row[1])
      let problem: String? = row[6]
      let isSending: Int = row[3]
      let last: Int64 = row[2]
      let state: SyncSummary.Item.State
      if problem != nil {
        state = .quarantined(try Self.retry(row, from: 4))
      } else if isSending == 1 {
        state = .sending
      } else {
        state = last <= held ? .unsentOfLastSession : .waiting
      }
      return SyncSummary.Item(
        key: key, title: try Self.title(of: key, account, db), state: state)
    }
  }

  /// Records that everything on the server has been read.
  /// - Parameters:
  ///   - beginning: when that began, so that what was written on the server after it does not count as read; nil for now.
  ///   - held: deletions that a person has to confirm.
  public func noteSync(
    of account: AccountID, beginning: Timestamp? = nil, held: [HeldDeletions] = []
  ) async throws(StoreError) {
    try await transaction { work in
      guard try Self.isSetUp(account, work.db) else { return }
      try work.db.run(
        """
        INSERT INTO syncState (account, lastSyncAt) VALUES (?, ?)
          ON CONFLICT DO UPDATE SET lastSyncAt = excluded.lastSyncAt, expected = NULL
        """, [account.rawValue, (beginning ?? work.environment.now()).milliseconds])
      try Self.noteServerTime(of: account, work.db)
      try Self.note(held, of: account, work.db)
      work.change.touchesSync = true
    }
  }

  // MARK: Unsent changes of the last session

  /// Holds all unsent changes of the last session until ``releaseUnsentChanges(of:)``, including those that were
  /// held or quarantined in that session. An edit releases its record. Call before an engine runs.
  /// - Parameters:
  ///   - place: the last outbox entry to hold, from ``releaseUnsentChanges(of:)``; nil for all.
  ///   - newest: the newest entry of the last session, if this session may have added some; nil if it has not.
  /// - Returns: how many records are held now.
  @discardableResult
  public func holdUnsentChanges(
    of account: AccountID, through place: Int64? = nil, upTo newest: Int64? = nil
  ) async throws(StoreError) -> Int {
    try await transaction { work in
      if let place {
        try Self.setHeld(account, through: place, work.db)
        work.change.touchesSync = true
        return try Self.unsentOfLastSession(account, work.db)
      }
      try work.db.run(
        "UPDATE inFlightWrite SET isSending = 0 WHERE isSending = 1 AND account = ?",
        [account.rawValue])
      if work.db.changesCount > 0 { work.change.reload() }
      let last = try Int64.fetchOne(
        work.db, sql: "SELECT MAX(seq) FROM outbox WHERE account = ?",
        arguments: .stored([account.rawValue]))
      try Self.setHeld(account, through: min(last ?? 0, newest ?? .max), work.db)
      work.change.touchesSync = true
      return try Self.unsentOfLastSession(account, work.db)
    }
  }

  /// The newest outbox entry that there ever was, of any account.
  public func newestOutboxEntry() async throws(StoreError) -> Int64 {
    try await read { db in
      try Int64.fetchOne(db, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'outbox'") ?? 0
    }
  }

  /// Lets the unsent changes of the last session be sent.
  /// - Returns: the place from which they can be held again.
  @discardableResult
  public func releaseUnsentChanges(of account: AccountID) async throws(StoreError) -> Int64 {
    try await transaction { work in
      let held = try Self.lastSessionThrough(account, work.db)
      guard held > 0 else { return 0 }
      try Self.setHeld(account, through: 0, work.db)
      work.change.touchesSync = true
      return held
    }
  }

  /// Lets one held record be sent, as an edit of it would; for a to-do also its list, which the server may not have
  /// yet.
  public func releaseUnsentChange(_ key: RecordKey, of account: AccountID) async throws(StoreError)
  {
    try await transaction { work in
      var keys = [key]
      if key.kind == .todo, let todo = try work.todo(TodoID(rawValue: key.id)) {
        keys.append(RecordKey(kind: .list, id: todo.listID.rawValue))
      }
      let held = try Self.lastSessionThrough(account, work.db)
      let reader = SyncRecordReader(db: work.db, account: account)
      for key in keys {
        guard let last = try reader.lastSequence(key), last <= held else { continue }
        try work.refreshingBadge(key) { work in
          try work.enqueue(key, account: account)
        }
      }
    }
  }

  /// The records with unsent changes of the last session that are still held.
  public func unsentRecordsOfLastSession(of account: AccountID) async throws(StoreError)
    -> [RecordKey]
  {
    try await read { db in
      let held = try Self.lastSessionThrough(account, db)
      guard held > 0 else { return [] }
      return try Row.fetchAll(
        db,
        sql: """
          SELECT kind, record FROM outbox WHERE account = ? GROUP BY kind, record
            HAVING MAX(seq) <= ? ORDER BY MIN(seq)
          """, arguments: .stored([account.rawValue, held])
      ).compactMap { row in
        RecordKind(rawValue: row[0]).map { RecordKey(kind: $0, id: row[1]) }
      }
    }
  }

  static func lastSessionThrough(_ account: AccountID, _ db: Database) throws -> Int64 {
    try Int64.fetchOne(
      db.statement("SELECT lastSessionThrough FROM syncState WHERE account = ?", [account.rawValue])
    ) ?? 0
  }

  // MARK: Parts

  private static func setHeld(_ account: AccountID, through sequence: Int64, _ db: Database)
    throws
  {
    try db.run(
      """
      INSERT INTO syncState (account, lastSessionThrough) VALUES (?, ?)
        ON CONFLICT DO UPDATE SET lastSessionThrough = excluded.lastSessionThrough
      """, [account.rawValue, sequence])
  }

  private static func unsentOfLastSession(_ account: AccountID, _ db: Database) throws -> Int {
    let held = try lastSessionThrough(account, db)
    guard held > 0 else { return 0 }
    return try db.number(
      """
      SELECT COUNT(*) FROM (SELECT 1 FROM outbox WHERE account = ? GROUP BY kind, record
        HAVING MAX(seq) <= ?)
      """, [account.rawValue, held])
  }

  private static func summary(_ db: Database, _ account: AccountID) throws -> SyncSummary {
    var summary = SyncSummary()
    summary.waiting = try db.number(
      """
      SELECT COUNT(*) FROM (SELECT 1 FROM outbox WHERE account = ? GROUP BY kind, record)
      """, [account.rawValue])
    summary.unsentOfLastSession = try unsentOfLastSession(account, db)
    summary.retry = try accountRetry(db, account)
    summary.retryTitle = try summary.retry?.record.map { try title(of: $0, account, db) }
    let state = try Row.fetchOne(
      db.statement(
        "SELECT lastSyncAt, expected, received FROM syncState WHERE account = ?", [account.rawValue]
      ))
    if let state {
      summary.lastSyncAt = (state[0] as Int64?).map(Timestamp.init(milliseconds:))
      summary.download = (state[1] as Int?).map { .init(received: state[2], expected: $0) }
    }
    summary.unreadable = try db.number(
      "SELECT COUNT(*) FROM unreadable WHERE account = ?", [account.rawValue])
    summary.missing = try missing(db, account)
    let rows = try Row.fetchAll(
      db.statement(
        """
        SELECT attempts, notBefore, problem, cause, kind, record FROM syncRetry
          WHERE account = ? AND record <> '' ORDER BY notBefore, record LIMIT ?
        """, [account.rawValue, SyncSummary.limit]))
    summary.quarantined = try rows.compactMap { row in
      guard let kind = RecordKind(rawValue: row[4]) else { return nil }
      let key = RecordKey(kind: kind, id: row[5])
      return SyncSummary.Quarantined(
        key: key, title: try title(of: key, account, db), retry: try retry(row, from: 0))
    }
    return summary
  }

  private static func title(of key: RecordKey, _ account: AccountID, _ db: Database) throws
    -> String
  {
    let sql =
      switch key.kind {
      case .list: "SELECT name FROM list WHERE id = ?"
      case .todo: "SELECT content FROM todo WHERE id = ?"
      case .member: "SELECT name FROM list WHERE id = (SELECT listID FROM member WHERE id = ?)"
      case .membership: "SELECT name FROM list WHERE id = ?"
      case .consent: "SELECT user FROM consent WHERE id = ?"
      }
    if let title = try String.fetchOne(db.statement(sql, [key.id])) {
      return title
    }
    let base = try SyncBaseTable(db: db, account: account).base(of: key)
    return SyncRecordReader.title(of: base?.fields) ?? ""
  }
}

extension TodoStore {
  /// The accounts with changes that are unsent or not known to have arrived.
  ///
  /// The cost depends on the number of such accounts, not on what is stored: most accounts have none.
  public func accountsWithChanges() async throws(StoreError) -> Set<AccountID> {
    try await read { db in
      // Steps from one account to the next in the index.
      let ids = try String.fetchAll(
        db,
        sql: """
          WITH RECURSIVE found (account) AS (
            SELECT MIN(account) FROM outbox
            UNION ALL
            SELECT (SELECT MIN(account) FROM outbox WHERE account > found.account) FROM found
              WHERE found.account IS NOT NULL)
          SELECT account FROM found WHERE account IS NOT NULL
          UNION SELECT account FROM inFlightWrite WHERE isSending = 1
          """)
      return Set(ids.map(AccountID.init(rawValue:)))
    }
  }
}

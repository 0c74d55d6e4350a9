import Basics
import GRDB

// Receiving, for the sync engine. Each method is one transaction.

extension TodoStore {
  /// How far the records of a kind have been read; nil at the beginning of a listing.
  public func syncCursor(of kind: RecordKind, of account: AccountID) async throws(StoreError)
    -> SyncCursor?
  {
    try await read { try Self.cursor($0, kind, account) }
  }

  /// Merges one page of the server's records and moves the cursor past it.
  /// - Parameter place: the cursor with which the page was requested.
  /// - Returns: records to read by name: those whose known version has changed since the page was requested, or at the
  ///   end of a listing those with a base that it did not contain. Nil if the cursor has changed since: nothing was
  ///   merged, because what lies between would be skipped.
  /// - Throws: ``StoreError/cancelled`` if the account was removed meanwhile. Its cursor no longer moves, so a caller
  ///   that requests page after page would get the same one for ever.
  @discardableResult
  public func apply(
    _ page: ChangePage, of kind: RecordKind, from account: AccountID, askedSince place: SyncCursor?
  ) async throws(StoreError) -> [RecordKey]? {
    try await transaction { work in
      guard try Self.isSetUp(account, work.db) else { throw StoreError.cancelled }
      guard try Self.cursor(work.db, kind, account) == place else { return nil }
      if place == nil, page.isListing {
        try Self.beginListing(of: kind, account, page.total, &work)
      }
      var overtaken: [RecordKey] = []
      for record in page.records {
        if try work.isOvertaken(record, account) {
          overtaken.append(record.key)
        } else {
          try work.merge(record, account)
        }
      }
      // If the cursor moved, a record that then could not be read by name would never be requested again.
      guard overtaken.isEmpty else { return overtaken }
      try work.db.run(
        """
        INSERT INTO syncCursor (account, kind, token, scan) VALUES (?, ?, ?, 0)
          ON CONFLICT DO UPDATE SET token = excluded.token
        """, [account.rawValue, kind.rawValue, page.next.token])
      if let time = page.serverTime {
        try work.db.run(
          """
          INSERT INTO syncState (account, serverTime) VALUES (?, ?)
            ON CONFLICT DO UPDATE SET serverTime = excluded.serverTime
          """, [account.rawValue, time.milliseconds])
      }
      try Self.noteProgress(page, account, &work)
      guard page.isListing, page.isLast else { return [] }
      return try SyncBaseTable(db: work.db, account: account).unseen(of: kind)
    }
  }

  /// Merges single records that were requested. Does nothing if the account was removed meanwhile.
  public func apply(_ records: [RemoteRecord], from account: AccountID) async throws(StoreError) {
    guard !records.isEmpty else { return }
    try await transaction { work in
      guard try Self.isSetUp(account, work.db) else { return }
      for record in records { try work.merge(record, account) }
    }
  }

  /// The records for which neither these states of the server nor newer ones are known here.
  /// - Parameter versions: nil for a record whose version was not sent.
  public func unknown(_ versions: [RecordKey: RecordVersion?], of account: AccountID)
    async throws(StoreError) -> [RecordKey]
  {
    try await read { db in
      let bases = SyncBaseTable(db: db, account: account)
      return try versions.filter { key, version in
        guard let version, let known = try bases.version(of: key) else { return true }
        return !known.tag.isExactly(version.tag) && !version.isOlder(than: known)
      }.keys.sorted { $0.id.precedesExactly($1.id) }
    }
  }

  /// Forgets how far a server was read, so that everything is read again. Unsent changes and bases are kept.
  /// - Parameter kind: nil for all.
  public func forgetCursors(of account: AccountID, kind: RecordKind? = nil)
    async throws(StoreError)
  {
    try await transaction { work in
      try work.db.run(
        "UPDATE syncCursor SET token = NULL WHERE account = ?1 AND (?2 IS NULL OR kind = ?2)",
        [account.rawValue, kind?.rawValue])
    }
  }

  // MARK: Lists at the end of a pull

  /// The missing lists that to-dos of an account refer to.
  public func missingLists(of account: AccountID) async throws(StoreError) -> [RecordKey] {
    try await read { try Self.missingLists($0, account) }
  }

  /// Reconciles lists that were deleted elsewhere, and to-dos whose list is gone. Call when everything on the
  /// server has been read.
  ///
  /// A list without to-dos is removed. A list with to-dos is kept or restored: somebody who did not know of
  /// the deletion added or edited the to-do, and an edit beats a delete. Whether a list of another person is
  /// restored is left to its owner. A list that stays deleted loses all its members, even if somebody got
  /// another role in it meanwhile.
  public func reconcileLists(of account: AccountID) async throws(StoreError) {
    let isNothingToDo = try await read { db in
      try Self.deletedElsewhere(db, account).isEmpty && Self.missingLists(db, account).isEmpty
        && Self.membersOfDeletedLists(db, account).isEmpty
    }
    if isNothingToDo { return }
    try await transaction { work in
      guard try Self.isSetUp(account, work.db) else { return }
      let isOwn = try Self.share(of: account, work.db) == nil
      for id in try Self.deletedElsewhere(work.db, account) {
        guard let list = try work.list(ListID(rawValue: id)) else { continue }
        let count = try work.db.number("SELECT COUNT(*) FROM todo WHERE listID = ?", [id])
        if count > 0 {
          guard isOwn else { continue }
          let now = FieldValue.timestamp(work.environment.now())
          try work.put(
            RecordKey(kind: .list, id: id),
            list.fields.merging([TodoList.Field.createdAt: now]) { $1 }, account)
          try work.enqueue(list)
        } else {
          try work.keepInTrash(list, .deletedElsewhere)
          try work.delete(list)
        }
      }
      guard isOwn else { return }
      for key in try Self.missingLists(work.db, account) { try work.restoreList(key, account) }
      for member in try Self.membersOfDeletedLists(work.db, account) {
        try work.delete(member, outbox: .edit)
      }
    }
  }

  // MARK: Parts

  private static func cursor(_ db: Database, _ kind: RecordKind, _ account: AccountID) throws
    -> SyncCursor?
  {
    try String.fetchOne(
      db.statement(
        "SELECT token FROM syncCursor WHERE account = ? AND kind = ?",
        [account.rawValue, kind.rawValue])
    ).map(SyncCursor.init(token:))
  }

  private static func beginListing(
    of kind: RecordKind, _ account: AccountID, _ total: Int?, _ work: inout StoreTransaction
  ) throws {
    try work.db.run(
      """
      INSERT INTO syncCursor (account, kind, token, scan) VALUES (?, ?, NULL, 1)
        ON CONFLICT DO UPDATE SET scan = scan + 1
      """, [account.rawValue, kind.rawValue])
    try work.db.run(
      """
      INSERT INTO syncState (account, expected) VALUES (?1, ?2)
        ON CONFLICT DO UPDATE SET expected = excluded.expected, received = 0
      """, [account.rawValue, kind == .todo ? total : nil])
    // An unreadable record that is gone by now would not be reported again.
    try work.db.run(
      "DELETE FROM unreadable WHERE account = ? AND kind = ?", [account.rawValue, kind.rawValue])
  }

  private static func noteProgress(
    _ page: ChangePage, _ account: AccountID, _ work: inout StoreTransaction
  ) throws {
    guard page.isListing else { return }
    try work.db.run(
      """
      INSERT INTO syncState (account, received) VALUES (?1, ?2)
        ON CONFLICT DO UPDATE SET received = received + excluded.received
      """, [account.rawValue, page.records.count])
    if page.isLast {
      try work.db.run(
        "UPDATE syncState SET expected = NULL WHERE account = ? AND received >= expected",
        [account.rawValue])
    }
    work.change.touchesSync = true
  }

  private static func deletedElsewhere(_ db: Database, _ account: AccountID) throws -> [String] {
    try String.fetchAll(
      db.statement(
        """
        SELECT list.id FROM list JOIN syncBase ON syncBase.account = ?1
            AND syncBase.kind = 'list' AND syncBase.record = list.id
          WHERE list.account = ?1 AND syncBase.fields IS NULL AND NOT EXISTS (SELECT 1 FROM outbox
            WHERE outbox.kind = 'list' AND outbox.record = list.id AND outbox.account = ?1)
          ORDER BY list.id
        """, [account.rawValue]))
  }

  /// The members of lists that were deleted. A list without a row and without a base, but with former values, was
  /// deleted here after the server had lost it, or before the server had it.
  private static func membersOfDeletedLists(_ db: Database, _ account: AccountID) throws
    -> [ListMember]
  {
    try ListMember.fetch(
      db,
      """
      SELECT member.* FROM member LEFT JOIN syncBase ON syncBase.account = ?1
          AND syncBase.kind = 'list' AND syncBase.record = member.listID
        WHERE member.account = ?1 AND syncBase.fields IS NULL
          AND (syncBase.record IS NOT NULL OR EXISTS (SELECT 1 FROM formerValues
            WHERE formerValues.account = ?1 AND formerValues.kind = 'list'
              AND formerValues.record = member.listID))
          AND member.listID NOT IN (SELECT id FROM list) ORDER BY member.id
      """, [account.rawValue])
  }

  /// The lists that to-dos refer to and that are not here. In a shared-list account only its own list: other lists have
  /// accounts of their own.
  private static func missingLists(_ db: Database, _ account: AccountID) throws -> [RecordKey] {
    try String.fetchAll(
      db.statement(
        """
        SELECT DISTINCT listID FROM todo JOIN account ON account.id = todo.account
          WHERE listID NOT IN (SELECT id FROM list) AND account.id = ?
            AND (owner IS NULL OR sharedList = listID) ORDER BY listID
        """, [account.rawValue])
    ).map { RecordKey(kind: .list, id: $0) }
  }
}

import GRDB

// What the sync engine reads and writes. Each method is one transaction.

extension TodoStore {
  /// The records that may be sent now, in the order in which a server can take them: lists, to-dos,
  /// then deletions, to-dos before lists. Records that are held back are left out.
  public func pendingKeys(of account: AccountID, at now: Timestamp) async throws(StoreError)
    -> [RecordKey]
  {
    try await read { db in
      let rows = try Row.fetchAll(
        db.cachedStatement(
          sql: """
            SELECT kind, record, MIN(seq) AS first,
              CASE kind
                WHEN 'list' THEN CASE WHEN EXISTS
                  (SELECT 1 FROM list WHERE list.id = record) THEN 0 ELSE 3 END
                ELSE CASE WHEN EXISTS
                  (SELECT 1 FROM todo WHERE todo.id = record) THEN 1 ELSE 2 END
              END AS rank
            FROM outbox
            WHERE account = ?1 AND NOT EXISTS (SELECT 1 FROM syncRetry
              WHERE syncRetry.kind = outbox.kind AND syncRetry.record = outbox.record
                AND syncRetry.account = ?1)
            GROUP BY kind, record
            ORDER BY rank, first
            """), arguments: [account.rawValue])
      return rows.compactMap { row in
        RecordKind(rawValue: row[0]).map { RecordKey(kind: $0, id: row[1]) }
      }
    }
  }

  /// What has to be sent for a record: row, base and the highest outbox entry in one snapshot.
  ///
  /// Nil when there is nothing to send; entries whose edits cancelled each other out are removed.
  public func pendingChange(for key: RecordKey, of account: AccountID) async throws(StoreError)
    -> PendingChange?
  {
    let found = try await read { try Self.pendingChange($0, key, account) }
    guard let found, case .update(let fields) = found.operation, fields.isEmpty else {
      return found
    }
    try await transaction { work in
      // Only what is still so may be taken away: the base may have changed meanwhile.
      guard try Self.pendingChange(work.db, key, account) == found else { return }
      try Self.settle(key, account, through: found.lastSequence, in: &work)
    }
    return nil
  }

  /// Records that the server has taken a change.
  ///
  /// The base becomes what was sent and the outbox entries it covered go; an edit made meanwhile has
  /// a higher number and stays. Nothing happens if the account was taken away meanwhile.
  public func acknowledge(_ change: PendingChange, version: String) async throws(StoreError) {
    try await transaction { work in
      guard try Self.isSetUp(change.account, work.db) else { return }
      if let fields = change.fields {
        let state = RemoteRecord.State.live(fields)
        try Self.setBase(
          RemoteRecord(key: change.key, state: state, version: version), change.account, work.db)
      } else {
        try Self.deleteBase(change.key, change.account, work.db)
      }
      try Self.settle(change.key, change.account, through: change.lastSequence, in: &work)
    }
  }

  /// Merges one page of what the server holds. Nothing happens if the account was taken away
  /// meanwhile.
  public func apply(_ records: [RemoteRecord], from account: AccountID) async throws(StoreError) {
    guard !records.isEmpty else { return }
    try await transaction { work in
      guard try Self.isSetUp(account, work.db) else { return }
      for record in records { try Self.merge(record, account, in: &work) }
    }
  }

  /// Gives up the pending edits of a record and takes over what the server holds.
  /// Nothing happens if the account was taken away meanwhile.
  /// - Parameter remote: nil if the server has no such record; it is then removed here too. A list
  ///   that is removed takes its to-dos along.
  public func discard(
    _ key: RecordKey, of account: AccountID, restoring remote: RemoteRecord?
  ) async throws(StoreError) {
    try await transaction { work in
      guard try Self.isSetUp(account, work.db) else { return }
      try Self.settle(key, account, through: Int64.max, in: &work)
      if let remote, case .live = remote.state {
        try Self.merge(remote, account, in: &work)
        return
      }
      try Self.deleteBase(key, account, work.db)
      switch key.kind {
      case .todo:
        guard let todo = try work.todo(TodoID(rawValue: key.id)), todo.account == account
        else { return }
        try work.delete(todo, command: nil)
      case .list:
        guard let list = try work.list(ListID(rawValue: key.id)), list.account == account
        else { return }
        for todo in try Todo.fetch(work.db, "SELECT * FROM todo WHERE listID = ?", [key.id]) {
          let todoKey = RecordKey(kind: .todo, id: todo.id.rawValue)
          let hasBase = try Self.base(todoKey, account, work.db) != nil
          try work.delete(todo, command: hasBase ? "discard list" : nil)
          if !hasBase { try Self.settle(todoKey, account, through: Int64.max, in: &work) }
        }
        try work.delete(list)
      }
    }
  }

  /// The last state of a record that this device and the server agreed on.
  public func syncBase(for key: RecordKey, of account: AccountID) async throws(StoreError)
    -> RemoteRecord?
  {
    try await read { try Self.base(key, account, $0) }
  }

  // MARK: Parts

  private static func pendingChange(_ db: Database, _ key: RecordKey, _ account: AccountID) throws
    -> PendingChange?
  {
    guard
      let last = try Int64.fetchOne(
        db.cachedStatement(
          sql: "SELECT MAX(seq) FROM outbox WHERE kind = ? AND record = ? AND account = ?"),
        arguments: [key.kind.rawValue, key.id, account.rawValue])
    else { return nil }
    let base = try base(key, account, db)?.fields
    let local = try localRecord(key, db)
    let operation: PendingChange.Operation =
      switch (local, base) {
      case (nil, _): .delete
      case (let local?, nil): .create(local.fields)
      case (let local?, let base?): .update(local.fields.filter { base[$0.key] != $0.value })
      }
    return PendingChange(
      key: key, account: account, operation: operation, fields: local?.fields, lastSequence: last,
      title: local?.title ?? title(of: base) ?? "")
  }

  /// Whether a record has changes that the server does not have.
  static func isWaiting(_ key: RecordKey, _ account: AccountID, _ db: Database) throws -> Bool {
    try db.number(
      "SELECT EXISTS (SELECT 1 FROM outbox WHERE kind = ? AND record = ? AND account = ?)",
      [key.kind.rawValue, key.id, account.rawValue]) == 1
  }

  private static func localRecord(_ key: RecordKey, _ db: Database) throws
    -> (fields: RecordFields, title: String, account: AccountID?)?
  {
    switch key.kind {
    case .list:
      try TodoList.fetch(db, "SELECT * FROM list WHERE id = ?", [key.id]).first
        .map { ($0.fields, $0.name, $0.account) }
    case .todo:
      try Todo.fetch(db, "SELECT * FROM todo WHERE id = ?", [key.id]).first
        .map { ($0.fields, $0.content, $0.account) }
    }
  }

  static func title(of fields: RecordFields?) -> String? {
    let value = fields?[Todo.Field.content] ?? fields?[TodoList.Field.name]
    guard case .string(let title)? = value else { return nil }
    return title
  }

  private static func settle(
    _ key: RecordKey, _ account: AccountID, through sequence: Int64,
    in work: inout StoreTransaction
  ) throws {
    try work.remark(key) { db in
      try db.run(
        "DELETE FROM outbox WHERE kind = ? AND record = ? AND account = ? AND seq <= ?",
        [key.kind.rawValue, key.id, account.rawValue, sequence])
      try db.run(
        "DELETE FROM syncRetry WHERE kind = ? AND record = ? AND account = ?",
        [key.kind.rawValue, key.id, account.rawValue])
    }
    work.change.touchesSync = true
  }

  /// Brings one record of the server together with what is here.
  private static func merge(
    _ record: RemoteRecord, _ account: AccountID, in work: inout StoreTransaction
  ) throws {
    let local = try localRecord(record.key, work.db)
    if let local, local.account != account { return }
    let isPending = try isWaiting(record.key, account, work.db)
    switch record.state {
    case .live(let remote):
      if local == nil, isPending { return }
      let base = try base(record.key, account, work.db)?.fields ?? [:]
      let merged =
        local.map {
          ThreeWayMerge.merge(base: base, local: $0.fields, remote: remote, isPending: isPending)
        } ?? remote
      try put(record.key, merged, account, in: &work)
      try setBase(record, account, work.db)
    case .deleted:
      // An edit beats a delete: without a base the whole record is sent again.
      try deleteBase(record.key, account, work.db)
      if isPending { return }
      // What was added or edited here needs its list to be seen.
      if record.key.kind == .list, let list = try work.list(ListID(rawValue: record.key.id)),
        try holdsUnsent(list.id, work.db)
      {
        try work.enqueue(list, .upsert, "keep list")
        return
      }
      try remove(record.key, in: &work)
    }
  }

  /// Whether a list holds to-dos with changes that the server does not have.
  private static func holdsUnsent(_ id: ListID, _ db: Database) throws -> Bool {
    try db.number(
      """
      SELECT EXISTS (SELECT 1 FROM todo WHERE listID = ? AND EXISTS
        (SELECT 1 FROM outbox WHERE outbox.kind = 'todo' AND outbox.record = todo.id))
      """, [id.rawValue]) == 1
  }

  private static func put(
    _ key: RecordKey, _ fields: RecordFields, _ account: AccountID,
    in work: inout StoreTransaction
  ) throws {
    let now = work.environment.now()
    switch key.kind {
    case .list:
      let id = ListID(rawValue: key.id)
      guard let list = TodoList(id: id, account: account, fields: fields, now: now) else { return }
      if let before = try work.list(id) {
        try work.update(list, from: before)
      } else {
        try work.insert(list)
      }
    case .todo:
      let id = TodoID(rawValue: key.id)
      guard let todo = Todo(id: id, account: account, fields: fields, now: now) else { return }
      if try work.todo(id) != nil {
        try work.update(todo, command: nil)
      } else {
        try work.insert(todo, command: nil)
      }
    }
  }

  private static func remove(_ key: RecordKey, in work: inout StoreTransaction) throws {
    switch key.kind {
    case .list:
      if let list = try work.list(ListID(rawValue: key.id)) { try work.delete(list) }
    case .todo:
      if let todo = try work.todo(TodoID(rawValue: key.id)) {
        try work.delete(todo, command: nil)
      }
    }
  }

  // MARK: Base

  private static func base(_ key: RecordKey, _ account: AccountID, _ db: Database) throws
    -> RemoteRecord?
  {
    try Row.fetchOne(
      db.cachedStatement(
        sql: "SELECT version, fields FROM syncBase WHERE account = ? AND kind = ? AND record = ?"),
      arguments: [account.rawValue, key.kind.rawValue, key.id]
    ).map { row in
      RemoteRecord(
        key: key, state: .live(try decode(RecordFields.self, row[1])), version: row[0])
    }
  }

  private static func setBase(_ record: RemoteRecord, _ account: AccountID, _ db: Database) throws {
    guard let fields = record.fields else { return }
    try db.run(
      """
      INSERT INTO syncBase (account, kind, record, version, fields) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET version = excluded.version, fields = excluded.fields
      """,
      [
        account.rawValue, record.key.kind.rawValue, record.key.id, record.version,
        try encode(fields),
      ])
  }

  private static func deleteBase(_ key: RecordKey, _ account: AccountID, _ db: Database) throws {
    try db.run(
      "DELETE FROM syncBase WHERE account = ? AND kind = ? AND record = ?",
      [account.rawValue, key.kind.rawValue, key.id])
  }
}

extension RemoteRecord {
  /// The fields of a live record; nil for a tombstone.
  var fields: RecordFields? {
    guard case .live(let fields) = state else { return nil }
    return fields
  }
}

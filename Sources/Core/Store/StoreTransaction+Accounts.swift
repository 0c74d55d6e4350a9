import GRDB

// What happens to lists and to-dos when an account is added or removed. Readers start again afterwards.

extension StoreTransaction {
  /// The kinds that move between an account and this computer. Memberships mean nothing without the account's
  /// server.
  private static let ownKinds: [RecordKind] = [.list, .todo]

  /// Returns to an account the records that stayed here when it was removed. The old bases show which of them were
  /// edited since; records that were deleted since are downloaded again.
  /// - Parameter isAdopting: whether the other lists of this computer will belong to the account too.
  mutating func rejoin(_ account: AccountID, isAdopting: Bool) throws {
    for kind in Self.ownKinds {
      let table = kind.rawValue
      try db.run(
        """
        DELETE FROM syncBase WHERE account = ?1 AND kind = ?2
          AND record NOT IN (SELECT id FROM \(table) WHERE account IS NULL)
        """, [account.rawValue, table])
      if kind == .todo { try nameSnoozes(ofKnownIn: account) }
      if kind == .todo, !isAdopting { try leaveMoved(from: account) }
      try rejoinKnown(kind, account)
    }
    try take(.todo, account, where: "listID IN (SELECT id FROM list WHERE account = ?1)")
    // So the first comparison notices the records that the server lost meanwhile.
    try db.run("UPDATE syncBase SET scan = 0 WHERE account = ?", [account.rawValue])
  }

  /// Enqueues the departure of to-dos that were moved since to lists on this computer only.
  private mutating func leaveMoved(from account: AccountID) throws {
    let moved = try String.fetchAll(
      db.statement(
        """
        SELECT todo.id FROM todo JOIN list ON list.id = todo.listID
          WHERE todo.account IS NULL AND list.account IS NULL
          AND todo.id IN (SELECT record FROM syncBase WHERE account = ? AND kind = 'todo')
        """, [account.rawValue]))
    for id in moved { try enqueue(RecordKey(kind: .todo, id: id), account: account, .move) }
  }

  /// Returns the known records. Those that nobody edited are not sent, or they would overwrite what others changed
  /// meanwhile.
  private mutating func rejoinKnown(_ kind: RecordKind, _ account: AccountID) throws {
    let reader = SyncRecordReader(db: db, account: account)
    let bases = SyncBaseTable(db: db, account: account)
    let ids = try String.fetchAll(
      db,
      sql: """
        SELECT record FROM syncBase WHERE account = ?1 AND kind = ?2
          AND record NOT IN (SELECT record FROM outbox WHERE account = ?1 AND kind = ?2 AND reason = ?3)
        """,
      arguments: .stored([account.rawValue, kind.rawValue, OutboxReason.move.rawValue]))
    for id in ids {
      let key = RecordKey(kind: kind, id: id)
      try db.run(
        "UPDATE \(kind.rawValue) SET account = ? WHERE id = ?", [account.rawValue, id])
      guard let local = try reader.local(key) else { continue }
      let agreed = try bases.base(of: key)?.fields
      let isTouched = local.fields.contains {
        $0.key != Todo.Field.createdAt && agreed?[$0.key] != $0.value
      }
      if isTouched { try enqueue(key, account: account) }
    }
  }

  /// Moves everything that is only on this computer to an account. Records that another account may still
  /// hold are copied under new identifiers.
  func adopt(_ account: AccountID) throws {
    try adoptFirstList(account)
    for kind in Self.ownKinds {
      let table = kind.rawValue
      let known = try String.fetchAll(
        db,
        sql: """
          SELECT id FROM \(table) WHERE account IS NULL
            AND id IN (SELECT record FROM syncBase WHERE kind = ?)
          """, arguments: .stored([table]))
      for id in known {
        let new = environment.makeID()
        try db.run("UPDATE \(table) SET id = ? WHERE id = ?", [new, id])
        if kind == .list { try db.run("UPDATE todo SET listID = ? WHERE listID = ?", [new, id]) }
      }
      try take(kind, account, where: "1")
    }
  }

  private func take(_ kind: RecordKind, _ account: AccountID, where condition: String) throws {
    let table = kind.rawValue
    if kind == .todo {
      let user = try TodoStore.user(of: account, db)
      // The account is bound to ?1 for every condition, so the statement has to use it.
      try renameSnoozes(
        of: "", to: user, where: "account IS NULL AND ?1 IS NOT NULL AND \(condition)", account)
    }
    try db.run(
      """
      INSERT INTO outbox (account, kind, record, reason)
        SELECT ?1, ?2, id, ?3 FROM \(table)
          WHERE account IS NULL AND \(condition) ORDER BY position, id
      """, [account.rawValue, table, OutboxReason.edit.rawValue])
    try db.run(
      "UPDATE \(table) SET account = ?1 WHERE account IS NULL AND \(condition)",
      [account.rawValue])
  }

  /// Puts the user's ID into the snoozes of to-dos that come back to an account, before they are compared with their
  /// bases.
  private func nameSnoozes(ofKnownIn account: AccountID) throws {
    try renameSnoozes(
      of: "", to: TodoStore.user(of: account, db),
      where: """
        account IS NULL
          AND id IN (SELECT record FROM syncBase WHERE account = ?1 AND kind = 'todo')
        """, account)
  }

  /// Transfers a person's snoozes to another user ID of the same person. The reminders that ring stay the same.
  /// - Parameter condition: which to-dos; `?1` is the account.
  private func renameSnoozes(
    of user: String, to other: String, where condition: String, _ account: AccountID
  ) throws {
    let todos = try Todo.fetch(
      db, "WHERE snoozes IS NOT NULL AND \(condition)", [account.rawValue])
    for var todo in todos {
      let before = todo.snoozes
      todo.renameSnoozes(of: user, to: other)
      guard todo.snoozes != before else { continue }
      try db.run(
        "UPDATE todo SET snoozes = ? WHERE id = ?",
        [StoredFields.encode(members: todo.snoozes.texts), todo.id.rawValue])
    }
  }

  /// Keeps the lists of an account on this computer.
  mutating func leave(_ account: AccountID) throws {
    try forgetMembers(account)
    let user = try TodoStore.user(of: account, db)
    try renameSnoozes(of: user, to: "", where: "account = ?1", account)
    for kind in Self.ownKinds {
      try db.run(
        "UPDATE \(kind.rawValue) SET account = NULL WHERE account = ?", [account.rawValue])
    }
  }

  private static func waits(_ kind: RecordKind) -> String {
    "id IN (SELECT record FROM outbox WHERE kind = '\(kind.rawValue)' AND account = ?1)"
  }

  /// Removes the lists of an account from this computer. Copies of unsent changes stay in the trash.
  /// - Parameter isKeepingAll: whether copies of all to-dos stay there.
  mutating func remove(
    _ account: AccountID, reason: TrashItem.Reason = .discarded, isKeepingAll: Bool = false
  ) throws {
    try forgetMembers(account)
    try returnAllMoved(from: account)
    var kept: [ListID: Int64] = [:]
    for list in try TodoList.fetch(
      db, "WHERE account = ?1 AND \(Self.waits(.list))", [account.rawValue])
    {
      kept[list.id] = try keepInTrash(list, reason)
    }
    for todo in try Todo.fetch(
      db, "WHERE account = ?1 AND \(isKeepingAll ? "1" : Self.waits(.todo))",
      [account.rawValue])
    {
      try keepInTrash(todo, reason, listTrash: kept[todo.listID])
    }
    for kind in Self.ownKinds {
      try db.run("DELETE FROM \(kind.rawValue) WHERE account = ?", [account.rawValue])
    }
    try db.run("DELETE FROM syncBase WHERE account = ?", [account.rawValue])
    try revealAll()
  }

  private mutating func forgetMembers(_ account: AccountID) throws {
    try db.run("DELETE FROM member WHERE account = ?", [account.rawValue])
    try db.run("DELETE FROM consent WHERE account = ?", [account.rawValue])
    try db.run(
      "DELETE FROM syncBase WHERE account = ? AND kind IN ('member', 'membership', 'consent')",
      [account.rawValue])
    change.touchesMembers = true
  }
}

import GRDB

/// Reads records in the form in which they are compared and sent.
struct SyncRecordReader {
  let db: Database
  let account: AccountID

  struct Local {
    let fields: RecordFields
    let title: String
  }

  private var bases: SyncBaseTable { SyncBaseTable(db: db, account: account) }

  /// A record of the account as it is here; nil if there is none. A record of another account with the same
  /// identifier does not count.
  func local(_ key: RecordKey) throws -> Local? {
    let condition = "WHERE id = ? AND account = ?"
    let values = [key.id, account.rawValue]
    return switch key.kind {
    case .list:
      try TodoList.fetch(db, condition, values).first.map {
        Local(fields: $0.fields, title: $0.name)
      }
    case .todo:
      try Todo.fetch(db, condition, values).first.map {
        Local(fields: $0.fields, title: $0.content)
      }
    case .member:
      try ListMember.fetch(db, "SELECT * FROM member \(condition)", values).first.map {
        Local(fields: $0.fields, title: $0.user)
      }
    case .consent:
      try Consent.fetch(db, "SELECT * FROM consent \(condition)", values).first.map {
        Local(fields: $0.fields, title: $0.user)
      }
    case .membership: nil
    }
  }

  /// Whether a record has unsent changes.
  func isWaiting(_ key: RecordKey) throws -> Bool {
    try db.number(
      "SELECT EXISTS (SELECT 1 FROM outbox WHERE kind = ? AND record = ? AND account = ?)",
      [key.kind.rawValue, key.id, account.rawValue]) == 1
  }

  /// The highest outbox entry of a record; nil if it has none.
  func lastSequence(_ key: RecordKey) throws -> Int64? {
    try Int64.fetchOne(
      db.statement(
        "SELECT MAX(seq) FROM outbox WHERE kind = ? AND record = ? AND account = ?",
        [key.kind.rawValue, key.id, account.rawValue]))
  }

  /// The condition that a to-do's row now belongs to an account whose server has not acknowledged it, so that it must
  /// not be deleted in its old account yet.
  /// - Parameter record: an SQL expression for its identifier.
  static func isOnItsWay(_ record: String) -> String {
    """
    EXISTS (SELECT 1 FROM todo WHERE todo.id = \(record) AND todo.account IS NOT NULL
      AND (EXISTS (SELECT 1 FROM outbox AS its WHERE its.kind = 'todo' AND its.record = todo.id
          AND its.account = todo.account)
        OR NOT EXISTS (SELECT 1 FROM syncBase WHERE syncBase.account = todo.account
          AND syncBase.kind = 'todo' AND syncBase.record = todo.id
          AND syncBase.fields IS NOT NULL)))
    """
  }

  /// Whether a change is the deletion of a to-do that has to wait, see ``isOnItsWay(_:)``.
  func isTooEarly(_ change: PendingChange) throws -> Bool {
    guard change.operation == .delete, change.key.kind == .todo else { return false }
    return try db.number("SELECT \(Self.isOnItsWay("?1"))", [change.key.id]) == 1
  }

  /// The lists in which the server still has a to-do that was moved out of them and is not acknowledged at its new
  /// place.
  ///
  /// They must not be deleted yet. Another device would find the to-do in a missing list and restore that list; and a
  /// server that deletes a list with its contents would have the to-do nowhere. A list that somebody else deleted is
  /// not included. Looks at all pending to-dos.
  func listsThatAreLeft() throws -> Set<ListID> {
    let moved = try String.fetchAll(
      db.statement(
        """
        SELECT DISTINCT record FROM outbox AS entry WHERE account = ?1 AND kind = 'todo'
          AND (reason = \(OutboxReason.move.rawValue) AND \(Self.isOnItsWay("entry.record"))
            OR EXISTS (SELECT 1 FROM todo WHERE todo.id = entry.record AND todo.account = ?1))
        """, [account.rawValue]))
    let lists = Set(
      try moved.compactMap { id in
        let key = RecordKey(kind: .todo, id: id)
        return try list(of: key, bases.base(of: key)?.fields)
      })
    return try lists.filter { list in
      let key = RecordKey(kind: .list, id: list.rawValue)
      return try bases.base(of: key)?.fields != nil || !bases.inFlight(key).isEmpty
    }
  }

  /// What would be sent for a record now; nil if it has no unsent change.
  func pendingChange(_ key: RecordKey) throws -> PendingChange? {
    guard let last = try lastSequence(key) else { return nil }
    let base = try bases.base(of: key)
    let local = try local(key)
    let operation: PendingChange.Operation
    if let local {
      if let agreed = base?.fields {
        // A value is sent if it differs from the base or from an unanswered write. If an edit was undone, this puts the
        // value back, and the new version makes the server reject the unanswered write if it arrives late.
        let states = try [agreed] + bases.inFlight(key)
        let changed = local.fields.filter { name, value in
          name != Todo.Field.createdAt && states.contains { $0[name] != value }
        }
        operation = .update(changed)
      } else {
        operation = .create(local.fields)
      }
    } else {
      operation = .delete
    }
    return PendingChange(
      key: key, account: account, operation: operation,
      precondition: Self.precondition(base), fields: local?.fields,
      list: try list(of: key, local?.fields ?? base?.fields), lastSequence: last,
      title: local?.title ?? Self.title(of: base?.fields) ?? "")
  }

  /// The list that a record belongs to, even if the record is gone.
  private func list(of key: RecordKey, _ fields: RecordFields?) throws -> ListID? {
    let known = try fields ?? bases.inFlight(key).last
    guard case .string(let list)? = known?[Todo.Field.listID] else { return nil }
    return ListID(rawValue: list)
  }

  private static func precondition(_ base: RemoteRecord?) -> PendingChange.Precondition {
    if let version = base?.version { return .version(version.tag) }
    return base == nil ? .absent : .unknown
  }

  /// Whether a change would not change the server: edits that cancelled each other out, or the deletion of
  /// what the server never had or has already deleted.
  func isNothing(_ change: PendingChange) throws -> Bool {
    switch change.operation {
    case .create: return false
    case .update(let fields): return fields.isEmpty
    case .delete:
      // A write in flight may still arrive, unless a tombstone gets there before it.
      guard try bases.inFlight(change.key).isEmpty else { return false }
      return try bases.base(of: change.key)?.fields == nil
    }
  }

  static func title(of fields: RecordFields?) -> String? {
    let value =
      fields?[Todo.Field.content] ?? fields?[TodoList.Field.name]
      ?? fields?[ListMember.Field.user]
    guard case .string(let title)? = value else { return nil }
    return title
  }
}

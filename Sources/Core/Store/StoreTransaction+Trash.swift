import Basics
import GRDB

extension StoreTransaction {
  /// Keeps a copy of a to-do that is about to be removed or overwritten.
  mutating func keepInTrash(
    _ todo: Todo, _ reason: TrashItem.Reason, listTrash: Int64? = nil
  ) throws {
    let name = try list(todo.listID)?.name
    try keepInTrash(
      todo.key, todo.account, todo.fields, todo.content, reason,
      listName: name, listTrash: listTrash)
  }

  /// Keeps a copy of a list that is about to be removed.
  /// - Returns: the number of the copy, which the copies of its to-dos refer to.
  @discardableResult
  mutating func keepInTrash(_ list: TodoList, _ reason: TrashItem.Reason) throws -> Int64 {
    try keepInTrash(
      list.key, list.account, list.fields, list.name, reason,
      listName: nil, listTrash: nil)
    return db.lastInsertedRowID
  }

  /// Keeps a copy of a to-do that came back by itself, before an older copy replaces it.
  mutating func keepWhatCameBack(_ key: RecordKey, differingFrom copy: RecordFields) throws {
    guard key.kind == .todo, let present = try todo(TodoID(rawValue: key.id)),
      Self.hasEdits(present.fields, since: nil, missingIn: copy)
    else { return }
    try keepInTrash(present, .discarded)
  }

  private mutating func keepInTrash(
    _ key: RecordKey, _ account: AccountID?, _ fields: RecordFields, _ title: String,
    _ reason: TrashItem.Reason, listName: String?, listTrash: Int64?
  ) throws {
    if listTrash == nil { try noteClock() }
    try db.run(
      """
      INSERT INTO trash (account, kind, record, listTrash, reason, title, listName, fields, createdAt)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        account?.rawValue, key.kind.rawValue, key.id, listTrash, reason.rawValue, title, listName,
        StoredFields.encode(fields), environment.now().milliseconds,
      ])
    change.touchesTrash = true
  }

  /// Removes the copies of a record that is back. The copies of to-dos that were deleted with a list stay as single
  /// items.
  /// - Parameters:
  ///   - fields: what came back, if it may differ from what was deleted; a copy with edits that are not in it
  ///     is kept as a discarded change.
  ///   - agreed: the server's state when it was deleted; its values do not count as edits.
  mutating func forgetTrash(
    of key: RecordKey, restoring fields: RecordFields? = nil, agreed: RecordFields? = nil
  ) throws {
    let rows = try Row.fetchAll(
      db.statement(
        """
        SELECT id, fields FROM trash WHERE kind = ? AND record = ? AND reason <> 'discarded'
        """, [key.kind.rawValue, key.id]))
    for row in rows {
      let id: Int64 = row[0]
      try db.run("UPDATE trash SET listTrash = NULL WHERE listTrash = ?", [id])
      let copy = try StoredFields.decode(row[1])
      if let fields, Self.hasEdits(copy, since: agreed, missingIn: fields) {
        try db.run(
          "UPDATE trash SET reason = 'discarded', listTrash = NULL WHERE id = ?", [id])
      } else {
        try db.run("DELETE FROM trash WHERE id = ?", [id])
      }
      change.touchesTrash = true
    }
  }

  private static func hasEdits(
    _ copy: RecordFields, since agreed: RecordFields?, missingIn fields: RecordFields
  ) -> Bool {
    let silent = [Todo.Field.createdAt, Todo.Field.modifiedAt, Todo.Field.position]
    return copy.contains { name, value in
      !silent.contains(name) && fields[name] != value && agreed?[name] != value
    }
  }

  /// Records the server's values that lost a merge.
  mutating func noteConflict(
    _ key: RecordKey, _ account: AccountID, _ title: String, lost: RecordFields, kept: RecordFields
  ) throws {
    let kept = kept.filter { lost[$0.key] != nil }
    try noteClock()
    try db.run(
      """
      INSERT INTO syncConflict (account, kind, record, title, lost, kept, createdAt)
        VALUES (?, ?, ?, ?, ?, ?, ?)
      """,
      [
        account.rawValue, key.kind.rawValue, key.id, title, StoredFields.encode(lost),
        StoredFields.encode(kept), environment.now().milliseconds,
      ])
    change.touchesTrash = true
  }

  /// Removes a row of the trash or of the conflicts.
  mutating func forgetCopy(_ table: UndoStep.Edit.KeptRow.Table, _ id: Int64) throws {
    if undoStepBuilder != nil,
      let row = try Row.fetchOne(
        db.statement("SELECT * FROM \(table.rawValue) WHERE id = ?", [id]))
    {
      let values = row.compactMap { name, value -> (String, UndoStep.Edit.KeptRow.Value)? in
        switch value.storage {
        case .string(let text): (name, .text(StoredText.decode(text)))
        case .int64(let number): (name, .number(number))
        case .blob(let bytes): (name, .bytes(bytes))
        // No column holds fractions.
        case .null, .double: nil
        }
      }
      record(.init(table: table, id: id, values: Dictionary(values) { $1 }), isKept: false)
    }
    try db.run("DELETE FROM \(table.rawValue) WHERE id = ?", [id])
    change.touchesTrash = true
  }

  /// Restores a removed row of the trash or of the conflicts.
  mutating func keepAgain(_ row: UndoStep.Edit.KeptRow) throws {
    let columns = row.values.sorted { $0.key < $1.key }
    let places = columns.map { _ in "?" }.joined(separator: ", ")
    try db.run(
      """
      INSERT OR IGNORE INTO \(row.table.rawValue) (\(columns.map(\.key).joined(separator: ", ")))
        VALUES (\(places))
      """, columns.map(\.value.stored))
    guard db.changesCount > 0 else { return }
    change.touchesTrash = true
    record(row, isKept: true)
  }

  /// The fields of a copy that is restored. If the server has the record, the server's creation time is kept,
  /// because it is not sent again.
  func keepingCreation(
    of key: RecordKey, _ account: AccountID?, in fields: RecordFields
  ) throws -> RecordFields {
    guard let account,
      let agreed = try SyncBaseTable(db: db, account: account).base(of: key)?.fields,
      let createdAt = agreed[Todo.Field.createdAt]
    else { return fields }
    return fields.merging([Todo.Field.createdAt: createdAt]) { $1 }
  }

  /// Restores a list that to-dos belong to, as it was last known.
  mutating func restoreList(_ key: RecordKey, _ account: AccountID?) throws {
    let id = ListID(rawValue: key.id)
    guard try list(id) == nil else { return }
    // The copy in the trash has its last name and look here, sent or not.
    var fields = try lastCopy(of: key)
    if fields == nil, let account {
      fields = try SyncBaseTable(db: db, account: account).base(of: key)?.fields
    }
    let now = environment.now()
    // If the server has no such list it is recreated there, with a name that may be old.
    let createdAt =
      try keepingCreation(of: key, account, in: [:]).timestamp(TodoList.Field.createdAt) ?? now
    fields?[TodoList.Field.createdAt] = .timestamp(createdAt)
    let list: TodoList
    if let fields, var known = TodoList(id: id, account: account, fields: fields, now: now) {
      known.modifiedAt = now
      list = known
    } else {
      list = TodoList(
        id: id, account: account, name: environment.naming.firstList,
        position: fields?.position(TodoList.Field.position, createdAt: now)
          ?? PositionKey.initial(at: now),
        createdAt: createdAt, modifiedAt: TodoList.never)
    }
    try insert(list)
    try enqueue(list)
    try forgetTrash(of: key, restoring: list.fields)
  }
}

import FoundationEssentials
import GRDB

// Lists whose name nobody chose: the first one, and those restored without a known name. A name known
// anywhere beats a guessed one.

extension StoreTransaction {
  // MARK: The first list

  /// Creates the first list, for a to-do that is added when there is no list.
  /// - Parameter wanted: its identifier, unless that has been used; nil for the identifier that first lists share.
  mutating func addFirstList(_ wanted: ListID? = nil) throws -> TodoList {
    let account = try TodoStore.accounts(db).first?.id
    let existing = try TodoStore.lists(db)
    let now = environment.now()
    let list = TodoList(
      id: try wanted.flatMap { try TodoStore.isUnused($0, db) ? $0 : nil }
        ?? TodoStore.firstList(db) ?? ListID(rawValue: environment.makeID()),
      account: account,
      name: try environment.naming.name(
        for: environment.naming.firstList, used: Set(existing.map(\.name))),
      position: PositionKey.next(behind: existing, at: now), createdAt: now,
      modifiedAt: TodoList.never)
    try insert(list)
    try enqueue(list)
    return list
  }

  /// Gives this computer's first list the identifier of an account's first list. If that list exists already, the
  /// to-dos go into it. A list that the user has named becomes a list like any other.
  func adoptFirstList(_ account: AccountID) throws {
    guard let local = try list(.first(of: nil)), local.account == nil else { return }
    var new = ListID.first(of: account)
    if local.isGuessed, let present = try list(new), present.account == account {
      try db.run("DELETE FROM list WHERE id = ?", [local.id.rawValue])
    } else {
      if try !local.isGuessed || !TodoStore.isUnused(new, db) {
        new = ListID(rawValue: environment.makeID())
      }
      try db.run("UPDATE list SET id = ? WHERE id = ?", [new.rawValue, local.id.rawValue])
    }
    try db.run(
      "UPDATE todo SET listID = ? WHERE listID = ?", [new.rawValue, local.id.rawValue])
  }

  /// Gives a first list that is being renamed an identifier of its own, unless another device may know it already.
  /// Another device may have created its own first list with the shared identifier, and that list is not being renamed.
  /// - Returns: the list, with its new identifier if it got one.
  mutating func separateFromFirst(_ list: TodoList) throws -> TodoList {
    guard let account = list.account, list.id == .first(of: account), try isUnsent(list, account)
    else { return list }
    let new = TodoList(
      id: ListID(rawValue: environment.makeID()), account: account, name: list.name,
      colour: list.colour, emoji: list.emoji, sortOrder: list.sortOrder, position: list.position,
      createdAt: list.createdAt, modifiedAt: list.modifiedAt)
    for (table, column) in [("list", "id"), ("todo", "listID")] {
      try db.run(
        "UPDATE \(table) SET \(column) = ? WHERE \(column) = ?",
        [new.id.rawValue, list.id.rawValue])
    }
    try db.run(
      "UPDATE outbox SET record = ? WHERE kind = 'list' AND record = ?",
      [new.id.rawValue, list.id.rawValue])
    try moveCopies(from: list.id, to: new.id, account)
    undoStepBuilder?.rename(list.key, to: new.key)
    change.reload()
    return new
  }

  /// Gives the new identifier of a list to the copies in the trash of to-dos that were in it and were never sent.
  private func moveCopies(from old: ListID, to new: ListID, _ account: AccountID) throws {
    let rows = try Row.fetchAll(
      db.statement(
        """
        SELECT id, fields FROM trash WHERE account = ?1 AND kind = 'todo'
          AND record NOT IN (SELECT record FROM syncBase WHERE account = ?1 AND kind = 'todo')
        """, [account.rawValue]))
    for row in rows {
      var fields = try StoredFields.decode(row[1])
      guard fields[Todo.Field.listID] == .string(old.rawValue) else { continue }
      fields[Todo.Field.listID] = .string(new.rawValue)
      let id: Int64 = row[0]
      try db.run("UPDATE trash SET fields = ? WHERE id = ?", [StoredFields.encode(fields), id])
    }
  }

  /// Whether the server never had the list. If the server lost it, only the former values show that it was there, while
  /// to-dos on the server still refer to it. To-dos of another device may also arrive before their list.
  private func isUnsent(_ list: TodoList, _ account: AccountID) throws -> Bool {
    let bases = SyncBaseTable(db: db, account: account)
    let key = list.key
    return try bases.base(of: key) == nil && bases.formerValues(of: key).isEmpty
      && db.number(
        """
        SELECT EXISTS (SELECT 1 FROM inFlightWrite WHERE kind = 'list' AND record = ?1)
          OR EXISTS (SELECT 1 FROM member WHERE listID = ?1)
          OR EXISTS (SELECT 1 FROM todo JOIN syncBase
            ON syncBase.account = ?2 AND syncBase.kind = 'todo' AND syncBase.record = todo.id
            WHERE todo.listID = ?1)
        """, [key.id, account.rawValue]) == 0
  }

  // MARK: Merging

  /// Merges a list with the server's where one of the two has a guessed name: the other name wins, and no
  /// conflict is listed.
  mutating func mergeGuess(
    _ record: RemoteRecord, _ remote: RecordFields, into local: RecordFields, _ isPending: Bool,
    _ account: AccountID
  ) throws {
    try SyncBaseTable(db: db, account: account).set(record)
    let merged = local.merging(remote) { $1 }
    let isOurs =
      try remote.isGuessed && !local.isGuessed && maySend(record.key, account)
    try put(record.key, isOurs ? merged.taking(namesOf: local) : merged, account)
    if isOurs, !isPending {
      try enqueue(record.key, account: account)
    }
  }

  /// Writes a record. A list that came back under a guessed name gets the last name known here.
  mutating func putNaming(
    _ key: RecordKey, _ remote: RecordFields, known: RecordFields?, _ account: AccountID
  ) throws {
    guard key.kind == .list, remote.isGuessed, let known, !known.isGuessed,
      try maySend(key, account)
    else { return try put(key, remote, account) }
    try put(key, remote.taking(namesOf: known), account)
    try enqueue(key, account: account)
  }

  /// The list's fields in its latest copy in the trash; nil if there is no copy.
  func lastCopy(of key: RecordKey) throws -> RecordFields? {
    try Data.fetchOne(
      db.statement(
        """
        SELECT fields FROM trash WHERE kind = 'list' AND record = ? ORDER BY id DESC LIMIT 1
        """, [key.id])
    ).map(StoredFields.decode)
  }
}

extension TodoStore {
  /// The shared identifier of first lists; nil if it has been used.
  static func firstList(_ db: Database) throws -> ListID? {
    let first = ListID.first(of: try accounts(db).first?.id)
    return try isUnused(first, db) ? first : nil
  }

  /// Whether a list identifier was never used. A new first list must not be taken for one that was deleted, or named
  /// since.
  fileprivate static func isUnused(_ id: ListID, _ db: Database) throws -> Bool {
    try db.number(
      """
      SELECT EXISTS (SELECT 1 FROM list WHERE id = ?1)
        OR EXISTS (SELECT 1 FROM syncBase WHERE kind = 'list' AND record = ?1)
        OR EXISTS (SELECT 1 FROM trash WHERE kind = 'list' AND record = ?1)
        OR EXISTS (SELECT 1 FROM outbox WHERE kind = 'list' AND record = ?1)
      """, [id.rawValue]) == 0
  }
}

extension RecordFields {
  /// Whether these are the fields of a list whose name was guessed, see ``TodoList/isGuessed``.
  var isGuessed: Bool { timestamp(TodoList.Field.modifiedAt) == TodoList.never }

  /// These fields with all values of another state except its time of creation.
  fileprivate func taking(namesOf other: RecordFields) -> RecordFields {
    merging(other.filter { $0.key != TodoList.Field.createdAt }) { $1 }
  }
}

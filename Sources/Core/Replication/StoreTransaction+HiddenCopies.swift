import Basics
import FoundationEssentials
import GRDB

// To-dos that, as far as this computer has read, are in two accounts. One of the two is shown. The other one is a
// hidden copy: a base without a row (docs/decisions/0048).

extension StoreTransaction {
  /// Whether a to-do is no longer in the shared list that an account stands for: it was moved to another list of the
  /// same owner.
  func hasLeft(_ record: RemoteRecord, _ local: SyncRecordReader.Local?, _ account: AccountID)
    throws -> Bool
  {
    guard record.key.kind == .todo, let fields = record.fields, try !isInside(fields, account)
    else { return false }
    // It has not left if it is waiting here to be moved into this list and the server still has it in the other one.
    return try local == nil || isKept(record.key, account)
      || !SyncRecordReader(db: db, account: account).isWaiting(record.key)
  }

  /// Forgets a tombstone of another list than the one that an account stands for, once no pending change needs its
  /// version. Otherwise it would be counted in a list in which the server does not have it, even after somebody has
  /// restored the to-do in its own list.
  func forgetTombstoneElsewhere(_ record: RemoteRecord, _ account: AccountID) throws {
    guard record.key.kind == .todo, record.state == .deleted, let list = record.list,
      let share = try TodoStore.share(of: account, db), list != share.list
    else { return }
    let reader = SyncRecordReader(db: db, account: account)
    let bases = SyncBaseTable(db: db, account: account)
    guard try reader.local(record.key) == nil, try !reader.isWaiting(record.key),
      let known = try bases.base(of: record.key), known == record
    else { return }
    try bases.delete(record.key)
  }

  /// Whether a to-do may be sent back to the list of an account, if the server went back to an earlier state and so has
  /// it in another list. The user must be able to write in both lists of that person.
  func mayTakeBack(_ record: RemoteRecord, to account: AccountID) throws -> Bool {
    guard case .string(let id)? = record.fields?[Todo.Field.listID],
      let place = try list(ListID(rawValue: id))?.account, place.isOfOnePerson(with: account)
    else { return false }
    return try maySend(record.key, place) && maySend(record.key, account)
  }

  /// Records the server's state of a to-do whose row belongs to another account. Either another device has moved the
  /// to-do and this device has not read its departure yet, or two people use one identifier (0034).
  /// - Parameter isElsewhere: whether the owner has moved it out of the list that the account stands for. An in-flight
  ///   creation cannot arrive any more then, and nothing is left to delete.
  mutating func rememberHidden(
    _ record: RemoteRecord, isElsewhere: Bool, _ account: AccountID
  ) throws {
    guard record.key.kind == .todo, let todo = try todo(TodoID(rawValue: record.key.id)),
      todo.account != nil, todo.account != account
    else { return }
    let bases = SyncBaseTable(db: db, account: account)
    switch record.state {
    case .live(let fields):
      // A new edit on the server beats the deletion that is pending here.
      let known = try [bases.base(of: record.key)?.fields] + bases.inFlight(record.key)
      if !known.contains(fields) { try dequeue(record.key, account, through: .max) }
      try bases.set(record)
    case .deleted:
      try bases.set(record)
      // Somebody else deleted it there too.
      try dequeue(record.key, account, through: .max)
    case .absent:
      let known = try bases.base(of: record.key)?.fields
      try bases.delete(record.key)
      guard isElsewhere else {
        // Unlike the device that moved it, this one may be the only one that has read what was written there last.
        if let known { try listLost(known, hiddenBy: todo) }
        return
      }
      try bases.forgetInFlight(record.key)
      try dequeue(record.key, account, through: .max)
    case .unreadable: return
    }
  }

  /// Lists the texts and days of a hidden copy that its server has lost, as far as the shown to-do has never had them.
  private mutating func listLost(_ hidden: RecordFields, hiddenBy todo: Todo) throws {
    guard let account = todo.account, hidden[Todo.Field.createdAt] == .timestamp(todo.createdAt)
    else { return }
    let former = try SyncBaseTable(db: db, account: account).formerValues(of: todo.key)
    let lost = Self.keeping(todo.fields, against: hidden).lost.filter { name, value in
      !former.contains(value, of: name)
    }
    guard !lost.isEmpty else { return }
    try noteConflict(todo.key, account, todo.content, lost: lost, kept: todo.fields)
  }

  /// Moves the row of a to-do that has left an account to the account of its hidden copy, with the pending edits.
  /// - Parameter isRecreated: whether the server had lost it before it was moved. The device that sent it again may
  ///   have had an older state than the base here, so overridden texts and days are listed as conflicts.
  /// - Returns: false, without a change, if there is no hidden copy that may take it over.
  mutating func followMove(
    of key: RecordKey, _ local: SyncRecordReader.Local, _ isPending: Bool, isRecreated: Bool,
    from account: AccountID
  ) throws -> Bool {
    guard key.kind == .todo, let before = try todo(TodoID(rawValue: key.id)),
      let there = try hiddenCopy(of: before.id, besides: account),
      try !isPending || isAlso(before, there)
    else { return false }
    var result = ThreeWayMerge.Result(fields: there.fields)
    switch (isPending, isRecreated) {
    case (true, true): result = Self.keeping(local.fields, against: there.fields)
    case (true, false):
      result = try merged(key, there.fields, nil, into: local.fields, true, account)
    case (false, true): result.lost = Self.keeping(there.fields, against: local.fields).lost
    case (false, false): break
    }
    let isRebased =
      isPending && !isRecreated ? try rebase(there, on: local.fields, account) : false
    try write(result, to: before, there.todo, isVerifying: isRebased)
    try dequeue(key, account, through: .max)
    return true
  }

  /// Takes the old account's base values of all fields that were edited since into the base of the new account.
  ///
  /// The state known in the new account may be older than the one that was edited. An edit that equals the older state
  /// would not count as a change; and the device that moved the to-do, which brings the state that was edited, would
  /// seem to have changed the field.
  /// - Returns: whether the base was changed.
  private func rebase(_ there: HiddenCopy, on local: RecordFields, _ account: AccountID) throws
    -> Bool
  {
    let bases = SyncBaseTable(db: db, account: there.account)
    guard let agreed = try SyncBaseTable(db: db, account: account).base(of: there.todo.key)?.fields,
      let known = try bases.version(of: there.todo.key)
    else { return false }
    var base = there.fields
    for (name, value) in agreed where !Self.isSilent(name) && local[name] != value {
      guard let members = value.members, let ours = local[name]?.members else {
        base[name] = value
        continue
      }
      // In a set, only the members that were added or removed here take the old account's base state.
      let edited = ours.symmetricDifference(members)
      let others = (there.fields[name]?.members ?? []).subtracting(edited)
      base[name] = .set(SetLimits.bounded(others.union(members.intersection(edited))))
    }
    guard base != there.fields else { return false }
    try bases.set(RemoteRecord(key: there.todo.key, state: .live(base), version: known))
    // The server has another state than this base, so that state counts as in flight: every field in which the two
    // differ is sent, even after an undo.
    _ = try bases.noteInFlight(there.todo.key, there.fields)
    try bases.endSending(there.todo.key)
    return true
  }

  /// Inserts the row of a hidden copy after the row that hid it is gone.
  mutating func reveal(_ id: TodoID, besides account: AccountID?) throws {
    guard try todo(id) == nil, let hidden = try hiddenCopy(of: id, besides: account),
      try !isList(hidden.todo.listID, ofAnotherThan: hidden.account)
    else { return }
    try insertReceived(hidden.todo)
  }

  /// Shows the hidden to-dos of a list that has just arrived: until now its identifier was in use for another account's
  /// list.
  mutating func revealTodos(in list: ListID, _ account: AccountID) throws {
    // In a first sync round this runs for each list, so only bases that contain the bytes of the list's ID are decoded.
    let known = try Row.fetchAll(
      db.statement(
        """
        SELECT record, fields FROM syncBase WHERE account = ? AND kind = 'todo'
          AND instr(fields, ?) > 0 AND record NOT IN (SELECT id FROM todo)
        """, [account.rawValue, Data(list.rawValue.utf8)]))
    for row in known {
      let fields = try StoredFields.decode(row[1])
      guard fields[Todo.Field.listID] == .string(list.rawValue) else { continue }
      try reveal(TodoID(rawValue: row[0]), besides: nil)
    }
  }

  /// Shows all hidden to-dos that have no row any more, after an account and its contents were removed from this
  /// computer.
  mutating func revealAll() throws {
    let ids = try String.fetchAll(
      db,
      sql: """
        SELECT DISTINCT record FROM syncBase JOIN account ON account.id = syncBase.account
          WHERE kind = 'todo' AND fields IS NOT NULL AND record NOT IN (SELECT id FROM todo)
        """)
    for id in ids { try reveal(TodoID(rawValue: id), besides: nil) }
  }

  /// Deletes the hidden copies of a to-do as well: the user who deletes it does not know that another device has just
  /// moved it. A copy that may not be deleted is shown instead.
  mutating func deleteHidden(_ todo: Todo, _ reason: OutboxReason) throws {
    while let hidden = try hiddenCopy(of: todo.id, besides: todo.account) {
      guard try isAlso(todo, hidden) else {
        return try reveal(todo.id, besides: todo.account)
      }
      // The user has not seen the copy's values, so they go to the trash if they differ.
      if hidden.fields.contains(where: { !Self.isSilent($0) && todo.fields[$0] != $1 }) {
        try keepInTrash(hidden.todo, .deleted)
      }
      try enqueue(todo.key, account: hidden.account, reason)
    }
  }

  /// Whether a change to a to-do may be made to a hidden copy too: the copy is in the user's own account, or it is the
  /// same to-do in a list in which the user may write. Another person may use the identifier for another to-do in their
  /// list, and must not receive what was written about this one (0034).
  private func isAlso(_ todo: Todo, _ hidden: HiddenCopy) throws -> Bool {
    if try TodoStore.share(of: hidden.account, db) == nil { return true }
    return try maySend(todo.key, hidden.account)
      && hidden.fields[Todo.Field.createdAt] == .timestamp(todo.createdAt)
  }

  /// Whether a to-do was moved out of an account, or into it, as far as is known here: another account, or this computer
  /// alone, shows it, or another account has known it.
  func isMoved(_ key: RecordKey, from account: AccountID) throws -> Bool {
    if let holder = try holder(of: key), holder != account { return true }
    return try accountKnowing(key, besides: account) != nil
  }

  /// Another account that has a base or former values of a to-do, because the to-do was moved.
  func accountKnowing(_ key: RecordKey, besides account: AccountID) throws -> AccountID? {
    guard key.kind == .todo else { return nil }
    return try String.fetchOne(
      db.statement(
        """
        SELECT id FROM account WHERE id <> ?2
          AND (EXISTS (SELECT 1 FROM syncBase WHERE syncBase.account = account.id
              AND syncBase.kind = 'todo' AND syncBase.record = ?1)
            OR EXISTS (SELECT 1 FROM formerValues WHERE formerValues.account = account.id
              AND formerValues.kind = 'todo' AND formerValues.record = ?1))
          ORDER BY id LIMIT 1
        """, [key.id, account.rawValue])
    ).map(AccountID.init(rawValue:))
  }

  /// Merges a to-do with a record of it in an account that has no base of it.
  ///
  /// The old account's base is used if the server's state equals it or continues it. Otherwise there is no common base:
  /// the device that moved the to-do may have had another state than this one.
  ///
  /// Without a common base, a field that was not changed here since the move takes the server's value, unless that is a
  /// known former value. The value that gives way is listed in any case, because it may have been restored on purpose.
  /// - Parameter source: the account from which it was moved, or another one that knows it.
  func mergeCopies(
    _ key: RecordKey, _ remote: RecordFields, _ record: RemoteRecord?,
    into local: RecordFields, _ isPending: Bool, _ account: AccountID, movedFrom source: AccountID
  ) throws -> ThreeWayMerge.Result {
    let inFlight = try SyncBaseTable(db: db, account: account).inFlight(key)
    // In a move between two lists of one other person, the server keeps it in the old list until the move is sent.
    let unmoved = try stateBeforeMove(of: key, to: account, beside: remote, record)
    let base = inFlight.contains(remote) ? remote : unmoved?.base
    var result = ThreeWayMerge(
      base: base ?? [:], inFlight: inFlight + (unmoved?.inFlight ?? []), isPending: isPending
    ).merge(local: local, remote: remote)
    if base != nil { return result }
    let there = SyncBaseTable(db: db, account: source)
    let known = try there.base(of: key)?.fields
    let former = try there.formerValues(of: key)
    func isUntouched(_ name: String) -> Bool {
      // If it is deleted there, only texts and days are known, as former values.
      guard let known else {
        return Self.isEmpty(local[name]) || former.contains(local[name], of: name)
      }
      return local[name] == known[name]
    }
    let isDoneUntouched = ThreeWayMerge.done.allSatisfy(isUntouched)
    for (name, value) in result.lost
    where isUntouched(name) && !former.contains(value, of: name)
      && (isDoneUntouched || !ThreeWayMerge.done.contains(name))
    {
      result.fields[name] = value
      result.lost[name] = Self.isEmpty(local[name]) ? nil : local[name]
    }
    return result
  }

  /// The base of the account from which the to-do was moved here, if the server's state equals it or continues it.
  ///
  /// The state continues the base if the record is still in the same list. It does not if somebody else has moved the
  /// record, or if the record was recreated after a deletion or loss, perhaps from an older state.
  /// - Returns: the base, and the unanswered states; nil if there is no such base, or only in another person's list
  ///   that happens to use the same identifier.
  private func stateBeforeMove(
    of key: RecordKey, to account: AccountID, beside remote: RecordFields, _ record: RemoteRecord?
  ) throws -> (base: RecordFields, inFlight: [RecordFields])? {
    let rows = try Row.fetchAll(
      db.statement(
        """
        SELECT account.id, syncBase.fields FROM account CROSS JOIN syncBase
            ON syncBase.account = account.id AND syncBase.kind = 'todo' AND syncBase.record = ?1
          WHERE account.id <> ?2 AND syncBase.fields IS NOT NULL
            AND EXISTS (SELECT 1 FROM outbox WHERE outbox.kind = 'todo' AND outbox.record = ?1
              AND outbox.account = account.id AND reason = \(OutboxReason.move.rawValue))
          ORDER BY syncBase.ordinal DESC, account.id
        """, [key.id, account.rawValue]))
    // Of several accounts that it was moved from, only the newest base counts: a state that seems to continue an older
    // base may be later than the newest one.
    var isNewest = true
    for row in rows {
      let source = AccountID(rawValue: row[0])
      let base = try StoredFields.decode(row[1])
      let bases = SyncBaseTable(db: db, account: source)
      let isOfOnePerson = source.isOfOnePerson(with: account)
      defer { if isOfOnePerson { isNewest = false } }
      let isContinued =
        try isOfOnePerson && isNewest && base[Todo.Field.listID] == remote[Todo.Field.listID]
        && base[Todo.Field.createdAt] == remote[Todo.Field.createdAt]
        && isLater(record, than: bases.version(of: key))
      guard base == remote || isContinued else { continue }
      return (base, try bases.inFlight(key))
    }
    return nil
  }

  /// Whether a record is later than a known version, and was not lost and recreated in between.
  private func isLater(_ record: RemoteRecord?, than known: RecordVersion?) -> Bool {
    guard let record, let version = record.version, let known else { return false }
    return known.isOlder(than: version) && !record.isRecreated(after: known)
  }

  static func isEmpty(_ value: FieldValue?) -> Bool {
    value == nil || value == .null || value == .string("")
  }

  private func hiddenCopy(of id: TodoID, besides account: AccountID?) throws -> HiddenCopy? {
    // There are few accounts, and each costs one look-up by key.
    let found = try Row.fetchOne(
      db.statement(
        """
        SELECT account.id, syncBase.fields FROM account CROSS JOIN syncBase
            ON syncBase.account = account.id AND syncBase.kind = 'todo' AND syncBase.record = ?1
          WHERE account.id IS NOT ?2 AND syncBase.fields IS NOT NULL
            AND NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.kind = 'todo'
              AND outbox.record = ?1 AND outbox.account = account.id)
          ORDER BY account.owner IS NOT NULL, account.id LIMIT 1
        """, [id.rawValue, account?.rawValue]))
    return try found.flatMap { row in
      let account = AccountID(rawValue: row[0])
      let fields = try StoredFields.decode(row[1])
      return Todo(id: id, account: account, fields: fields, now: environment.now()).map {
        HiddenCopy(account: account, fields: fields, todo: $0)
      }
    }
  }
}

/// A to-do as the server of an account has it, while its row, if there is one, belongs to another account.
private struct HiddenCopy {
  let account: AccountID
  let fields: RecordFields
  let todo: Todo
}

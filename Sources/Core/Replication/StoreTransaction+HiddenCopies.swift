import Basics
import FoundationEssentials
import GRDB

// To-dos that are in two accounts, as far as this computer has read. One of them is shown; the other one is remembered
// as a base without a row (docs/decisions/0048).

extension StoreTransaction {
  /// Whether another person's list does not hold a to-do any more that it held: it was moved to another list of the
  /// same person.
  func hasLeft(_ record: RemoteRecord, _ local: SyncRecordReader.Local?, _ account: AccountID)
    throws -> Bool
  {
    guard record.key.kind == .todo, let fields = record.fields, try !isInside(fields, account)
    else { return false }
    // Unless it waits here to go into this list, and the server has it in the other one still.
    return try local == nil || isKept(record.key, account)
      || !SyncRecordReader(db: db, account: account).isWaiting(record.key)
  }

  /// Forgets a tombstone of another list than the one that an account stands for, once nothing waits that needs its version:
  /// it would be counted in a list in which the server does not have it, even after somebody has put it back where it was.
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

  /// Whether a to-do that is in another list because the server went back to an earlier state may be sent to where it was: the
  /// user may write in both lists of that person.
  func mayTakeBack(_ record: RemoteRecord, to account: AccountID) throws -> Bool {
    guard case .string(let id)? = record.fields?[Todo.Field.listID],
      let place = try list(ListID(rawValue: id))?.account, place.isOfOnePerson(with: account)
    else { return false }
    return try maySend(record.key, place) && maySend(record.key, account)
  }

  /// Remembers a state of a to-do whose row belongs to another account: another device has moved it, and this one has
  /// not read yet that it has left, or two people use one identifier (0034).
  /// - Parameter isElsewhere: whether its owner has moved it out of the list that the account stands for. What was sent as
  ///   new cannot arrive any more then, and nothing is left to delete.
  mutating func rememberHidden(
    _ record: RemoteRecord, isElsewhere: Bool, _ account: AccountID
  ) throws {
    guard record.key.kind == .todo, let todo = try todo(TodoID(rawValue: record.key.id)),
      todo.account != nil, todo.account != account
    else { return }
    let bases = SyncBaseTable(db: db, account: account)
    switch record.state {
    case .live(let fields):
      // An edit beats a delete that waits here.
      let known = try [bases.base(of: record.key)?.fields] + bases.inFlight(record.key)
      if !known.contains(fields) { try dequeue(record.key, account, through: .max) }
      try bases.set(record)
    case .deleted:
      try bases.set(record)
      // Somebody else deleted it there too.
      try dequeue(record.key, account, through: .max)
    case .absent:
      try bases.delete(record.key)
      guard isElsewhere else { return }
      try bases.forgetInFlight(record.key)
      try dequeue(record.key, account, through: .max)
    case .unreadable: return
    }
  }

  /// Follows a to-do that has left an account to the one where it is known to be, with the edits that wait here.
  /// - Parameter isMadeAnew: whether the server had lost it before it was moved. Whoever sent it again may have known an
  ///   earlier state than the one agreed on here; the words that give way are listed then.
  /// - Returns: false if it is known nowhere else; nothing was done then.
  mutating func followMove(
    of key: RecordKey, _ local: SyncRecordReader.Local, _ isPending: Bool, isMadeAnew: Bool,
    from account: AccountID
  ) throws -> Bool {
    guard key.kind == .todo, let before = try todo(TodoID(rawValue: key.id)),
      let there = try hiddenCopy(of: before.id, besides: account),
      try !isPending || isAlso(before, there)
    else { return false }
    var result = ThreeWayMerge.Result(fields: there.fields)
    switch (isPending, isMadeAnew) {
    case (true, true): result = Self.keeping(local.fields, against: there.fields)
    case (true, false):
      result = try merged(key, there.fields, nil, into: local.fields, true, account)
    case (false, true): result.lost = Self.keeping(there.fields, against: local.fields).lost
    case (false, false): break
    }
    let isRebased =
      isPending && !isMadeAnew ? try rebase(there, on: local.fields, account) : false
    try write(result, to: before, there.todo, isVerifying: isRebased)
    try dequeue(key, account, through: .max)
    return true
  }

  /// Makes what was agreed on at the old place the base at the new one, for what was edited since.
  ///
  /// The state known there may be older than the one that was edited. The edit would be no change of it if it says the same,
  /// and the mover, who brings the state that was edited, would seem to have changed it.
  /// - Returns: whether the base is another one now.
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
      // Of a set only the members that were added or removed here.
      let edited = ours.symmetricDifference(members)
      let others = (there.fields[name]?.members ?? []).subtracting(edited)
      base[name] = .set(SetLimits.bounded(others.union(members.intersection(edited))))
    }
    guard base != there.fields else { return false }
    try bases.set(RemoteRecord(key: there.todo.key, state: .live(base), version: known))
    // This base is not what the server has. That counts as in flight, so every field in which the two differ is sent, also
    // after an undo.
    _ = try bases.noteInFlight(there.todo.key, there.fields)
    try bases.endSending(there.todo.key)
    return true
  }

  /// Shows a to-do in the account where it is known to be, after the one that hid it is gone.
  mutating func reveal(_ id: TodoID, besides account: AccountID?) throws {
    guard try todo(id) == nil, let hidden = try hiddenCopy(of: id, besides: account),
      try !isList(hidden.todo.listID, ofAnotherThan: hidden.account)
    else { return }
    try insertReceived(hidden.todo)
  }

  /// Shows what is known to be in a list that has just come: its identifier was in use for another account's list before.
  mutating func revealTodos(in list: ListID, _ account: AccountID) throws {
    // In a first round this runs for each list, so only what has the bytes of its name somewhere is decoded.
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

  /// The same after an account is gone from this computer with everything in it.
  mutating func revealAll() throws {
    let ids = try String.fetchAll(
      db,
      sql: """
        SELECT DISTINCT record FROM syncBase JOIN account ON account.id = syncBase.account
          WHERE kind = 'todo' AND fields IS NOT NULL AND record NOT IN (SELECT id FROM todo)
        """)
    for id in ids { try reveal(TodoID(rawValue: id), besides: nil) }
  }

  /// Deletes a to-do in the other accounts where it is known to be, or shows it there if it may not be deleted: whoever
  /// deletes it does not know that another device has just moved it.
  mutating func deleteHidden(_ todo: Todo, _ reason: OutboxReason) throws {
    while let hidden = try hiddenCopy(of: todo.id, besides: todo.account) {
      guard try isAlso(todo, hidden) else {
        return try reveal(todo.id, besides: todo.account)
      }
      // The user has not seen the values of the copy.
      if hidden.fields.contains(where: { !Self.isSilent($0) && todo.fields[$0] != $1 }) {
        try keepInTrash(hidden.todo, .deleted)
      }
      try enqueue(todo.key, account: hidden.account, reason)
    }
  }

  /// Whether a change to a to-do may be made to a hidden copy too: the copy is in the user's own account, or it is the
  /// same to-do in a list in which the user may write. Somebody else may use the identifier for another to-do in a list
  /// of theirs, and must not be sent what was written about this one (0034).
  private func isAlso(_ todo: Todo, _ hidden: HiddenCopy) throws -> Bool {
    if try TodoStore.share(of: hidden.account, db) == nil { return true }
    return try maySend(todo.key, hidden.account)
      && hidden.fields[Todo.Field.createdAt] == .timestamp(todo.createdAt)
  }

  /// Another account that knows a to-do: it was moved.
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

  /// Merges two records of a to-do. They have no common base, unless that of the old account is one: whoever moved it to an
  /// account may have moved another state of it than is here.
  ///
  /// Of what was not changed here since it was moved the server's value is taken, unless it is known to be an earlier one.
  /// The other one is listed in any case, because it may have been restored on purpose.
  /// - Parameter source: the account that it was moved from, or another one that knows it.
  func mergeCopies(
    _ key: RecordKey, _ remote: RecordFields, _ record: RemoteRecord?,
    into local: RecordFields, _ isPending: Bool, _ account: AccountID, movedFrom source: AccountID
  ) throws -> ThreeWayMerge.Result {
    let inFlight = try SyncBaseTable(db: db, account: account).inFlight(key)
    // Between two lists of another person it stays where it is on their server until this is sent.
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
      // Of what is deleted there only the words and days are known.
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

  /// What the account from which the to-do was moved here has agreed on, if the state that the server has is the same or was
  /// made of it: the record is still in the same list there. If somebody else has moved it, it was not made of it, nor if it
  /// was deleted or lost there and made again, perhaps from an older state.
  /// - Returns: the state, and those that were sent without an answer; nil if there is none, or only another person's list
  ///   that happens to have the same identifier.
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
    // Of several places that it was moved from, only the last known state counts: what was made of an earlier one may have
    // come after it.
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

  /// Whether a record continues an earlier version, and was not lost and made again since.
  private func isLater(_ record: RemoteRecord?, than known: RecordVersion?) -> Bool {
    guard let record, let version = record.version, let known else { return false }
    return known.isOlder(than: version) && !record.isMadeAnew(after: known)
  }

  static func isEmpty(_ value: FieldValue?) -> Bool {
    value == nil || value == .null || value == .string("")
  }

  private func hiddenCopy(of id: TodoID, besides account: AccountID?) throws -> HiddenCopy? {
    // A few accounts, and a look-up by key in each.
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

/// A to-do as another account's server has it, whose row does not belong to that account.
private struct HiddenCopy {
  let account: AccountID
  let fields: RecordFields
  let todo: Todo
}

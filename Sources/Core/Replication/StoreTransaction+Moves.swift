import Basics
import GRDB

// To-dos that are moved from one account to another (docs/decisions/0048). The row belongs to the new account at once;
// the deletion waits in the outbox of the old one until the new server has acknowledged the to-do.

extension StoreTransaction {
  /// Writes a to-do that now belongs to another account, and enqueues its deletion in the old one.
  ///
  /// If the new account already has a to-do with this identifier, its texts and days give way and are listed as a
  /// conflict, and sets are united.
  mutating func relocate(_ todo: Todo, from source: AccountID?) throws {
    var todo = todo
    todo.renameSnoozes(
      of: try TodoStore.user(of: source, db), to: try TodoStore.user(of: todo.account, db))
    var moved = todo
    if let account = todo.account {
      var fields = todo.fields
      let known = try SyncBaseTable(db: db, account: account).base(of: todo.key)?.fields
      if let known, try !SyncRecordReader(db: db, account: account).isWaiting(todo.key) {
        let lost = known.filter { name, value in
          Self.ownWords.contains(name) && value != .null && value != .string("")
            && todo.fields[name] != value
        }
        if !lost.isEmpty {
          try noteConflict(todo.key, account, todo.content, lost: lost, kept: todo.fields)
        }
        for (name, value) in known {
          guard let ours = fields[name]?.members, let theirs = value.members else { continue }
          fields[name] = .set(SetLimits.bounded(ours.union(theirs)))
        }
      }
      // The one field that is never sent; the server's value is kept.
      fields = try keepingCreation(of: todo.key, account, in: fields)
      moved = Todo(id: todo.id, account: account, fields: fields, now: todo.createdAt) ?? todo
    }
    try update(moved, outbox: .edit)
    try enqueueDeparture(of: todo.key, from: source)
  }

  /// Enqueues the deletion of a to-do in the account that it leaves. If that account never had it, nothing stays in its
  /// outbox: another device may bring a to-do with this identifier there, which must not be deleted.
  private mutating func enqueueDeparture(of key: RecordKey, from source: AccountID?) throws {
    guard let source else { return }
    let bases = SyncBaseTable(db: db, account: source)
    if try bases.base(of: key)?.fields == nil, try bases.inFlight(key).isEmpty {
      try dequeue(key, source, through: .max)
    } else {
      // A new move by the user is verified from the beginning, see enqueueVerified.
      try dequeue(key, source, through: .max)
      try enqueue(key, account: source, .move)
    }
  }

  static let ownWords = Todo.schema.filter(\.isOwnWords).map(\.name)

  /// Fields that say where a to-do is in the account that keeps it. They are not part of its content.
  private static let placement = [
    Todo.Field.listID, Todo.Field.parent, Todo.Field.position, Todo.Field.createdAt,
  ]

  // MARK: The old account

  /// The to-do that was moved away from an account whose server has not acknowledged the deletion yet; nil if there is
  /// none.
  func movedAway(_ key: RecordKey, from account: AccountID) throws -> Todo? {
    // A to-do that was deleted there may have the same identifier as a different one here (0034).
    guard key.kind == .todo, let todo = try todo(TodoID(rawValue: key.id)), todo.account != account,
      try Int.fetchOne(
        db.statement(
          """
          SELECT reason FROM outbox WHERE kind = 'todo' AND record = ? AND account = ?
            ORDER BY seq DESC LIMIT 1
          """, [key.id, account.rawValue])) == OutboxReason.move.rawValue
    else { return nil }
    return todo
  }

  /// Merges the old account's record into a to-do that was moved away: edits that others make at the old place are
  /// applied to the to-do at its new place.
  mutating func merge(_ record: RemoteRecord, intoMoved todo: Todo, from account: AccountID) throws
  {
    let bases = SyncBaseTable(db: db, account: account)
    switch record.state {
    case .live(let remote):
      let base = try bases.base(of: record.key)
      let isNews = try base?.fields != remote && !bases.inFlight(record.key).contains(remote)
      let isEcho = try isNews && saysWhatIsKnown(remote, of: todo, from: account)
      // With a change still pending in the new account, the write cannot be a reaction to anything acknowledged there.
      let isUnasked =
        try todo.account.map {
          try SyncRecordReader(db: db, account: $0).isWaiting(record.key)
        } ?? false
      // The server lost the record and somebody recreated it from another state. That does not count as a later edit
      // (0025).
      let isRecreated =
        try bases.version(of: record.key).map {
          record.isRecreated(after: $0) || record.version?.isOlder(than: $0) == true
        } ?? false
      let merged =
        isRecreated
        ? Self.keeping(todo.fields, against: remote)
        : try merged(record.key, remote, nil, into: todo.fields, true, account)
      try write(merged, to: todo, todo, isVerifying: isNews)
      try bases.set(record)
      if isNews {
        try enqueueVerified(
          record.key, from: account, to: todo.account, isEcho: isEcho, isUnasked: isUnasked)
      }
    case .deleted:
      try bases.set(record)
      try dequeue(record.key, account, through: .max)
    case .absent:
      try bases.delete(record.key)
      try bases.forgetInFlight(record.key)
      try dequeue(record.key, account, through: .max)
    case .unreadable: return
    }
  }

  /// The local fields, with the sets of both sides united. Where texts and days differ, the local ones are kept and the
  /// remote ones count as lost.
  static func keeping(_ local: RecordFields, against remote: RecordFields)
    -> ThreeWayMerge.Result
  {
    var result = ThreeWayMerge.Result(fields: local)
    for (name, value) in remote {
      if let ours = local[name]?.members, let theirs = value.members {
        result.fields[name] = .set(SetLimits.bounded(ours.union(theirs)))
      } else if ownWords.contains(name), value != .null, value != .string(""), local[name] != value
      {
        result.lost[name] = value
      }
    }
    return result
  }

  /// Enqueues the deletion of a to-do in its old account again, to be sent when the new account has acknowledged what
  /// was written at the old place.
  ///
  /// Two devices may move a to-do in opposite directions. Then each one's writes would postpone the other one's
  /// deletion for ever. After a few such writes in a row, one of the two cancels its deletion, the same one on all
  /// computers, and the other deletes. Edits that people make at the old place postpone the deletion for as long as
  /// they continue.
  /// - Parameters:
  ///   - isEcho: whether the write contains only values that are known here, as it does if another device moves the
  ///     to-do in the opposite direction.
  ///   - isUnasked: whether the new account has acknowledged nothing since the last such write, so that the write
  ///     cannot be a reaction to it.
  private mutating func enqueueVerified(
    _ key: RecordKey, from source: AccountID, to target: AccountID?, isEcho: Bool, isUnasked: Bool
  ) throws {
    var entries = try db.number(
      "SELECT COUNT(*) FROM outbox WHERE kind = 'todo' AND record = ? AND account = ?",
      [key.id, source.rawValue])
    if !isEcho {
      // Echoes are counted since the last write that was not an echo.
      try dequeue(key, source, through: .max)
      try enqueue(key, account: source, .move)
      entries = 1
    }
    // More than the one entry of the user's move means that something was written since, see isBeingVerified.
    if isUnasked, entries > 1 { return }
    let givesWay = target.map { source.precedesOnServer($0) } ?? false
    if entries > (givesWay ? 3 : 8) {
      try dequeue(key, source, through: .max)
    } else {
      try enqueue(key, account: source, .move)
    }
  }

  /// Whether a write at the old place contains only values that are known already, current or former, in either
  /// account.
  ///
  /// Only texts, days and sets count as new, and only the first time: two devices that move a to-do in opposite
  /// directions and disagree about its title, its status or its tags exchange the same values in each round.
  private func saysWhatIsKnown(
    _ remote: RecordFields, of todo: Todo, from source: AccountID
  ) throws -> Bool {
    var states = [todo.fields]
    var former: [FormerValues] = []
    for account in [source, todo.account].compactMap({ $0 }) {
      let bases = SyncBaseTable(db: db, account: account)
      states += try [bases.base(of: todo.key)?.fields].compactMap { $0 } + bases.inFlight(todo.key)
      former.append(try bases.formerValues(of: todo.key))
    }
    return remote.allSatisfy { name, value in
      let saysLittle = !Self.ownWords.contains(name) || Self.isEmpty(value)
      return value.members == nil && saysLittle || states.contains { $0[name] == value }
        || former.contains { $0.contains(value, of: name) || $0.containsSet(value, of: name) }
    }
  }

  /// Writes a merged to-do in the account, list and position of another state of it.
  /// - Parameter isVerifying: whether its account must acknowledge it again in any case. The device that wrote at the
  ///   old place may have moved it back, and be about to delete it here.
  mutating func write(
    _ merged: ThreeWayMerge.Result, to before: Todo, _ place: Todo, isVerifying: Bool = false
  ) throws {
    var fields = merged.fields
    for name in Self.placement { fields[name] = place.fields[name] }
    let now = environment.now()
    guard var todo = Todo(id: place.id, account: place.account, fields: fields, now: now) else {
      return
    }
    let lost = merged.lost.filter { !Self.placement.contains($0.key) }
    if let account = place.account, !lost.isEmpty {
      try noteConflict(todo.key, account, todo.content, lost: lost, kept: todo.fields)
    }
    guard isVerifying || todo != before else { return }
    let isEdited = isVerifying || todo != place
    if isEdited {
      let next = Timestamp(milliseconds: before.modifiedAt.milliseconds &+ 1)
      todo.modifiedAt = max(todo.modifiedAt, now, next)
    }
    try update(todo, outbox: isEdited ? .edit : nil)
  }

  /// Enqueues the deletion of a to-do that the server accepted after all, although it was deleted or moved away here
  /// while it was sent and no deletion was left in the outbox.
  mutating func deleteAgain(_ sent: PendingChange) throws {
    guard sent.key.kind == .todo, sent.fields != nil,
      try db.number(
        """
        SELECT NOT EXISTS (SELECT 1 FROM todo WHERE id = ?1 AND account = ?2)
          AND NOT EXISTS (SELECT 1 FROM outbox WHERE kind = 'todo' AND record = ?1 AND account = ?2)
        """, [sent.key.id, sent.account.rawValue]) == 1
    else { return }
    let isElsewhere = try todo(TodoID(rawValue: sent.key.id)) != nil
    try enqueue(sent.key, account: sent.account, isElsewhere ? .move : .edit)
  }

  // MARK: Going back

  /// Moves a to-do that its account cannot keep back to the account that still has it, with its subtasks and all edits.
  /// - Parameter account: the account that it leaves.
  /// - Returns: whether it was moved back.
  mutating func returnMoved(_ id: TodoID, from account: AccountID?) throws -> Bool {
    guard let source = try source(of: id, besides: account),
      let there = try SyncBaseTable(db: db, account: source).base(of: Self.key(id))?.fields,
      case .string(let list)? = there[Todo.Field.listID]
    else { return false }
    let mayWrite = try maySend(Self.key(id), source)
    // Then both accounts keep their copies.
    if !mayWrite, let account, try isKept(Self.key(id), account) { return false }
    for part in try [id] + subtasks(of: id) {
      guard let todo = try todo(part), todo.account == account else { continue }
      // A subtask that another person's list already has stays there, although it was about to become a part of this
      // to-do.
      if let account, part != id, try TodoStore.share(of: account, db) != nil,
        try isKept(todo.key, account)
      {
        continue
      }
      var fields = todo.fields
      let old = try SyncBaseTable(db: db, account: source).base(of: todo.key)?.fields
      fields[Todo.Field.listID] = .string(list)
      for name in Self.placement { fields[name] = old?[name] ?? fields[name] }
      if !mayWrite {
        // The user may not write there, so a subtask that is not there already cannot be added.
        guard let old else { continue }
        if old.contains(where: { !Self.isSilent($0.key) && fields[$0.key] != $0.value }) {
          try keepInTrash(todo, .discarded)
        }
        fields = old
      }
      guard var back = Todo(id: part, account: source, fields: fields, now: todo.createdAt) else {
        continue
      }
      if mayWrite {
        back.modifiedAt = environment.now()
        try relocate(back, from: account)
      } else {
        try update(back, outbox: nil)
        try dequeue(back.key, source, through: .max)
        try SyncBaseTable(db: db, account: source).forgetInFlight(back.key)
        try enqueueDeparture(of: back.key, from: account)
      }
    }
    return true
  }

  /// Moves to-dos of an account that is about to be removed from this computer back to the accounts that they have not
  /// left.
  mutating func returnAllMoved(from account: AccountID) throws {
    let ids = try String.fetchAll(
      db.statement(
        """
        SELECT DISTINCT todo.id FROM todo JOIN outbox ON outbox.kind = 'todo'
            AND outbox.record = todo.id AND outbox.reason = \(OutboxReason.move.rawValue)
          WHERE todo.account = ? AND outbox.account <> todo.account ORDER BY todo.id
        """, [account.rawValue]))
    for id in ids {
      let key = Self.key(TodoID(rawValue: id))
      if try isKept(key, account), try !isBeingVerified(key, account) { continue }
      _ = try returnMoved(TodoID(rawValue: id), from: account)
    }
  }

  /// Whether an account still has to acknowledge a to-do because others wrote at its old place since it was moved. One
  /// of them may have moved it back and deleted it in this account.
  private func isBeingVerified(_ key: RecordKey, _ account: AccountID) throws -> Bool {
    guard try SyncRecordReader(db: db, account: account).isWaiting(key),
      let source = try source(of: TodoID(rawValue: key.id), besides: account)
    else { return false }
    return try db.number(
      """
      SELECT COUNT(*) FROM outbox WHERE kind = 'todo' AND record = ? AND account = ?
        AND reason = \(OutboxReason.move.rawValue)
      """, [key.id, source.rawValue]) > 1
  }

  /// Whether an account's server is known to have a to-do; for a shared list, in that list.
  func isKept(_ key: RecordKey, _ account: AccountID) throws -> Bool {
    try SyncBaseTable(db: db, account: account).base(of: key)?.fields.map {
      try isInside($0, account)
    } ?? false
  }

  /// Whether a to-do is in the shared list that an account stands for; always true for an account of the user's own.
  func isInside(_ fields: RecordFields, _ account: AccountID) throws -> Bool {
    guard let share = try TodoStore.share(of: account, db) else { return true }
    return fields[Todo.Field.listID] == .string(share.list.rawValue)
  }

  /// Whether a field says only where a to-do is or when it was changed, so that it is not part of the content.
  static func isSilent(_ name: String) -> Bool {
    placement.contains(name) || name == Todo.Field.modifiedAt
  }

  private static func key(_ id: TodoID) -> RecordKey {
    RecordKey(kind: .todo, id: id.rawValue)
  }

  /// The account that a to-do has not left yet; the latest one if it was moved through several.
  private func source(of id: TodoID, besides account: AccountID?) throws -> AccountID? {
    try Row.fetchOne(
      db.statement(
        """
        SELECT account.id, MAX(seq) FROM outbox JOIN account ON account.id = outbox.account
            JOIN syncBase ON syncBase.account = outbox.account AND syncBase.kind = 'todo'
              AND syncBase.record = outbox.record
          WHERE outbox.kind = 'todo' AND outbox.record = ?1 AND outbox.account IS NOT ?2
            AND reason = \(OutboxReason.move.rawValue) AND syncBase.fields IS NOT NULL
        """, [id.rawValue, account?.rawValue])
    ).flatMap { ($0[0] as String?).map(AccountID.init(rawValue:)) }
  }
}

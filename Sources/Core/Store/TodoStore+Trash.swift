import GRDB

// What can be restored: the trash, and values that lost a merge.

extension TodoStore {
  /// The most items that a screen shows.
  static let recoveryLimit = 500

  /// The trash, newest first, at most 500 items. To-dos that were deleted with their list are represented by
  /// the list.
  public func trash() async throws(StoreError) -> [TrashItem] {
    try await read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT id, kind, record, title, listName, reason, createdAt,
              (SELECT COUNT(*) FROM trash AS part WHERE part.listTrash = trash.id)
            FROM trash WHERE listTrash IS NULL ORDER BY id DESC LIMIT ?
          """, arguments: .stored([Self.recoveryLimit])
      ).compactMap { row in
        guard let kind = RecordKind(rawValue: row[1]),
          let reason = TrashItem.Reason(rawValue: row[5])
        else { return nil }
        return TrashItem(
          id: row[0], key: RecordKey(kind: kind, id: row[2]), title: row[3], listName: row[4],
          reason: reason, todoCount: row[7], at: Timestamp(milliseconds: row[6]))
      }
    }
  }

  /// Restores something from the trash.
  ///
  /// A discarded change is made again; a list comes back with the to-dos that were deleted with it; a to-do
  /// restores its list if that is gone. Records of a list that another person no longer shares become the
  /// user's own.
  /// - Throws: ``StoreError/missing`` if it is not in the trash any more, ``StoreError/notAllowed`` if it
  ///   belongs to a list that the user may only read.
  public func restoreFromTrash(_ id: Int64) async throws(StoreError) {
    try await transaction { work in
      guard let item = try Self.trashed(work.db, "id = ?", id).first else {
        throw StoreError.missing
      }
      // If the record is recreated, undoing that keeps a copy anyway. Only for an edit must undo bring this copy back.
      let isEdit = try work.fields(of: item.key) != nil
      if item.reason != .discarded {
        try work.keepWhatCameBack(item.key, differingFrom: item.fields)
      }
      try Self.putBack(item, &work)
      for part in try Self.trashed(work.db, "listTrash = ?", id) {
        if part.reason != .discarded, let present = try work.fields(of: part.key) {
          // It came back by itself, and what others have written into it since is newer than the copy.
          try work.forgetTrash(of: part.key, restoring: present)
        } else {
          try Self.putBack(part, &work)
        }
      }
      if isEdit { try work.forgetCopy(.trash, id) }
      try work.db.run("DELETE FROM trash WHERE id = ?1 OR listTrash = ?1", [id])
      work.change.touchesTrash = true
    }
  }

  /// Empties the trash of what was in it when the user was asked.
  /// - Parameter newest: the newest item that the user was shown, see ``TrashItem/id``. Numbers are never used again,
  ///   so what has come since, from another device for example, has a higher one and stays.
  public func emptyTrash(through newest: Int64) async throws(StoreError) {
    try await transaction { work in
      // Not recorded for undo: the user has confirmed it. What was deleted with a list goes with the list's copy.
      try work.db.run("DELETE FROM trash WHERE coalesce(listTrash, id) <= ?", [newest])
      work.change.touchesTrash = true
    }
  }

  /// The values that lost a merge, newest first, at most 500.
  public func recentConflicts() async throws(StoreError) -> [SyncConflict] {
    try await read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT id, kind, record, title, lost, kept, createdAt FROM syncConflict
            ORDER BY id DESC LIMIT ?
          """, arguments: .stored([Self.recoveryLimit])
      ).compactMap { row in
        guard let kind = RecordKind(rawValue: row[1]) else { return nil }
        return SyncConflict(
          id: row[0], key: RecordKey(kind: kind, id: row[2]), title: row[3],
          lost: try StoredFields.decode(row[4]),
          kept: try StoredFields.decode(row[5]), at: Timestamp(milliseconds: row[6]))
      }
    }
  }

  /// Restores values that lost a merge, as an ordinary edit.
  /// - Throws: ``StoreError/missing`` if the record is gone, ``StoreError/notAllowed`` if the user may only
  ///   read it.
  public func restoreConflict(_ id: Int64) async throws(StoreError) {
    try await transaction { work in
      let found = try Row.fetchOne(
        work.db, sql: "SELECT kind, record, lost FROM syncConflict WHERE id = ?",
        arguments: .stored([id]))
      guard let found, let kind = RecordKind(rawValue: found[0]) else { throw StoreError.missing }
      let key = RecordKey(kind: kind, id: found[1])
      guard try Self.edit(key, try StoredFields.decode(found[2]), &work) else {
        throw StoreError.missing
      }
      try work.forgetCopy(.conflicts, id)
    }
  }

  /// Removes a conflict from the list and changes nothing else.
  public func dismissConflict(_ id: Int64) async throws(StoreError) {
    try await transaction { work in
      try work.forgetCopy(.conflicts, id)
    }
  }

  /// Emits after each commit that changed the trash or the conflicts, and once at the start.
  public func recoveryChanges() -> AsyncStream<Void> {
    changeSignals { $0.touchesTrash }
  }

  // MARK: Parts

  struct Trashed {
    let key: RecordKey
    let account: AccountID?
    let listName: String?
    let fields: RecordFields
    /// Nil for what is not in the trash.
    var reason: TrashItem.Reason?
  }

  private static func trashed(_ db: Database, _ condition: String, _ id: Int64) throws
    -> [Trashed]
  {
    try Row.fetchAll(
      db.statement(
        "SELECT kind, record, account, listName, fields, reason FROM trash WHERE \(condition)", [id]
      )
    ).compactMap { row in
      guard let kind = RecordKind(rawValue: row[0]), let reason = TrashItem.Reason(rawValue: row[5])
      else { return nil }
      return Trashed(
        key: RecordKey(kind: kind, id: row[1]),
        account: (row[2] as String?).map(AccountID.init(rawValue:)), listName: row[3],
        fields: try StoredFields.decode(row[4]), reason: reason)
    }
  }

  static func putBack(_ item: Trashed, _ work: inout StoreTransaction) throws {
    if try edit(item.key, item.fields, &work) { return }
    if try work.isOfFormerShare(item.key, item.fields, item.account) {
      return try work.putBackAsOwn(
        item.key, item.fields, from: item.account, listName: item.listName)
    }
    let now = work.environment.now()
    var account = item.account
    if let id = account, try !isSetUp(id, work.db) { account = nil }
    let fields = try work.keepingCreation(of: item.key, account, in: item.fields)
    switch item.key.kind {
    case .list:
      let id = ListID(rawValue: item.key.id)
      guard var list = TodoList(id: id, account: account, fields: fields, now: now)
      else { return }
      list.modifiedAt = now
      try work.insert(list)
      try work.enqueue(list)
    case .todo:
      let id = TodoID(rawValue: item.key.id)
      guard var todo = Todo(id: id, account: account, fields: fields, now: now)
      else { return }
      todo.modifiedAt = now
      if let list = try work.list(todo.listID) ?? listOfFormerFirst(item, todo, work) {
        try work.requireWriting(in: list)
        (todo.listID, todo.account) = (list.id, list.account)
      } else {
        try restoreList(of: todo, named: item.listName, &work)
      }
      try work.insert(todo, outbox: .edit)
    case .member, .membership, .consent: return
    }
  }

  /// The list in an account that has taken the place of this computer's first list, see
  /// ``StoreTransaction/adoptFirstList(_:)``, for a to-do that was deleted before.
  private static func listOfFormerFirst(
    _ item: Trashed, _ todo: Todo, _ work: StoreTransaction
  ) throws -> TodoList? {
    // A first list that was deleted has a copy in the trash.
    guard item.account == nil, todo.listID == .first(of: nil),
      try work.lastCopy(of: RecordKey(kind: .list, id: todo.listID.rawValue)) == nil,
      let account = try accounts(work.db).first?.id
    else { return nil }
    if let first = try work.list(.first(of: account)) { return first }
    return try lists(work.db).first {
      $0.account == account && item.listName.isExactly($0.name)
    }
  }

  private static func restoreList(
    of todo: Todo, named name: String?, _ work: inout StoreTransaction
  ) throws {
    let key = RecordKey(kind: .list, id: todo.listID.rawValue)
    try work.restoreList(key, todo.account)
    guard let name, let list = try work.list(todo.listID), list.isGuessed else { return }
    var named = list
    named.name = name
    named.modifiedAt = work.environment.now()
    try work.update(named, from: list)
  }

  /// Changes values of an existing record and adds an outbox entry.
  /// - Returns: whether the record exists.
  static func edit(
    _ key: RecordKey, _ fields: RecordFields, _ work: inout StoreTransaction
  ) throws -> Bool {
    let now = work.environment.now()
    var fields = fields
    fields[Todo.Field.modifiedAt] = .timestamp(now)
    fields[Todo.Field.createdAt] = nil
    switch key.kind {
    case .list:
      guard let before = try work.list(ListID(rawValue: key.id)) else { return false }
      try work.requireWriting(in: before, isContent: false)
      let all = before.fields.merging(fields) { $1 }
      guard
        let list = TodoList(id: before.id, account: before.account, fields: all, now: now)
      else { return false }
      try work.update(list, from: before)
      try work.enqueue(list)
    case .todo:
      guard let before = try work.todo(TodoID(rawValue: key.id)) else { return false }
      try work.requireWriting(of: before)
      var all = before.fields.merging(fields) { $1 }
      if case .string(let list)? = all[Todo.Field.listID],
        try work.list(ListID(rawValue: list)) == nil
      {
        all[Todo.Field.listID] = .string(before.listID.rawValue)
      }
      guard var todo = Todo(id: before.id, account: before.account, fields: all, now: now)
      else { return false }
      let list = todo.listID == before.listID ? nil : try work.list(todo.listID)
      guard let list, list.account != before.account else {
        try work.update(todo, outbox: .edit)
        return true
      }
      try work.requireWriting(in: list)
      todo.account = list.account
      try work.relocate(todo, from: before.account)
    case .member, .membership, .consent: return false
    }
    return true
  }
}

import GRDB

extension TodoStore {
  /// Gives up the unsent edits of a record and takes the server's state; the local one goes to the trash.
  /// Does nothing if the account was removed meanwhile.
  ///
  /// If the server does not have a list, its to-dos are removed with it; a list whose deletion is given up
  /// comes back with the to-dos that were deleted with it.
  /// - Parameter remote: nil if the server has no such record; it is then removed here too.
  public func discard(
    _ key: RecordKey, of account: AccountID, restoring remote: RemoteRecord?
  ) async throws(StoreError) {
    try await transaction { work in
      guard try Self.isSetUp(account, work.db) else { return }
      try work.discard(key, account, restoring: remote)
    }
  }

  /// Every record with unsent changes, quarantined ones included.
  public func pendingRecords(of account: AccountID) async throws(StoreError) -> [RecordKey] {
    try await read { db in
      try Row.fetchAll(
        db.statement(
          """
          SELECT kind, record FROM outbox WHERE account = ? GROUP BY kind, record
            ORDER BY MIN(seq)
          """, [account.rawValue])
      ).compactMap { row in
        RecordKind(rawValue: row[0]).map { RecordKey(kind: $0, id: row[1]) }
      }
    }
  }
}

extension StoreTransaction {
  mutating func discard(
    _ key: RecordKey, _ account: AccountID, restoring answer: RemoteRecord?
  ) throws {
    var remote = answer
    let bases = SyncBaseTable(db: db, account: account)
    // Another process may have read a later state since.
    if let known = try bases.version(of: key), answer?.wasRead(before: known) == true {
      remote = try bases.base(of: key)
    }
    let shared = try sharedList(of: key, remote?.fields, account)
    let agreed = try bases.base(of: key)?.fields
    try discardChanges(key, account, restoring: remote)
    if let remote { try forgetTombstoneElsewhere(remote, account) }
    guard let shared else { return }
    // If the server's answer is not the base, it may answer a later invitation.
    if remote?.fields == agreed { try withdrawEndedConsent(to: shared, account) }
    try updateShare(shared, account)
  }

  private mutating func discardChanges(
    _ key: RecordKey, _ account: AccountID, restoring remote: RemoteRecord?
  ) throws {
    let bases = SyncBaseTable(db: db, account: account)
    guard try SyncRecordReader(db: db, account: account).isWaiting(key) else { return }
    if try discardMove(key, account, restoring: remote) { return }
    try dequeue(key, account, through: .max)
    try bases.forgetInFlight(key)
    let agreed = try bases.base(of: key)?.fields
    if let remote, let fields = remote.fields, try !isInside(fields, account), key.kind == .todo {
      // Its owner has moved it to another list, which may be one that the user takes part in as well.
      try keepDiscarded(key, differingFrom: agreed ?? fields)
      if let agreed { try put(key, agreed, account) }
      let gone = RemoteRecord(key: key, state: .absent, version: nil, readAt: remote.readAt)
      return try merge(gone, account)
    }
    if let remote, let fields = remote.fields {
      try keepDiscarded(key, differingFrom: fields)
      try put(key, fields, account)
      try bases.set(remote)
      try forgetTrash(of: key, restoring: fields, agreed: agreed)
      if key.kind == .list {
        for kind in [RecordKind.todo, .member] { try restoreDeleted(kind, of: key, account) }
      }
      return
    }
    if let remote, remote.state == .deleted { try bases.set(remote) } else { try bases.delete(key) }
    switch key.kind {
    case .todo:
      guard let todo = try todo(TodoID(rawValue: key.id)), todo.account == account else { return }
      try keepInTrash(todo, .discarded)
      try delete(todo, outbox: nil)
    case .member:
      if let member = try member(key.id), member.account == account {
        try delete(member, outbox: nil)
      }
    case .consent:
      if let consent = try consent(key.id, account) { try delete(consent, outbox: nil) }
    case .membership: return
    case .list:
      guard let list = try list(ListID(rawValue: key.id)), list.account == account
      else { return }
      try discardWithTodos(list, account)
    }
  }

  /// Cancels the move of a to-do between two accounts if one of them cannot have it: the to-do goes back to its old
  /// account.
  /// - Returns: whether it was a move, and was cancelled.
  private mutating func discardMove(
    _ key: RecordKey, _ account: AccountID, restoring remote: RemoteRecord?
  ) throws -> Bool {
    let bases = SyncBaseTable(db: db, account: account)
    if let moved = try movedAway(key, from: account) {
      guard let remote, remote.fields != nil, try !hasLeft(remote, nil, account) else {
        return false
      }
      try merge(remote, intoMoved: moved, from: account)
      return try returnMoved(moved.id, from: moved.account)
    }
    guard key.kind == .todo, let todo = try todo(TodoID(rawValue: key.id)), todo.account == account
    else { return false }
    if let fields = remote?.fields, try isInside(fields, account) { return false }
    guard try returnMoved(todo.id, from: account) else { return false }
    // If the server was not asked, an in-flight write may have arrived and has to be deleted.
    if remote == nil, try !bases.inFlight(key).isEmpty { return true }
    try dequeue(key, account, through: .max)
    try bases.forgetInFlight(key)
    if let remote, remote.state == .deleted { try bases.set(remote) } else { try bases.delete(key) }
    return true
  }

  private mutating func keepDiscarded(_ key: RecordKey, differingFrom fields: RecordFields) throws {
    switch key.kind {
    case .todo:
      guard let todo = try todo(TodoID(rawValue: key.id)), todo.fields != fields else { return }
      try keepInTrash(todo, .discarded)
    case .list:
      guard let list = try list(ListID(rawValue: key.id)), list.fields != fields else { return }
      try keepInTrash(list, .discarded)
    case .member, .membership, .consent: return
    }
  }

  private mutating func discardWithTodos(_ list: TodoList, _ account: AccountID) throws {
    let bases = SyncBaseTable(db: db, account: account)
    let number = try keepInTrash(list, .discarded)
    for todo in try Todo.fetch(db, "WHERE listID = ?", [list.id.rawValue]) {
      let key = todo.key
      if try returnMoved(todo.id, from: account) { continue }
      if try returnToList(todo, account) { continue }
      let isOnServer = try bases.base(of: key)?.fields != nil
      try keepInTrash(todo, .discarded, listTrash: number)
      try delete(todo, outbox: isOnServer ? .edit : nil)
      if !isOnServer {
        try dequeue(key, account, through: .max)
        try bases.forgetInFlight(key)
      }
    }
    try delete(list)
    // Nobody is invited to a list that is not there.
    for member in try ListMember.fetch(
      db, "SELECT * FROM member WHERE listID = ?", [list.id.rawValue])
    {
      let key = RecordKey(kind: .member, id: member.id)
      let isOnServer = try bases.base(of: key)?.fields != nil
      try delete(member, outbox: isOnServer ? .edit : nil)
      if !isOnServer {
        try dequeue(key, account, through: .max)
        try bases.forgetInFlight(key)
      }
    }
  }

  /// Moves a to-do back to the list of the same account in which the server has it.
  /// - Returns: false if it is in that list already, or the list is gone.
  private mutating func returnToList(_ todo: Todo, _ account: AccountID) throws -> Bool {
    let bases = SyncBaseTable(db: db, account: account)
    guard let agreed = try bases.base(of: todo.key)?.fields,
      case .string(let id)? = agreed[Todo.Field.listID], !id.isExactly(todo.listID.rawValue),
      try list(ListID(rawValue: id))?.account == account
    else { return false }
    var fields = todo.fields
    for name in [Todo.Field.listID, Todo.Field.parent, Todo.Field.position] {
      fields[name] = agreed[name] ?? fields[name]
    }
    guard let back = Todo(id: todo.id, account: account, fields: fields, now: todo.createdAt)
    else { return false }
    try update(back, outbox: .edit)
    return true
  }

  /// Restores the records that were deleted here together with a list that comes back.
  private mutating func restoreDeleted(
    _ kind: RecordKind, of list: RecordKey, _ account: AccountID
  ) throws {
    let bases = SyncBaseTable(db: db, account: account)
    let ids = try String.fetchAll(
      db,
      sql: """
        SELECT record FROM outbox WHERE account = ? AND kind = '\(kind.rawValue)'
          AND record NOT IN (SELECT id FROM \(kind.rawValue)) GROUP BY record
          HAVING MAX(CASE reason WHEN \(OutboxReason.listDeletion.rawValue) THEN seq ELSE 0 END) = MAX(seq)
        """, arguments: .stored([account.rawValue]))
    for id in ids {
      let key = RecordKey(kind: kind, id: id)
      guard let fields = try bases.base(of: key)?.fields,
        fields[Todo.Field.listID] == .string(list.id)
      else { continue }
      try dequeue(key, account, through: .max)
      try bases.forgetInFlight(key)
      try put(key, fields, account)
      try forgetTrash(of: key, restoring: fields, agreed: fields)
    }
  }
}

import Basics
import GRDB

// One identifier in two accounts: which of the two records is shown (docs/decisions/0034).

extension StoreTransaction {
  /// Whether a record that is not here yet may be stored. The user's own record replaces a shared one with
  /// the same identifier; otherwise the first to arrive is kept (docs/decisions/0034).
  mutating func makeRoom(for record: RemoteRecord, _ account: AccountID) throws -> Bool {
    var keys = [record.key]
    let isOwn = try TodoStore.share(of: account, db) == nil && !isForeign(record, account)
    // Nobody else may put to-dos or members into a list of the user's own.
    if !isOwn, case .string(let list)? = record.fields?[Todo.Field.listID] {
      keys.append(RecordKey(kind: .list, id: list))
    }
    for key in keys {
      guard let holder = try holder(of: key), holder != account else { continue }
      guard isOwn, record.fields != nil, let holder, try isAnothers(key, holder)
      else { return false }
      try evict(key, holder)
    }
    return true
  }

  /// Whether a record is another person's list in the user's own account, or in such a list.
  private func isForeign(_ record: RemoteRecord, _ account: AccountID) throws -> Bool {
    if record.key.kind == .list { return record.version?.resource?.isForeign == true }
    guard case .string(let list)? = record.fields?[Todo.Field.listID] else { return false }
    return try TodoStore.isForeign(ListID(rawValue: list), account, db)
  }

  /// Whether the row of a key gives way to the user's own record. Another person's list in the user's own account does
  /// not: the first to arrive is kept.
  private func isAnothers(_ key: RecordKey, _ holder: AccountID) throws -> Bool {
    if try TodoStore.share(of: holder, db) != nil { return true }
    guard key.kind == .todo, let todo = try todo(TodoID(rawValue: key.id)) else { return false }
    return try TodoStore.isForeign(todo.listID, holder, db)
  }

  /// The account of a key's row. The inner nil is this computer; the outer nil means that there is no row.
  func holder(of key: RecordKey) throws -> AccountID?? {
    guard [.list, .todo, .member].contains(key.kind) else { return nil }
    return try Row.fetchOne(
      db.statement("SELECT account FROM \(key.kind.rawValue) WHERE id = ?", [key.id])
    ).map { ($0[0] as String?).map(AccountID.init(rawValue:)) }
  }

  /// Whether a list is here and belongs to another account, or to this computer alone.
  func isList(_ list: ListID, ofAnotherThan account: AccountID?) throws -> Bool {
    guard let holder = try holder(of: RecordKey(kind: .list, id: list.rawValue)) else {
      return false
    }
    return holder != account
  }

  /// Removes a shared record of another person with its unsent changes; a list with everything in it. Copies
  /// of what its owner does not have stay in the trash.
  private mutating func evict(_ key: RecordKey, _ share: AccountID) throws {
    guard key.kind != .list else { return try removeContents(of: share) }
    if let todo = try todo(TodoID(rawValue: key.id)), key.kind == .todo {
      if try SyncRecordReader(db: db, account: share).isWaiting(key) {
        try keepInTrash(todo, .unshared)
      }
      try delete(todo, outbox: nil)
    } else if let member = try member(key.id) {
      try delete(member, outbox: nil)
    }
    let bases = SyncBaseTable(db: db, account: share)
    // The base of a to-do stays as a hidden copy, which is shown if the user's own to-do goes.
    if key.kind != .todo { try bases.delete(key) }
    try bases.forgetInFlight(key)
    try dequeue(key, share, through: .max)
  }
}

import GRDB

// A first download consists of to-dos that this computer does not know. There is nothing to merge them with, so each
// costs three statements instead of seventeen.

extension StoreTransaction {
  /// Stores a live to-do of one of the user's own accounts if nothing is known of it here.
  /// - Returns: false, without a change, if something is known or the record is something else.
  mutating func storeFirstSeen(_ record: RemoteRecord, _ account: AccountID) throws -> Bool {
    guard record.key.kind == .todo, let fields = record.fields,
      let todo = Todo(
        id: TodoID(rawValue: record.key.id), account: account, fields: fields,
        now: environment.now()),
      try isFirstSeen(record.key, in: todo.listID, account)
    else { return false }
    try SyncBaseTable(db: db, account: account).add(record)
    try insertReceived(todo)
    return true
  }

  /// To-dos of shared lists always count as known. So does a to-do whose list ID belongs to a list of another account
  /// here: that may be a different list with the same identifier (docs/decisions/0034).
  private func isFirstSeen(_ key: RecordKey, in list: ListID, _ account: AccountID) throws -> Bool {
    try db.number(
      """
      SELECT NOT EXISTS (SELECT 1 FROM todo WHERE id = ?2)
        AND NOT EXISTS (SELECT 1 FROM syncBase
          WHERE account = ?1 AND kind = 'todo' AND record = ?2)
        AND NOT EXISTS (SELECT 1 FROM outbox
          WHERE kind = 'todo' AND record = ?2 AND account = ?1)
        AND NOT EXISTS (SELECT 1 FROM inFlightWrite
          WHERE kind = 'todo' AND record = ?2 AND account = ?1)
        AND NOT EXISTS (SELECT 1 FROM formerValues
          WHERE account = ?1 AND kind = 'todo' AND record = ?2)
        AND NOT EXISTS (SELECT 1 FROM unreadable
          WHERE account = ?1 AND kind = 'todo' AND record = ?2)
        AND NOT EXISTS (SELECT 1 FROM account WHERE id = ?1 AND owner IS NOT NULL)
        AND NOT EXISTS (SELECT 1 FROM list WHERE id = ?3 AND account IS NOT ?1)
      """, [account.rawValue, key.id, list.rawValue]) == 1
  }
}

import GRDB

extension StoreTransaction {
  /// Notes that a record has to be sent. A record of this computer only needs no note; an edit of a
  /// record that was held back releases it, because what was refused is no longer what would be sent.
  mutating func enqueue(
    _ key: RecordKey, account: AccountID?, _ operation: Operation, _ command: String
  ) throws {
    guard let account else { return }
    try db.run(
      "INSERT INTO outbox (account, kind, record, operation, command, createdAt) VALUES (?,?,?,?,?,?)",
      [
        account.rawValue, key.kind.rawValue, key.id, operation.rawValue, command,
        environment.now().milliseconds,
      ])
    try db.run(
      "DELETE FROM syncRetry WHERE kind = ? AND record = ? AND account = ?",
      [key.kind.rawValue, key.id, account.rawValue])
    change.touchesSync = true
    change.addsToOutbox = true
  }

  mutating func enqueue(_ list: TodoList, _ operation: Operation, _ command: String) throws {
    try enqueue(
      RecordKey(kind: .list, id: list.id.rawValue), account: list.account, operation, command)
  }

  /// Removes the outbox entries of a record up to a number, and lets it be sent again.
  mutating func settle(_ key: RecordKey, _ account: AccountID, through sequence: Int64) throws {
    try remark(key) { db in
      try db.run(
        "DELETE FROM outbox WHERE kind = ? AND record = ? AND account = ? AND seq <= ?",
        [key.kind.rawValue, key.id, account.rawValue, sequence])
      try db.run(
        "DELETE FROM syncRetry WHERE kind = ? AND record = ? AND account = ?",
        [key.kind.rawValue, key.id, account.rawValue])
    }
    change.touchesSync = true
  }
}

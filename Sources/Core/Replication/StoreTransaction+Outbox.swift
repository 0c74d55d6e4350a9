import GRDB

/// Why a record has to be sent, as the outbox stores it.
enum OutboxReason: Int {
  case edit = 0
  /// It was deleted along with its list, and is restored with it.
  case listDeletion = 1
}

extension StoreTransaction {
  /// Adds an outbox entry for a record. A record that is only on this computer needs none. An edit of a
  /// quarantined record releases it, because what was refused is not what would be sent now.
  mutating func enqueue(
    _ key: RecordKey, account: AccountID?, _ reason: OutboxReason = .edit
  ) throws {
    guard let account else { return }
    try db.run(
      "INSERT INTO outbox (account, kind, record, reason) VALUES (?,?,?,?)",
      [account.rawValue, key.kind.rawValue, key.id, reason.rawValue])
    try db.run(
      "DELETE FROM syncRetry WHERE kind = ? AND record = ? AND account = ?",
      [key.kind.rawValue, key.id, account.rawValue])
    change.touchesSync = true
    change.outboxAccounts.insert(account)
  }

  mutating func enqueue(_ list: TodoList) throws {
    try enqueue(list.key, account: list.account)
  }

  /// Removes the outbox entries of a record up to a number, and ends its quarantine.
  mutating func dequeue(_ key: RecordKey, _ account: AccountID, through sequence: Int64) throws {
    try refreshBadge(key) { db in
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

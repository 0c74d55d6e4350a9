import GRDB

/// Why a record has to be sent, as the outbox stores it.
enum OutboxReason: Int {
  case edit = 0
  /// It was deleted along with its list, and is restored with it.
  case listDeletion = 1
  /// It was moved to another account, and is deleted in this one once the other one has it.
  case move = 2
}

extension StoreTransaction {
  /// Adds an outbox entry for a record. A record that is only on this computer needs none. An edit releases a
  /// quarantined record, because the refused change is no longer the one that would be sent.
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
    try refreshingBadge(key) { try $0.removeEntries(of: key, account, through: sequence) }
  }

  /// The same without reporting a changed sync badge, which the caller does.
  /// - Parameter presence: which other rows exist at all, looked up once for many records.
  mutating func removeEntries(
    of key: RecordKey, _ account: AccountID, through sequence: Int64,
    presence: OutboxPresence = .unknown
  ) throws {
    try db.run(
      "DELETE FROM outbox WHERE kind = ? AND record = ? AND account = ? AND seq <= ?",
      [key.kind.rawValue, key.id, account.rawValue, sequence])
    if presence.hasRetries {
      try db.run(
        "DELETE FROM syncRetry WHERE kind = ? AND record = ? AND account = ?",
        [key.kind.rawValue, key.id, account.rawValue])
    }
    change.touchesSync = true
    guard key.kind == .todo, presence.hasOtherAccounts else { return }
    // The account that the to-do was moved away from may delete it now.
    for other in try String.fetchAll(
      db.statement(
        "SELECT DISTINCT account FROM outbox WHERE kind = ? AND record = ? AND account <> ?",
        [key.kind.rawValue, key.id, account.rawValue]))
    { change.outboxAccounts.insert(AccountID(rawValue: other)) }
  }
  /// Looks up whether there are any retry rows, and any outbox entries of other accounts.
  func outboxPresence(besides account: AccountID) throws -> OutboxPresence {
    try OutboxPresence(
      hasRetries: db.number("SELECT EXISTS (SELECT 1 FROM syncRetry WHERE kind > '')") == 1,
      hasOtherAccounts: db.number(
        """
        SELECT EXISTS (SELECT 1 FROM outbox WHERE account < ?1)
          OR EXISTS (SELECT 1 FROM outbox WHERE account > ?1)
        """, [account.rawValue]) == 1)
  }
}

/// Whether there are rows of some kinds at all. Usually there are none, and a batch need not search for them record by
/// record. Valid until such a row is added.
struct OutboxPresence {
  let hasRetries: Bool
  /// Whether anything waits in another account.
  let hasOtherAccounts: Bool

  static let unknown = OutboxPresence(hasRetries: true, hasOtherAccounts: true)
}

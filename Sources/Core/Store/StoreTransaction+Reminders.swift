import GRDB

/// What became of a reminder that has rung here.
enum RungState: Int {
  /// It is about to be shown. If nobody confirms that, it is shown once more.
  case claimed = 0
  case shown = 1
  /// Its notification must be withdrawn: the to-do is done, deleted, moved in time or snoozed.
  case outdated = 2
  /// It is known here only so that it does not ring again.
  case ended = 3
}

extension StoreTransaction {
  /// How late a reminder that arrives from another device may still ring, in milliseconds.
  private static let latenessOfReceived: Int64 = 24 * 3_600_000
  /// How late a reminder that a person sets may still ring, in milliseconds.
  private static let latenessOfTyped: Int64 = 60_000

  /// Keeps `ringing` and `rung` in step with a to-do.
  /// - Parameters:
  ///   - before: nil for a new one.
  ///   - isReceived: whether another device changed it.
  mutating func updateRinging(from before: Todo?, to after: Todo, isReceived: Bool) throws {
    guard before?.mayRing == true || after.mayRing else { return }
    try updateRinging(
      of: after.id, from: before.map { try ringings(of: $0) } ?? [], to: ringings(of: after),
      isReceived: isReceived)
  }

  /// Keeps `ringing` and `rung` in step with what may ring of a to-do.
  mutating func updateRinging(
    of todo: TodoID, from old: Set<Todo.Ringing>, to new: Set<Todo.Ringing>, isReceived: Bool
  ) throws {
    guard old != new else { return }
    change.touchesReminders = true
    for ringing in old.subtracting(new) {
      try db.run(
        "DELETE FROM ringing WHERE todo = ? AND reminder = ? AND isSnooze = ?",
        [todo.rawValue, ringing.reminder.text, ringing.isSnooze])
      try outdate(todo, ringing.reminder)
    }
    let lateness = isReceived ? Self.latenessOfReceived : Self.latenessOfTyped
    for ringing in new.subtracting(old) {
      if ringing.isSnooze { try outdate(todo, ringing.reminder) }
      try db.run(
        """
        INSERT OR REPLACE INTO ringing (todo, reminder, isSnooze, kind, at, shift, notBefore)
          VALUES (?, ?, ?, ?, ?, ?, ?)
        """,
        [
          todo.rawValue, ringing.reminder.text, ringing.isSnooze, ringing.time.kind.rawValue,
          ringing.time.at, ringing.time.shift, environment.now().milliseconds - lateness,
        ])
    }
  }

  /// Dismisses reminders that were dismissed on another device: pending ones do not ring, and shown ones are withdrawn.
  /// A reminder at a later moment rings, even the same one after the to-do was moved in time (RFC 9074 §6.1).
  mutating func dismissAcknowledgedReminders(_ record: RemoteRecord, _ account: AccountID) throws {
    guard !record.acknowledged.isEmpty, record.key.kind == .todo,
      try todo(TodoID(rawValue: record.key.id))?.account == account
    else { return }
    for (reminder, moment) in record.acknowledged {
      let values: [(any StoredValue)?] = [record.key.id, reminder.text, moment.milliseconds]
      try db.run(
        "UPDATE ringing SET notBefore = ?3 + 1 WHERE todo = ?1 AND reminder = ?2 AND notBefore <= ?3",
        values)
      try db.run(
        "UPDATE rung SET state = 2 WHERE todo = ?1 AND reminder = ?2 AND moment <= ?3 AND state < 2",
        values)
    }
    change.touchesReminders = true
  }

  private func outdate(_ todo: TodoID, _ reminder: Reminder) throws {
    try db.run(
      "UPDATE rung SET state = 2 WHERE todo = ? AND reminder = ? AND state < 2",
      [todo.rawValue, reminder.text])
  }
}

extension Todo {
  /// Whether something of it may ring while it is open.
  var mayRing: Bool { due?.isDay == false || !reminders.isEmpty }
}

extension TodoRow {
  /// Whether something of it may ring while it is open.
  public var mayRing: Bool { due?.isDay == false || hasReminder }
}

extension TodoStore {
  /// The user ID in an account; empty on this computer only.
  static func user(of account: AccountID?, _ db: Database) throws -> String {
    guard let account else { return "" }
    return try String.fetchOne(
      db.cachedStatement(sql: "SELECT user FROM account WHERE id = ?"),
      arguments: .stored([account.rawValue])) ?? ""
  }
}

extension TodoStore {
  /// Lets the reminder of a to-do that rang last ring again at a moment, on every device of the user. In a shared list
  /// nobody else is concerned. If none has rung here, the to-do gets a reminder of that moment.
  /// - Parameters:
  ///   - moment: in the future.
  ///   - zone: of this computer, for a new reminder; an IANA name.
  /// - Throws: ``StoreError/missing``, ``StoreError/notAllowed``, ``StoreError/tooMany(limit:)``.
  public func snooze(_ id: TodoID, until moment: Timestamp, zone: String)
    async throws(StoreError)
  {
    try await transaction { work in
      let last = try Self.rung(
        work.db, "todo = ? AND state < 3 ORDER BY moment DESC, number DESC LIMIT 1", [id.rawValue])
      try Self.snooze(id, last.first?.reminder, until: moment, zone: zone, in: &work)
    }
  }

  /// Lets a reminder that has rung ring again at a moment. Nothing happens if it does not count any more.
  /// - Throws: ``StoreError/missing``, ``StoreError/notAllowed``.
  public func snooze(rung number: Int64, until moment: Timestamp) async throws(StoreError) {
    try await transaction { work in
      let rung = try Self.rung(work.db, "number = ? AND state < 2", [number]).first
      guard let rung else { return }
      try Self.snooze(rung.todo, rung.reminder, until: moment, zone: "UTC", in: &work)
    }
  }

  private static func snooze(
    _ id: TodoID, _ reminder: Reminder?, until moment: Timestamp, zone: String,
    in work: inout StoreTransaction
  ) throws {
    let db = work.db
    try edit(id, in: &work) { todo in
      guard let reminder else {
        todo.reminders.insert(Reminder(Alarm(at: moment, zone: zone)))
        return
      }
      let user = try user(of: todo.account, db)
      todo.snoozes.set(Snooze(until: moment, user: user, reminder: reminder))
    }
  }

  /// Marks the to-do of a reminder that has rung as done. Nothing happens if it does not count any more.
  /// - Returns: the next occurrence if it repeats; nil if nothing happened.
  /// - Throws: ``StoreError/notAllowed``.
  public func setDone(rung number: Int64) async throws(StoreError) -> [NextOccurrence]? {
    guard let rung = try await rungReminder(number) else { return nil }
    return try await setDone(rung.todo, true)
  }
}

extension TodoStore {
  /// Snoozes a to-do's most recently rung reminder until a moment, on every device of the user, in place of an earlier
  /// snooze.
  ///
  /// In a shared list this concerns nobody else, and read permission suffices. If no reminder has rung here that can be
  /// put off, the to-do gets a new reminder at that moment, which the next snooze removes.
  /// - Parameters:
  ///   - moment: in the future.
  ///   - zone: of this computer, for a new reminder; an IANA name.
  ///   - rules: by which reminders ring.
  /// - Throws: ``StoreError/missing``, ``StoreError/notAllowed``, ``StoreError/tooMany(limit:)``.
  public func snooze(_ id: TodoID, until moment: Timestamp, zone: String, by rules: RingingRules)
    async throws(StoreError)
  {
    try await transaction { work in
      let (db, now) = (work.db, work.environment.now())
      let rung = try Self.rung(
        db, "todo = ? AND state < 3 ORDER BY moment DESC, number DESC", [id.rawValue])
      try work.putOff(id) { todo, user in
        todo.snooze(
          rung: rung.map(\.reminder), until: moment, for: user, at: now, zone: zone, rules)
      }
    }
  }

  /// Snoozes a reminder that has rung until a moment. Does nothing if the reminder no longer counts.
  /// - Throws: ``StoreError/missing``, ``StoreError/notAllowed``.
  public func snooze(rung number: Int64, until moment: Timestamp) async throws(StoreError) {
    try await transaction { work in
      let rung = try Self.rung(work.db, "number = ? AND state < 2", [number]).first
      guard let rung else { return }
      try work.putOff(rung.todo) { todo, user in
        todo.snooze(rung.reminder, until: moment, for: user)
      }
    }
  }

  /// Marks the to-do of a reminder that has rung as done. Does nothing if the reminder no longer counts.
  /// - Returns: the next occurrence if it repeats; nil if nothing happened.
  /// - Throws: ``StoreError/notAllowed``.
  public func setDone(rung number: Int64) async throws(StoreError) -> [NextOccurrence]? {
    guard let rung = try await rungReminder(number) else { return nil }
    return try await setDone(rung.todo, true)
  }
}

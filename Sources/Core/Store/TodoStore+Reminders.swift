import GRDB

extension TodoStore {
  /// Emits after each commit that changed what may ring, including commits of other processes, and once at the start.
  public func reminderChanges() -> AsyncStream<Void> {
    changeSignals { $0.touchesReminders || $0.isReload }
  }

  /// Whether a reminder waits to ring or to be shown, or a notification must be withdrawn.
  public func needsReminderService() async throws(StoreError) -> Bool {
    try await read { db in
      try db.number(
        """
        SELECT EXISTS (SELECT 1 FROM ringing) OR EXISTS (SELECT 1 FROM rung WHERE state = 0)
          OR EXISTS (SELECT 1 FROM rung WHERE state = 2)
        """) == 1
    }
  }

  /// Claims the reminders that are due, and returns what to withdraw and when to look again. Writes only if something
  /// rings.
  ///
  /// A claim is on disk before this returns, and the next caller does not get the same reminder again. Confirm shown
  /// reminders with ``confirmShown(_:isGroup:)``, and withdrawn ones with ``confirmWithdrawn(_:)``.
  /// - Parameter claimsAgain: whether unconfirmed claims are returned too, as at a start or after a failure: the process
  ///   that made them may have died.
  public func ring(by rules: RingingRules, claimsAgain: Bool = false)
    async throws(StoreError) -> ReminderUpdate
  {
    let now = environment.now()
    let isQuiet = try await read { db in
      if claimsAgain, try db.number("SELECT EXISTS (SELECT 1 FROM rung WHERE state = 0)") == 1 {
        return nil as ReminderUpdate?
      }
      let (due, next) = try Self.waiting(until: now, rules, db)
      guard due.isEmpty else { return nil }
      var update = ReminderUpdate()
      update.outdated = try Self.outdated(db)
      update.groups = try Self.outdatedGroups(db)
      update.next = next
      update.shown = try Self.lastShown(db)
      return update
    }
    if let isQuiet { return isQuiet }
    return try await transaction { work in
      var update = ReminderUpdate()
      let again = claimsAgain ? try Self.unconfirmed(work.db) : []
      let (due, next) = try Self.waiting(until: now, rules, work.db)
      for waiting in due {
        if let rung = try work.claim(waiting, now, rules) { update.ringing.append(rung) }
      }
      update.ringing = (again + update.ringing).sorted { ($0.moment, $0.id) < ($1.moment, $1.id) }
      update.outdated = try Self.outdated(work.db)
      update.groups = try Self.outdatedGroups(work.db)
      update.next = next
      update.shown = try [Self.lastShown(work.db), update.ringing.last?.moment].compactMap { $0 }
        .max()
      try work.db.run(
        "DELETE FROM rung WHERE state = 3 AND moment < ?", [now.milliseconds - Self.memory])
      return update
    }
  }

  /// Records that reminders are shown.
  /// - Parameter isGroup: whether one notification shows all of them. The group is named after the first one.
  public func confirmShown(_ ids: [Int64], isGroup: Bool = false) async throws(StoreError) {
    guard !ids.isEmpty else { return }
    try await transaction { work in
      try Self.setState(.shown, from: .claimed, ids, in: work.db)
      guard isGroup else { return }
      for id in ids {
        try work.db.run("UPDATE rung SET inGroup = ? WHERE number = ?", [ids[0], id])
      }
    }
  }

  /// Records that reminders were withdrawn.
  public func confirmWithdrawn(_ ids: [Int64]) async throws(StoreError) {
    guard !ids.isEmpty else { return }
    try await transaction { try Self.setState(.ended, from: .outdated, ids, in: $0.db) }
  }

  /// Records that the user has opened the notification of a group. The desktop has closed the notification, so the
  /// group ends: nothing is shown in its place when one of its reminders no longer counts.
  /// - Returns: the to-dos of the reminders that still count, in the order in which they rang; empty if there is no
  ///   such group.
  public func openGroup(_ id: Int64) async throws(StoreError) -> [TodoRow] {
    try await transaction { work in
      let db = work.db
      let todos = try String.fetchAll(
        db,
        sql: "SELECT todo FROM rung WHERE inGroup = ? AND state < 2 ORDER BY moment, number",
        arguments: .stored([id]))
      try db.run("UPDATE rung SET inGroup = NULL WHERE inGroup = ? AND state < 3", [id])
      var met: Set<String> = []
      return try todos.filter { met.insert($0).inserted }.flatMap {
        try TodoRow.fetch(db, "WHERE id = ?", [$0])
      }
    }
  }

  /// A reminder that has rung and still counts; nil otherwise.
  public func rungReminder(_ id: Int64) async throws(StoreError) -> RungReminder? {
    try await read { try Self.rung($0, "number = ? AND state < 2", [id]).first }
  }

  /// How long ended reminders are remembered, in milliseconds.
  private static let memory: Int64 = 30 * 24 * 3_600_000

  private static func setState(
    _ state: RungState, from old: RungState, _ ids: [Int64], in db: Database
  ) throws {
    for id in ids {
      try db.run(
        "UPDATE rung SET state = ? WHERE number = ? AND state = ?",
        [state.rawValue, id, old.rawValue])
    }
  }

  // MARK: Reading

  /// A row of the table `ringing`.
  struct WaitingReminder {
    let todo: TodoID
    let ringing: Todo.Ringing
    let notBefore: Int64
  }

  /// The reminders that are due, and when the next one is.
  static func waiting(until now: Timestamp, _ rules: RingingRules, _ db: Database) throws
    -> (due: [WaitingReminder], next: Timestamp?)
  {
    var due: [WaitingReminder] = []
    var next: Timestamp?
    for kind in [ReminderTime.Kind.moment, .clock, .day] {
      let rows = try Row.fetchCursor(
        db.cachedStatement(
          sql: """
            SELECT at, shift, todo, reminder, isSnooze, notBefore FROM ringing
              WHERE kind = ? ORDER BY at
            """), arguments: .stored([kind.rawValue]))
      var end: Int64?
      while let row = try rows.next() {
        let time = ReminderTime(kind: kind, at: row[0], shift: row[1])
        if let end, time.at > end { break }
        let moment = time.moment(rules)
        if moment <= now {
          due.append(
            WaitingReminder(
              todo: TodoID(rawValue: row[2]),
              ringing: Todo.Ringing(
                reminder: Reminder(text: row[3]), isSnooze: row[4], time: time), notBefore: row[5]))
        } else if next.map({ moment < $0 }) ?? true {
          next = moment
          end = ReminderTime.latest(kind, until: moment, rules)
        } else if end == nil, let next {
          end = ReminderTime.latest(kind, until: next, rules)
        }
      }
    }
    return (due, next)
  }

  private static func outdated(_ db: Database) throws -> [Int64] {
    try Int64.fetchAll(
      db.cachedStatement(sql: "SELECT number FROM rung WHERE state = 2 ORDER BY number"))
  }

  /// The groups with a reminder that must be withdrawn.
  private static func outdatedGroups(_ db: Database) throws -> [RungGroup] {
    let ids = try Int64.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT DISTINCT inGroup FROM rung WHERE state = 2 AND inGroup IS NOT NULL ORDER BY inGroup
          """))
    return try ids.map { id in
      RungGroup(
        id: id, left: try rung(db, "inGroup = ? AND state = 1 ORDER BY moment, number", [id]))
    }
  }

  /// When the last of the shown reminders rang.
  private static func lastShown(_ db: Database) throws -> Timestamp? {
    try Int64.fetchOne(db.cachedStatement(sql: "SELECT MAX(moment) FROM rung WHERE state = 1"))
      .map(Timestamp.init(milliseconds:))
  }

  private static func unconfirmed(_ db: Database) throws -> [RungReminder] {
    try rung(db, "state = 0", [])
  }

  static func rung(
    _ db: Database, _ condition: String, _ values: [(any DatabaseValueConvertible)?]
  ) throws -> [RungReminder] {
    let rows = try Row.fetchAll(
      db.cachedStatement(
        sql: "SELECT number, todo, reminder, moment FROM rung WHERE \(condition)"),
      arguments: .stored(values))
    return try rows.compactMap { row in
      try rung(
        row[0], TodoID(rawValue: row[1]), Reminder(text: row[2]),
        Timestamp(milliseconds: row[3]), db)
    }
  }

  static func rung(
    _ id: Int64, _ todo: TodoID, _ reminder: Reminder, _ moment: Timestamp, _ db: Database
  ) throws -> RungReminder? {
    guard
      let todo = try Todo.fetch(db, "WHERE id = ?", [todo.rawValue]).first
    else { return nil }
    let share = try todo.account.flatMap { try Self.share(of: $0, db) }
    let isLocked = try Self.isLocked(todo.listID, todo.account, db)
    let mayWrite = !isLocked && share.map { $0.role == .writer } ?? true
    let list = try TodoList.fetch(db, "WHERE id = ?", [todo.listID.rawValue])
    return RungReminder(
      id: id, reminder: reminder, moment: moment, of: todo, list: list.first?.name,
      mayWrite: mayWrite, maySnooze: try mayWrite || acceptance(of: todo.account, db) != nil)
  }
}

extension StoreTransaction {
  /// Removes a waiting reminder and claims it, unless it must stay silent or has rung already.
  fileprivate func claim(
    _ waiting: TodoStore.WaitingReminder, _ now: Timestamp, _ rules: RingingRules
  ) throws -> RungReminder? {
    let ringing = waiting.ringing
    try db.run(
      "DELETE FROM ringing WHERE todo = ? AND reminder = ? AND isSnooze = ?",
      [waiting.todo.rawValue, ringing.reminder.text, ringing.isSnooze])
    guard let todo = try todo(waiting.todo) else { return nil }
    let user = try TodoStore.user(of: todo.account, db)
    guard let moment = try heard(todo, by: user).moment(of: ringing.reminder, for: user, rules),
      moment <= now,
      moment.milliseconds >= waiting.notBefore
    else { return nil }
    // Another reminder of the to-do at the same moment, written in another way, must not ring again.
    let isKnown = try db.number(
      "SELECT EXISTS (SELECT 1 FROM rung WHERE todo = ? AND moment = ? AND state < 2)",
      [todo.id.rawValue, moment.milliseconds])
    guard isKnown == 0 else { return nil }
    try db.run(
      """
      INSERT OR IGNORE INTO rung (todo, reminder, isSnooze, kind, at, moment, state)
        VALUES (?, ?, ?, ?, ?, ?, 0)
      """,
      [
        todo.id.rawValue, ringing.reminder.text, ringing.isSnooze, ringing.time.kind.rawValue,
        ringing.time.at, moment.milliseconds,
      ])
    guard db.changesCount == 1 else { return nil }
    return try TodoStore.rung(db.lastInsertedRowID, todo.id, ringing.reminder, moment, db)
  }
}

import GRDB

extension TodoRow {
  /// The condition that the to-do is given to the user of its account.
  static let isMine = "assignee = (SELECT user FROM account WHERE account.id = todo.account)"

  /// What a row shows, by column number: pages of 100 000 rows are read through this.
  private static let columns = """
    SELECT id, listID, content, isDone, priority, dueDay, reminders IS NOT NULL, position,
      CASE
        WHEN account IS NULL THEN 0
        WHEN NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.kind = 'todo'
          AND outbox.record = todo.id AND outbox.account = todo.account) THEN 0
        WHEN EXISTS (SELECT 1 FROM syncRetry WHERE syncRetry.kind = 'todo'
          AND syncRetry.record = todo.id AND syncRetry.account = todo.account) THEN 2
        WHEN EXISTS (SELECT 1 FROM inFlightWrite WHERE inFlightWrite.kind = 'todo'
          AND inFlightWrite.record = todo.id AND inFlightWrite.account = todo.account
          AND inFlightWrite.isSending = 1) THEN 3
        ELSE 1
      END,
      assignee, CASE WHEN assignee IS NULL THEN NULL ELSE account END,
      assignee IS NOT NULL AND \(isMine),
      isCancelled, recurrence IS NOT NULL, notes <> '', parent, tags, dueTime, dueZone, startDay,
      startTime, startZone
    FROM todo
    """

  private init(_ row: Row) throws {
    let mark: TodoRow.Mark =
      switch row[8] as Int {
      case 0: .none
      case 2: .refused
      case 3: .sending
      default: .waiting
      }
    self.init(
      id: TodoID(rawValue: row[0]), listID: ListID(rawValue: row[1]),
      parent: (row[15] as String?).map(TodoID.init(rawValue:)), content: row[2], isDone: row[3],
      isCancelled: row[12], priority: Priority(rawValue: row[4]),
      due: CalendarTime(day: row[5], time: row[17], zone: row[18]),
      start: CalendarTime(day: row[19], time: row[20], zone: row[21]), hasReminder: row[6],
      hasRecurrence: row[13], hasNotes: row[14], tags: try StoredFields.members(row[16]),
      assignee: Self.assignee(row), position: row[7], mark: mark)
  }

  /// The row of a to-do that nobody in particular is to do and that is not waiting to be sent.
  init(unassigned todo: Todo) {
    self.init(
      id: todo.id, listID: todo.listID, parent: todo.parent, content: todo.content,
      isDone: todo.isDone, isCancelled: todo.status == .cancelled, priority: todo.priority,
      due: todo.due, start: todo.start, hasReminder: !todo.reminders.isEmpty,
      hasRecurrence: todo.recurrence != nil, hasNotes: !todo.notes.isEmpty, tags: todo.tags,
      position: todo.position)
  }

  private static func assignee(_ row: Row) -> Assignee? {
    guard let user = row[9] as String?, let account = row[10] as String? else { return nil }
    return Assignee(account: AccountID(rawValue: account).root, user: user, isMe: row[11])
  }

  /// - Parameters:
  ///   - limit: no more rows than these.
  ///   - isWanted: leaves out rows that SQL cannot tell apart; they do not count.
  static func fetch(
    _ db: Database, _ condition: String, _ values: [(any StoredValue)?], limit: Int = .max,
    where isWanted: (TodoRow) -> Bool = { _ in true }
  ) throws -> [TodoRow] {
    var rows: [TodoRow] = []
    let cursor = try Row.fetchCursor(db.statement(columns + " " + condition, values))
    while rows.count < limit, let row = try cursor.next() {
      let row = try TodoRow(row)
      if isWanted(row) { rows.append(row) }
    }
    return rows
  }
}

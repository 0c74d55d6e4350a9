import GRDB

extension TodoRow {
  /// The condition that the to-do is assigned to the user of its account.
  static let isMine = "assignee = (SELECT user FROM account WHERE account.id = todo.account)"

  private static let markColumn = """
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
    END
    """

  /// What a row shows, by column number: pages of 100 000 rows are read through this.
  private static let columns = """
    SELECT id, listID, content, isDone, priority, dueDay, reminders IS NOT NULL, position,
      \(markColumn),
      assignee, CASE WHEN assignee IS NULL THEN NULL ELSE account END,
      assignee IS NOT NULL AND \(isMine),
      isCancelled, recurrence IS NOT NULL, notes <> '', parent, tags, dueTime, dueZone, startDay,
      startTime, startZone, createdAt
    FROM todo
    """

  /// - Parameter list: the list that it is in, where that is known.
  private init(_ row: Columns, in list: ListID? = nil) throws {
    self.init(
      id: TodoID(rawValue: row.text(0)), listID: list ?? ListID(rawValue: row.text(1)),
      parent: row.textIfAny(15).map(TodoID.init(rawValue:)), content: row.text(2),
      isDone: row.flag(3), isCancelled: row.flag(12),
      priority: Priority(rawValue: Int(row.number(4))),
      due: row.time(5, 17, 18), start: row.time(19, 20, 21),
      hasReminder: row.flag(6), hasRecurrence: row.flag(13), hasNotes: row.flag(14),
      tags: try row.members(16), assignee: Self.assignee(row), position: row.text(7),
      mark: Mark(stored: row.number(8)), createdAt: Timestamp(milliseconds: row.number(22)))
  }

  /// The row of a to-do without an assignee and without unsent changes.
  init(unassigned todo: Todo) {
    self.init(
      id: todo.id, listID: todo.listID, parent: todo.parent, content: todo.content,
      isDone: todo.isDone, isCancelled: todo.status == .cancelled, priority: todo.priority,
      due: todo.due, start: todo.start, hasReminder: !todo.reminders.isEmpty,
      hasRecurrence: todo.recurrence != nil, hasNotes: !todo.notes.isEmpty, tags: todo.tags,
      position: todo.position, createdAt: todo.createdAt)
  }

  private static func assignee(_ row: Columns) -> Assignee? {
    guard let user = row.textIfAny(9), let account = row.textIfAny(10) else { return nil }
    return Assignee(account: AccountID(rawValue: account).root, user: user, isMe: row.flag(11))
  }

  /// Only the badges, without reading the rows.
  static func marks(_ db: Database, _ condition: String, _ values: [(any StoredValue)?]) throws
    -> [TodoID: Mark]
  {
    var marks: [TodoID: Mark] = [:]
    let query = "SELECT id, \(markColumn) FROM todo \(condition)"
    for (id, mark) in try db.rows(query, values, { ($0.text(0), $0.number(1)) }) {
      marks[TodoID(rawValue: id)] = Mark(stored: mark)
    }
    return marks
  }

  /// - Parameters:
  ///   - limit: no more rows than these.
  ///   - isWanted: selects rows by what SQL cannot test; those left out do not count towards the limit.
  static func fetch(
    _ db: Database, _ condition: String, _ values: [(any StoredValue)?], limit: Int = .max,
    where isWanted: (TodoRow) -> Bool = { _ in true }
  ) throws -> [TodoRow] {
    var rows: [TodoRow] = []
    let cursor = try Columns.fetchCursor(db.statement(columns + " " + condition, values))
    try withExtendedLifetime(cursor) {
      while rows.count < limit, let row = try cursor.next() {
        let row = try TodoRow(row)
        if isWanted(row) { rows.append(row) }
      }
    }
    return rows
  }

  /// The same for all rows, packed while they are read.
  /// - Parameter list: the list that they are all in, if they are in one.
  static func fetchPacked(
    _ db: Database, _ condition: String, _ values: [(any StoredValue)?], in list: ListID?
  ) throws -> TodoRowList {
    let cursor = try Columns.fetchCursor(db.statement(columns + " " + condition, values))
    return try withExtendedLifetime(cursor) {
      try TodoRowList { append in
        while let row = try cursor.next() { append(try TodoRow(row, in: list)) }
      }
    }
  }
}

extension TodoRow.Mark {
  /// - Parameter number: as the query gives it.
  fileprivate init(stored number: Int64) {
    self =
      switch number {
      case 0: .none
      case 2: .quarantined
      case 3: .sending
      default: .waiting
      }
  }
}

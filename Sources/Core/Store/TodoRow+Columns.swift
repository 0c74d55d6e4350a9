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

  /// What the query of a row selects. Pages of 100 000 rows are read through it.
  private enum Column: Int, QueryColumn {
    case id, listID, content, isDone, priority, dueDay, hasReminder, position, mark, assignee
    case assigneeAccount, isAssignedToMe, isCancelled, hasRecurrence, hasNotes, parent, tags
    case dueTime, dueZone, startDay, startTime, startZone, createdAt

    var sql: String {
      switch self {
      case .hasReminder: "reminders IS NOT NULL"
      case .mark: TodoRow.markColumn
      case .assigneeAccount: "CASE WHEN assignee IS NULL THEN NULL ELSE account END"
      case .isAssignedToMe: "assignee IS NOT NULL AND \(TodoRow.isMine)"
      case .hasRecurrence: "recurrence IS NOT NULL"
      case .hasNotes: "notes <> ''"
      case .id, .listID, .content, .isDone, .priority, .dueDay, .position, .assignee, .isCancelled,
        .parent, .tags, .dueTime, .dueZone, .startDay, .startTime, .startZone, .createdAt:
        stringValue
      }
    }
  }

  private static let query =
    "SELECT \(Column.allCases.map { $0.sql }.joined(separator: ", ")) FROM todo"

  /// - Parameter list: the list that it is in, where that is known.
  private init(_ row: Columns, in list: ListID? = nil) throws {
    let row = ColumnReader<Column>(row)
    self.init(
      id: TodoID(rawValue: row.text(.id)), listID: list ?? ListID(rawValue: row.text(.listID)),
      parent: row.textIfAny(.parent).map(TodoID.init(rawValue:)), content: row.text(.content),
      isDone: row.flag(.isDone), isCancelled: row.flag(.isCancelled),
      priority: Priority(rawValue: Int(row.number(.priority))),
      due: row.time(.dueDay, .dueTime, .dueZone),
      start: row.time(.startDay, .startTime, .startZone), hasReminder: row.flag(.hasReminder),
      hasRecurrence: row.flag(.hasRecurrence), hasNotes: row.flag(.hasNotes),
      tags: try row.members(.tags), assignee: Self.assignee(row), position: row.text(.position),
      mark: Mark(stored: row.number(.mark)),
      createdAt: Timestamp(milliseconds: row.number(.createdAt)))
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

  private static func assignee(_ row: ColumnReader<Column>) -> Assignee? {
    guard let user = row.textIfAny(.assignee), let account = row.textIfAny(.assigneeAccount)
    else { return nil }
    return Assignee(
      account: AccountID(rawValue: account).root, user: user, isMe: row.flag(.isAssignedToMe))
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
    let cursor = try Columns.fetchCursor(db.statement(query + " " + condition, values))
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
    let cursor = try Columns.fetchCursor(db.statement(query + " " + condition, values))
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

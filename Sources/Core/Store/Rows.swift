import GRDB

// How records are stored in their tables.

extension TodoList {
  init(row: Row) {
    self.init(
      id: ListID(rawValue: row["id"]),
      account: (row["account"] as String?).map(AccountID.init(rawValue:)), name: row["name"],
      position: row["position"], createdAt: Timestamp(milliseconds: row["createdAt"]),
      modifiedAt: Timestamp(milliseconds: row["modifiedAt"]))
  }

  static func fetch(
    _ db: Database, _ sql: String, _ values: [(any StoredValue)?] = []
  ) throws -> [TodoList] {
    try Row.fetchAll(db.statement(sql, values))
      .map(TodoList.init(row:))
  }
}

extension Todo {
  init(row: Row) {
    self.init(
      id: TodoID(rawValue: row["id"]),
      account: (row["account"] as String?).map(AccountID.init(rawValue:)),
      listID: ListID(rawValue: row["listID"]), content: row["content"], notes: row["notes"],
      date: (row["date"] as String?).flatMap(CalendarDay.init(iso8601:)),
      alarm: (row["alarmAt"] as Int64?).map {
        Alarm(at: Timestamp(milliseconds: $0), zone: row["alarmZone"] ?? "UTC")
      },
      priority: Priority(rawValue: row["priority"]), assignee: row["assignee"],
      isDone: row["isDone"],
      completedAt: (row["completedAt"] as Int64?).map(Timestamp.init(milliseconds:)),
      position: row["position"], createdAt: Timestamp(milliseconds: row["createdAt"]),
      modifiedAt: Timestamp(milliseconds: row["modifiedAt"]))
  }

  /// The columns that are written besides `id`; ``values`` are in the same order.
  private static let columns = [
    "account", "listID", "content", "notes", "date", "alarmAt", "alarmZone", "priority", "assignee",
    "isDone", "completedAt", "position", "modifiedAt", "createdAt",
  ]

  /// Takes ``values``, then the id.
  static let insertSQL = """
    INSERT INTO todo (\(columns.joined(separator: ", ")), id)
      VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")), ?)
    """
  /// Takes ``values``, then the id.
  static let updateSQL =
    "UPDATE todo SET \(columns.map { $0 + " = ?" }.joined(separator: ", ")) WHERE id = ?"

  var values: [(any StoredValue)?] {
    [
      account?.rawValue, listID.rawValue, content, notes, date?.iso8601, alarm?.at.milliseconds,
      alarm?.zone, priority.rawValue, assignee, isDone, completedAt?.milliseconds, position,
      modifiedAt.milliseconds, createdAt.milliseconds,
    ]
  }

  static func fetch(
    _ db: Database, _ sql: String, _ values: [(any StoredValue)?] = []
  ) throws -> [Todo] {
    try Row.fetchAll(db.statement(sql, values))
      .map(Todo.init(row:))
  }
}

extension ListMember {
  static func fetch(
    _ db: Database, _ sql: String, _ values: [(any StoredValue)?] = []
  ) throws -> [ListMember] {
    try Row.fetchAll(db.statement(sql, values))
      .compactMap { row in
        guard let account = row["account"] as String?,
          let role = ListRole(rawValue: row["role"])
        else { return nil }
        return ListMember(
          account: AccountID(rawValue: account), list: ListID(rawValue: row["listID"]),
          user: row["user"], role: role, listName: row["listName"],
          createdAt: Timestamp(milliseconds: row["createdAt"]),
          modifiedAt: Timestamp(milliseconds: row["modifiedAt"]))
      }
  }
}

extension Consent {
  static func fetch(
    _ db: Database, _ sql: String, _ values: [(any StoredValue)?] = []
  ) throws -> [Consent] {
    try Row.fetchAll(db.statement(sql, values))
      .compactMap { row in
        guard let choice = Choice(rawValue: row["choice"]) else { return nil }
        return Consent(
          account: AccountID(rawValue: row["account"]), user: row["user"],
          list: (row["listID"] as String?).map(ListID.init(rawValue:)), choice: choice,
          createdAt: Timestamp(milliseconds: row["createdAt"]),
          modifiedAt: Timestamp(milliseconds: row["modifiedAt"]))
      }
  }
}

extension TodoRow {
  /// What a row shows, by column number: pages of 100 000 rows are read through this.
  /// The condition that the to-do is given to the user of its account.
  static let isMine = "assignee = (SELECT user FROM account WHERE account.id = todo.account)"

  private static let columns = """
    SELECT id, listID, content, isDone, priority, date, alarmAt IS NOT NULL, position,
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
      assignee IS NOT NULL AND \(isMine)
    FROM todo
    """

  private init(_ row: Row) {
    let mark: TodoRow.Mark =
      switch row[8] as Int {
      case 0: .none
      case 2: .refused
      case 3: .sending
      default: .waiting
      }
    self.init(
      id: TodoID(rawValue: row[0]), listID: ListID(rawValue: row[1]), content: row[2],
      isDone: row[3], isStarred: Priority(rawValue: row[4]).isStarred,
      date: (row[5] as String?).flatMap(CalendarDay.init(iso8601:)), hasAlarm: row[6],
      assignee: Self.assignee(row), position: row[7], mark: mark)
  }

  /// The row of a to-do that nobody in particular is to do and that is not waiting to be sent.
  init(unassigned todo: Todo) {
    self.init(
      id: todo.id, listID: todo.listID, content: todo.content, isDone: todo.isDone,
      isStarred: todo.priority.isStarred, date: todo.date, hasAlarm: todo.alarm != nil,
      position: todo.position)
  }

  private static func assignee(_ row: Row) -> Assignee? {
    guard let user = row[9] as String?, let account = row[10] as String? else { return nil }
    return Assignee(account: AccountID(rawValue: account).root, user: user, isMe: row[11])
  }

  static func fetch(
    _ db: Database, _ condition: String, _ values: [(any StoredValue)?]
  ) throws -> [TodoRow] {
    var rows: [TodoRow] = []
    let cursor = try Row.fetchCursor(db.statement(columns + " " + condition, values))
    while let row = try cursor.next() { rows.append(TodoRow(row)) }
    return rows
  }
}

import Basics
import GRDB

// How records are stored in their tables.

extension TodoList {
  /// The columns of the table.
  private enum Column: Int, QueryColumn {
    case id, account, name, colour, emoji, sortOrder, position, createdAt, modifiedAt
  }

  private init(_ row: Columns) {
    let row = ColumnReader<Column>(row)
    self.init(
      id: ListID(rawValue: row.text(.id)),
      account: row.textIfAny(.account).map(AccountID.init(rawValue:)), name: row.text(.name),
      colour: row.textIfAny(.colour), emoji: row.textIfAny(.emoji),
      sortOrder: row.textIfAny(.sortOrder), position: row.text(.position),
      createdAt: Timestamp(milliseconds: row.number(.createdAt)),
      modifiedAt: Timestamp(milliseconds: row.number(.modifiedAt)))
  }

  private func value(of column: Column) -> (any StoredValue)? {
    switch column {
    case .id: id.rawValue
    case .account: account?.rawValue
    case .name: name
    case .colour: colour
    case .emoji: emoji
    case .sortOrder: sortOrder
    case .position: position
    case .createdAt: createdAt.milliseconds
    case .modifiedAt: modifiedAt.milliseconds
    }
  }

  /// Takes ``values``.
  static let insertSQL = Column.insertSQL(into: "list")
  /// Takes ``values``.
  static let updateSQL = Column.updateSQL(of: "list")

  /// The values of all columns, in their order.
  var values: [(any StoredValue)?] { Column.allCases.map { value(of: $0) } }

  /// - Parameter condition: what follows the table in the query.
  static func fetch(
    _ db: Database, _ condition: String = "", _ values: [(any StoredValue)?] = []
  ) throws -> [TodoList] {
    try db.rows("\(query) \(condition)", values, TodoList.init)
  }

  private static let query = Column.selectSQL(from: "list")
}

extension Todo {
  /// The columns of the table.
  private enum Column: Int, QueryColumn {
    case id, account, listID, content, notes, dueDay, dueTime, dueZone, startDay, startTime
    case startZone, reminders, snoozes, recurrence, isFromCompletion, completions, parent, tags
    case priority, url, assignee, isDone, isCancelled, completedAt, position, createdAt, modifiedAt
  }

  /// - Throws: ``StoreError/damaged(detail:)``.
  private init(_ row: Columns) throws {
    let row = ColumnReader<Column>(row)
    self.init(
      id: TodoID(rawValue: row.text(.id)),
      account: row.textIfAny(.account).map(AccountID.init(rawValue:)),
      listID: ListID(rawValue: row.text(.listID)), content: row.text(.content),
      notes: row.text(.notes), due: row.time(.dueDay, .dueTime, .dueZone),
      start: row.time(.startDay, .startTime, .startZone),
      reminders: Set(texts: try row.members(.reminders)),
      snoozes: Set(texts: try row.members(.snoozes)), recurrence: Self.readRecurrence(row),
      completions: Set(texts: try row.members(.completions)),
      parent: row.textIfAny(.parent).map(TodoID.init(rawValue:)), tags: try row.members(.tags),
      priority: Priority(rawValue: Int(row.number(.priority))), url: row.textIfAny(.url),
      assignee: row.textIfAny(.assignee), status: Self.readStatus(row),
      completedAt: row.numberIfAny(.completedAt).map(Timestamp.init(milliseconds:)),
      position: row.text(.position), createdAt: Timestamp(milliseconds: row.number(.createdAt)),
      modifiedAt: Timestamp(milliseconds: row.number(.modifiedAt)))
  }

  private static func readRecurrence(_ row: ColumnReader<Column>) -> RecurrenceRule? {
    row.textIfAny(.recurrence).map {
      RecurrenceRule($0, isFromCompletion: row.flag(.isFromCompletion))
    }
  }

  private static func readStatus(_ row: ColumnReader<Column>) -> Status {
    guard row.flag(.isDone) else { return .open }
    return row.flag(.isCancelled) ? .cancelled : .done
  }

  private func value(of column: Column) -> (any StoredValue)? {
    switch column {
    case .id: id.rawValue
    case .account: account?.rawValue
    case .listID: listID.rawValue
    case .content: content
    case .notes: notes
    case .dueDay: due?.day.iso8601
    case .dueTime: due?.time?.iso8601
    case .dueZone: due?.zone?.text
    case .startDay: start?.day.iso8601
    case .startTime: start?.time?.iso8601
    case .startZone: start?.zone?.text
    case .reminders: StoredFields.encode(members: reminders.texts)
    case .snoozes: StoredFields.encode(members: snoozes.texts)
    case .recurrence: recurrence?.text
    case .isFromCompletion: recurrence?.isFromCompletion
    case .completions: StoredFields.encode(members: completions.texts)
    case .parent: parent?.rawValue
    case .tags: StoredFields.encode(members: tags)
    case .priority: priority.rawValue
    case .url: url
    case .assignee: assignee
    case .isDone: isDone
    case .isCancelled: status == .cancelled
    case .completedAt: completedAt?.milliseconds
    case .position: position
    case .createdAt: createdAt.milliseconds
    case .modifiedAt: modifiedAt.milliseconds
    }
  }

  /// Takes ``values``.
  static let insertSQL = Column.insertSQL(into: "todo")
  /// Takes ``values``.
  static let updateSQL = Column.updateSQL(of: "todo")

  /// The values of all columns, in their order.
  var values: [(any StoredValue)?] { Column.allCases.map { value(of: $0) } }

  /// - Parameter condition: what follows the table in the query.
  static func fetch(
    _ db: Database, _ condition: String = "", _ values: [(any StoredValue)?] = []
  ) throws -> [Todo] {
    try db.rows("\(query) \(condition)", values, Todo.init)
  }

  private static let query = Column.selectSQL(from: "todo")
}

/// For columns of one table, the first of which is its key.
extension QueryColumn {
  fileprivate static func selectSQL(from table: String) -> String {
    "SELECT \(names.map { "\(table).\($0)" }.joined(separator: ", ")) FROM \(table)"
  }

  /// Takes the values of these columns.
  fileprivate static func insertSQL(into table: String) -> String {
    """
    INSERT INTO \(table) (\(names.joined(separator: ", ")))
      VALUES (\(names.map { _ in "?" }.joined(separator: ", ")))
    """
  }

  /// Takes the values of these columns.
  fileprivate static func updateSQL(of table: String) -> String {
    let pairs = zip(names, 1...).map { name, number in "\(name) = ?\(number)" }
    return "UPDATE \(table) SET \(pairs.dropFirst().joined(separator: ", ")) WHERE \(pairs[0])"
  }

  private static var names: [String] { allCases.map { $0.stringValue } }
}

extension CalendarTime {
  /// From the three columns in which it is stored.
  init?(day: String?, time: String?, zone: String?) {
    guard let day = day.flatMap(CalendarDay.init(iso8601:)) else { return nil }
    guard let time = time.flatMap(TimeOfDay.init(iso8601:)) else {
      self.init(day: day)
      return
    }
    self.init(day: day, time: time, zone: zone.flatMap(ZoneName.init))
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
        return try Consent(
          account: AccountID(rawValue: row["account"]), user: row["user"],
          list: (row["listID"] as String?).map(ListID.init(rawValue:)), choice: choice,
          snoozes: Set(texts: StoredFields.members(row["snoozes"])),
          createdAt: Timestamp(milliseconds: row["createdAt"]),
          modifiedAt: Timestamp(milliseconds: row["modifiedAt"]))
      }
  }
}

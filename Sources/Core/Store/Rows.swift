import Basics
import GRDB

// How records are stored in their tables.

extension TodoList {
  /// Reads ``columns`` after the identifier.
  private init(_ row: Columns) {
    var columns = ColumnReader(row)
    self.init(
      id: ListID(rawValue: columns.text()),
      account: columns.textIfAny().map(AccountID.init(rawValue:)), name: columns.text(),
      colour: columns.textIfAny(), emoji: columns.textIfAny(), sortOrder: columns.textIfAny(),
      position: columns.text(), createdAt: Timestamp(milliseconds: columns.number()),
      modifiedAt: Timestamp(milliseconds: columns.number()))
  }

  /// The columns besides `id`, in the order in which they are read; ``values`` are in the same order.
  private static let columns = [
    "account", "name", "colour", "emoji", "sortOrder", "position", "createdAt", "modifiedAt",
  ]

  /// Takes ``values``, then the id.
  static let insertSQL = columns.insertSQL(into: "list")
  /// Takes ``values``, then the id.
  static let updateSQL = columns.updateSQL(of: "list")

  var values: [(any StoredValue)?] {
    [
      account?.rawValue, name, colour, emoji, sortOrder, position, createdAt.milliseconds,
      modifiedAt.milliseconds,
    ]
  }

  /// - Parameter condition: what follows the table in the query.
  static func fetch(
    _ db: Database, _ condition: String = "", _ values: [(any StoredValue)?] = []
  ) throws -> [TodoList] {
    try db.rows("\(query) \(condition)", values, TodoList.init)
  }

  private static let query = columns.selectSQL(from: "list")
}

extension Todo {
  /// Reads ``columns`` after the identifier.
  /// - Throws: ``StoreError/damaged(detail:)``.
  private init(_ row: Columns) throws {
    var columns = ColumnReader(row)
    self.init(
      id: TodoID(rawValue: columns.text()),
      account: columns.textIfAny().map(AccountID.init(rawValue:)),
      listID: ListID(rawValue: columns.text()), content: columns.text(), notes: columns.text(),
      due: columns.time(), start: columns.time(), reminders: Set(texts: try columns.members()),
      snoozes: Set(texts: try columns.members()), recurrence: columns.recurrence(),
      completions: Set(texts: try columns.members()),
      parent: columns.textIfAny().map(TodoID.init(rawValue:)), tags: try columns.members(),
      priority: Priority(rawValue: Int(columns.number())), url: columns.textIfAny(),
      assignee: columns.textIfAny(), status: columns.status(),
      completedAt: columns.numberIfAny().map(Timestamp.init(milliseconds:)),
      position: columns.text(), createdAt: Timestamp(milliseconds: columns.number()),
      modifiedAt: Timestamp(milliseconds: columns.number()))
  }

  /// The columns besides `id`, in the order in which they are read; ``values`` are in the same order.
  private static let columns = [
    "account", "listID", "content", "notes", "dueDay", "dueTime", "dueZone", "startDay",
    "startTime", "startZone", "reminders", "snoozes", "recurrence", "isFromCompletion",
    "completions", "parent", "tags", "priority", "url", "assignee", "isDone", "isCancelled",
    "completedAt", "position", "createdAt", "modifiedAt",
  ]

  /// Takes ``values``, then the id.
  static let insertSQL = columns.insertSQL(into: "todo")
  /// Takes ``values``, then the id.
  static let updateSQL = columns.updateSQL(of: "todo")

  var values: [(any StoredValue)?] {
    [
      account?.rawValue, listID.rawValue, content, notes, due?.day.iso8601, due?.time?.iso8601,
      due?.zone?.text, start?.day.iso8601, start?.time?.iso8601, start?.zone?.text,
      StoredFields.encode(members: reminders.texts), StoredFields.encode(members: snoozes.texts),
      recurrence?.text, recurrence?.isFromCompletion,
      StoredFields.encode(members: completions.texts), parent?.rawValue,
      StoredFields.encode(members: tags), priority.rawValue, url, assignee, isDone,
      status == .cancelled, completedAt?.milliseconds, position, createdAt.milliseconds,
      modifiedAt.milliseconds,
    ]
  }

  /// - Parameter condition: what follows the table in the query.
  static func fetch(
    _ db: Database, _ condition: String = "", _ values: [(any StoredValue)?] = []
  ) throws -> [Todo] {
    try db.rows("\(query) \(condition)", values, Todo.init)
  }

  private static let query = columns.selectSQL(from: "todo")
}

/// Reads the columns of a row one after the other.
private struct ColumnReader {
  private let row: Columns
  private var place = 0

  init(_ row: Columns) { self.row = row }

  private mutating func next() -> Int {
    place += 1
    return place - 1
  }

  mutating func text() -> String { row.text(next()) }

  mutating func textIfAny() -> String? { row.textIfAny(next()) }

  mutating func number() -> Int64 { row.number(next()) }

  mutating func numberIfAny() -> Int64? { row.numberIfAny(next()) }

  mutating func members() throws -> Set<ExactText> { try row.members(next()) }

  mutating func time() -> CalendarTime? {
    let (day, time, zone) = (textIfAny(), textIfAny(), textIfAny())
    return CalendarTime(day: day, time: time, zone: zone)
  }

  mutating func recurrence() -> RecurrenceRule? {
    let (text, isFromCompletion) = (textIfAny(), numberIfAny())
    return text.map { RecurrenceRule($0, isFromCompletion: isFromCompletion == 1) }
  }

  mutating func status() -> Todo.Status {
    let (isDone, isCancelled) = (number() != 0, number() != 0)
    return isDone ? (isCancelled ? .cancelled : .done) : .open
  }
}

extension [String] {
  /// Selects the id, then these columns.
  fileprivate func selectSQL(from table: String) -> String {
    "SELECT \((["id"] + self).map { "\(table).\($0)" }.joined(separator: ", ")) FROM \(table)"
  }

  /// Takes the values of these columns, then the id.
  fileprivate func insertSQL(into table: String) -> String {
    """
    INSERT INTO \(table) (\(joined(separator: ", ")), id)
      VALUES (\(map { _ in "?" }.joined(separator: ", ")), ?)
    """
  }

  /// Takes the values of these columns, then the id.
  fileprivate func updateSQL(of table: String) -> String {
    "UPDATE \(table) SET \(map { $0 + " = ?" }.joined(separator: ", ")) WHERE id = ?"
  }
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

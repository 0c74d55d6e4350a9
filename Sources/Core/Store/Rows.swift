import GRDB

// How records are stored in their tables.

extension TodoList {
  init(row: Row) {
    self.init(
      id: ListID(rawValue: row["id"]),
      account: (row["account"] as String?).map(AccountID.init(rawValue:)), name: row["name"],
      colour: row["colour"], emoji: row["emoji"], sortOrder: row["sortOrder"],
      position: row["position"], createdAt: Timestamp(milliseconds: row["createdAt"]),
      modifiedAt: Timestamp(milliseconds: row["modifiedAt"]))
  }

  /// The columns that are written besides `id`; ``values`` are in the same order.
  private static let columns = [
    "account", "name", "colour", "emoji", "sortOrder", "position", "createdAt", "modifiedAt",
  ]

  /// Takes ``values``, then the id.
  static let insertSQL = columns.insertSQL(into: "list")
  /// Takes ``values``, then the id.
  static let updateSQL = columns.updateSQL(of: "list")

  var values: [(any DatabaseValueConvertible)?] {
    [
      account?.rawValue, name, colour, emoji, sortOrder, position, createdAt.milliseconds,
      modifiedAt.milliseconds,
    ]
  }

  static func fetch(
    _ db: Database, _ sql: String, _ values: [(any DatabaseValueConvertible)?] = []
  ) throws -> [TodoList] {
    try Row.fetchAll(db.cachedStatement(sql: sql), arguments: .stored(values))
      .map(TodoList.init(row:))
  }
}

extension Todo {
  /// - Throws: ``StoreError/damaged(detail:)``.
  init(row: Row) throws {
    self.init(
      id: TodoID(rawValue: row["id"]),
      account: (row["account"] as String?).map(AccountID.init(rawValue:)),
      listID: ListID(rawValue: row["listID"]), content: row["content"], notes: row["notes"],
      due: CalendarTime(day: row["dueDay"], time: row["dueTime"], zone: row["dueZone"]),
      start: CalendarTime(day: row["startDay"], time: row["startTime"], zone: row["startZone"]),
      reminders: Set(texts: try StoredFields.members(row["reminders"])),
      snoozes: Set(texts: try StoredFields.members(row["snoozes"])),
      recurrence: (row["recurrence"] as String?).map {
        RecurrenceRule($0, isFromCompletion: row["isFromCompletion"] ?? false)
      },
      completions: Set(texts: try StoredFields.members(row["completions"])),
      parent: (row["parent"] as String?).map(TodoID.init(rawValue:)),
      tags: try StoredFields.members(row["tags"]), priority: Priority(rawValue: row["priority"]),
      url: row["url"], assignee: row["assignee"],
      status: row["isDone"] ? (row["isCancelled"] ? .cancelled : .done) : .open,
      completedAt: (row["completedAt"] as Int64?).map(Timestamp.init(milliseconds:)),
      position: row["position"], createdAt: Timestamp(milliseconds: row["createdAt"]),
      modifiedAt: Timestamp(milliseconds: row["modifiedAt"]))
  }

  /// The columns that are written besides `id`; ``values`` are in the same order.
  private static let columns = [
    "account", "listID", "content", "notes", "dueDay", "dueTime", "dueZone", "startDay",
    "startTime", "startZone", "reminders", "snoozes", "recurrence", "isFromCompletion",
    "completions", "parent", "tags", "priority", "url", "assignee", "isDone", "isCancelled",
    "completedAt", "position", "modifiedAt", "createdAt",
  ]

  /// Takes ``values``, then the id.
  static let insertSQL = columns.insertSQL(into: "todo")
  /// Takes ``values``, then the id.
  static let updateSQL = columns.updateSQL(of: "todo")

  var values: [(any DatabaseValueConvertible)?] {
    [
      account?.rawValue, listID.rawValue, content, notes, due?.day.iso8601, due?.time?.iso8601,
      due?.zone?.text, start?.day.iso8601, start?.time?.iso8601, start?.zone?.text,
      StoredFields.encode(members: reminders.texts), StoredFields.encode(members: snoozes.texts),
      recurrence?.text, recurrence?.isFromCompletion,
      StoredFields.encode(members: completions.texts), parent?.rawValue,
      StoredFields.encode(members: tags), priority.rawValue, url, assignee, isDone,
      status == .cancelled, completedAt?.milliseconds, position, modifiedAt.milliseconds,
      createdAt.milliseconds,
    ]
  }

  static func fetch(
    _ db: Database, _ sql: String, _ values: [(any DatabaseValueConvertible)?] = []
  ) throws -> [Todo] {
    try Row.fetchAll(db.cachedStatement(sql: sql), arguments: .stored(values))
      .map(Todo.init(row:))
  }
}

extension [String] {
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
    _ db: Database, _ sql: String, _ values: [(any DatabaseValueConvertible)?] = []
  ) throws -> [ListMember] {
    try Row.fetchAll(db.cachedStatement(sql: sql), arguments: .stored(values))
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
    _ db: Database, _ sql: String, _ values: [(any DatabaseValueConvertible)?] = []
  ) throws -> [Consent] {
    try Row.fetchAll(db.cachedStatement(sql: sql), arguments: .stored(values))
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

import Basics

extension Todo {
  /// The fields of a to-do as they are compared, merged and sent.
  enum Field {
    static let listID = "listID"
    static let content = "content"
    static let notes = "notes"
    static let date = "date"
    static let alarm = "alarm"
    static let priority = "priority"
    static let assignee = "assignee"
    static let done = "done"
    static let completedAt = "completedAt"
    static let position = "position"
    static let createdAt = "createdAt"
    static let modifiedAt = "modifiedAt"
  }

  static let schema: [RecordField] = [
    .init(Field.listID, .requiredText),
    .init(Field.content, .requiredText, isOwnWords: true),
    .init(Field.notes, .text, isOwnWords: true),
    .init(Field.date, .day, isOwnWords: true),
    .init(Field.alarm, .alarm, isOwnWords: true),
    .init(Field.priority, .priority),
    .init(Field.assignee, .optionalText),
    .init(Field.done, .flag),
    .init(Field.completedAt, .moment),
  ]

  /// Its name among the synchronised records.
  package var key: RecordKey { RecordKey(kind: .todo, id: id.rawValue) }

  var fields: RecordFields {
    [
      Field.listID: .string(listID.rawValue),
      Field.content: .string(content),
      Field.notes: .string(notes),
      Field.date: date.map(FieldValue.day) ?? .null,
      Field.alarm: alarm.map(FieldValue.alarm) ?? .null,
      Field.priority: .integer(Int64(priority.rawValue)),
      Field.assignee: assignee.map(FieldValue.string) ?? .null,
      Field.done: .bool(isDone),
      Field.completedAt: completedAt.map(FieldValue.timestamp) ?? .null,
      Field.position: .string(position),
      Field.createdAt: .timestamp(createdAt),
      Field.modifiedAt: .timestamp(modifiedAt),
    ]
  }

  /// Nil without a title or a list.
  init?(id: TodoID, account: AccountID?, fields: RecordFields, now: Timestamp) {
    guard case .string(let content)? = fields[Field.content],
      case .string(let list)? = fields[Field.listID]
    else { return nil }
    let createdAt = fields.timestamp(Field.createdAt) ?? now
    self.init(
      id: id, account: account, listID: ListID(rawValue: list), content: content,
      position: fields.position(Field.position, createdAt: createdAt), createdAt: createdAt,
      modifiedAt: fields.timestamp(Field.modifiedAt) ?? createdAt)
    if case .string(let text)? = fields[Field.notes] { notes = text }
    if case .day(let day)? = fields[Field.date] { date = day }
    if case .alarm(let value)? = fields[Field.alarm] { alarm = value }
    if case .integer(let number)? = fields[Field.priority] {
      priority = Priority(rawValue: Int(clamping: number))
    }
    if case .string(let user)? = fields[Field.assignee], !user.isEmpty { assignee = user }
    if case .bool(let flag)? = fields[Field.done] { isDone = flag }
    completedAt = fields.timestamp(Field.completedAt)
  }
}

extension RecordFields {
  func timestamp(_ name: String) -> Timestamp? {
    guard case .timestamp(let moment)? = self[name] else { return nil }
    return moment
  }

  /// Any text that a server can store is a position; without one, the age decides.
  func position(_ name: String, createdAt: Timestamp) -> String {
    guard case .string(let key)? = self[name],
      (1...PositionKey.longest).contains(key.unicodeScalars.count)
    else { return PositionKey.initial(at: createdAt) }
    return key
  }
}

import Basics

extension Todo {
  /// The fields of a to-do as they are compared, merged and sent.
  enum Field {
    static let listID = "listID"
    static let content = "content"
    static let notes = "notes"
    static let due = "due"
    static let start = "start"
    static let reminders = "reminders"
    static let snoozes = "snoozes"
    static let recurrence = "recurrence"
    static let completions = "completions"
    static let parent = "parent"
    static let tags = "tags"
    static let priority = "priority"
    static let url = "url"
    static let assignee = "assignee"
    static let status = "status"
    static let completedAt = "completedAt"
    static let position = "position"
    static let createdAt = "createdAt"
    static let modifiedAt = "modifiedAt"
  }

  static let schema: [RecordField] = [
    .init(Field.listID, .requiredText),
    .init(Field.content, .requiredText, isOwnWords: true),
    .init(Field.notes, .text, isOwnWords: true),
    .init(Field.due, .time, isOwnWords: true),
    .init(Field.start, .time, isOwnWords: true),
    .init(Field.reminders, .reminders),
    .init(Field.snoozes, .set),
    .init(Field.recurrence, .recurrence, isOwnWords: true),
    .init(Field.completions, .set),
    .init(Field.parent, .looseText),
    .init(Field.tags, .set),
    .init(Field.priority, .priority),
    .init(Field.url, .looseText, isOwnWords: true),
    .init(Field.assignee, .optionalText),
    .init(Field.status, .status),
    .init(Field.completedAt, .moment),
  ]

  /// Its name among the synchronised records.
  package var key: RecordKey { RecordKey(kind: .todo, id: id.rawValue) }

  var fields: RecordFields {
    [
      Field.listID: .string(listID.rawValue),
      Field.content: .string(content),
      Field.notes: .string(notes),
      Field.due: due.map(FieldValue.time) ?? .null,
      Field.start: start.map(FieldValue.time) ?? .null,
      Field.reminders: .set(reminders.texts),
      Field.snoozes: .set(snoozes.texts),
      Field.recurrence: recurrence.map(FieldValue.recurrence) ?? .null,
      Field.completions: .set(completions.texts),
      Field.parent: parent.map { .string($0.rawValue) } ?? .null,
      Field.tags: .set(tags),
      Field.priority: .integer(Int64(priority.rawValue)),
      Field.url: url.map(FieldValue.string) ?? .null,
      Field.assignee: assignee.map(FieldValue.string) ?? .null,
      Field.status: .string(status.rawValue),
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
    if case .time(let time)? = fields[Field.due] { due = time }
    if case .time(let time)? = fields[Field.start] { start = time }
    if let texts = fields[Field.reminders]?.members { reminders = Set(texts: texts) }
    if let texts = fields[Field.snoozes]?.members { snoozes = Set(texts: texts) }
    if case .recurrence(let rule)? = fields[Field.recurrence] { recurrence = rule }
    if let texts = fields[Field.completions]?.members { completions = Set(texts: texts) }
    if case .string(let id)? = fields[Field.parent], !id.isEmpty { parent = TodoID(rawValue: id) }
    if let texts = fields[Field.tags]?.members { tags = texts }
    if case .integer(let number)? = fields[Field.priority] {
      priority = Priority(rawValue: Int(clamping: number))
    }
    if case .string(let text)? = fields[Field.url], !text.isEmpty { url = text }
    if case .string(let user)? = fields[Field.assignee], !user.isEmpty { assignee = user }
    if case .string(let name)? = fields[Field.status] { status = Status(rawValue: name) ?? .open }
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

import Basics

extension Todo {
  /// The fields of a to-do as they are compared, merged and sent.
  package enum Field {
    package static let listID = "listID"
    package static let content = "content"
    package static let notes = "notes"
    package static let due = "due"
    package static let start = "start"
    package static let reminders = "reminders"
    package static let snoozes = "snoozes"
    package static let recurrence = "recurrence"
    package static let completions = "completions"
    package static let parent = "parent"
    package static let tags = "tags"
    package static let priority = "priority"
    package static let url = "url"
    package static let assignee = "assignee"
    package static let status = "status"
    package static let completedAt = "completedAt"
    package static let position = "position"
    package static let createdAt = "createdAt"
    package static let modifiedAt = "modifiedAt"
  }

  static let schema: [RecordField] = [
    .init(Field.assignee, .optionalText),
    .init(Field.completedAt, .moment),
    .init(Field.completions, .set),
    .init(Field.content, .requiredText, isOwnWords: true),
    .init(Field.due, .time, isOwnWords: true),
    .init(Field.listID, .requiredText),
    .init(Field.notes, .text, isOwnWords: true),
    .init(Field.parent, .looseText),
    .init(Field.priority, .priority),
    .init(Field.recurrence, .recurrence, isOwnWords: true),
    .init(Field.reminders, .reminders),
    .init(Field.snoozes, .set),
    .init(Field.start, .time, isOwnWords: true),
    .init(Field.status, .status),
    .init(Field.tags, .set),
    .init(Field.url, .looseText, isOwnWords: true),
  ]

  /// The key of its synchronised record.
  package var key: RecordKey { RecordKey(kind: .todo, id: id.rawValue) }

  /// The names of ``fields``, in the order of the values there.
  private static let names = [
    Field.assignee, Field.completedAt, Field.completions, Field.content, Field.createdAt,
    Field.due, Field.listID, Field.modifiedAt, Field.notes, Field.parent, Field.position,
    Field.priority, Field.recurrence, Field.reminders, Field.snoozes, Field.start, Field.status,
    Field.tags, Field.url,
  ]

  var fields: RecordFields {
    RecordFields(
      ascending: Self.names,
      [
        assignee.map(FieldValue.string) ?? .null,
        completedAt.map(FieldValue.timestamp) ?? .null,
        .set(completions.texts),
        .string(content),
        .timestamp(createdAt),
        due.map(FieldValue.time) ?? .null,
        .string(listID.rawValue),
        .timestamp(modifiedAt),
        .string(notes),
        parent.map { .string($0.rawValue) } ?? .null,
        .string(position),
        .integer(Int64(priority.rawValue)),
        recurrence.map(FieldValue.recurrence) ?? .null,
        .set(reminders.texts),
        .set(snoozes.texts),
        start.map(FieldValue.time) ?? .null,
        .string(status.rawValue),
        .set(tags),
        url.map(FieldValue.string) ?? .null,
      ])
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
  /// The moment in a field; nil if it holds none.
  package func timestamp(_ name: String) -> Timestamp? {
    guard case .timestamp(let moment)? = self[name] else { return nil }
    return moment
  }

  /// The position in a field: any text that a server can store. Without one, the key of the creation time.
  func position(_ name: String, createdAt: Timestamp) -> String {
    guard case .string(let key)? = self[name],
      (1...PositionKey.longest).contains(key.unicodeScalars.count)
    else { return PositionKey.initial(at: createdAt) }
    return key
  }
}

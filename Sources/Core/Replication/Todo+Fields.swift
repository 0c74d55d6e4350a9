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

  /// All fields, sorted by name.
  private static let table: [TodoField] = [
    .init(
      Field.assignee, .optionalText, get: { .optional($0.assignee) },
      set: { $0.assignee = $1.nonemptyText }),
    .init(
      Field.completedAt, .moment, get: { $0.completedAt.map(FieldValue.timestamp) ?? .null },
      set: { $0.completedAt = $1.moment }),
    .init(
      Field.completions, .set, get: { .set($0.completions.texts) },
      set: { $0.completions = Set(texts: $1.members ?? []) }),
    .init(Field.content, .requiredText, isOwnWords: true, get: { .string($0.content) }),
    .init(Field.createdAt, get: { .timestamp($0.createdAt) }),
    .init(
      Field.due, .time, isOwnWords: true, get: { .optional($0.due) },
      set: { $0.due = $1.calendarTime }),
    .init(Field.listID, .requiredText, get: { .string($0.listID.rawValue) }),
    .init(Field.modifiedAt, get: { .timestamp($0.modifiedAt) }),
    .init(
      Field.notes, .text, isOwnWords: true, get: { .string($0.notes) },
      set: { $0.notes = $1.text ?? "" }),
    .init(
      Field.parent, .looseText, get: { .optional($0.parent?.rawValue) },
      set: { $0.parent = $1.nonemptyText.map(TodoID.init(rawValue:)) }),
    .init(Field.position, get: { .string($0.position) }),
    .init(
      Field.priority, .priority, get: { .integer(Int64($0.priority.rawValue)) },
      set: {
        if case .integer(let number) = $1 {
          $0.priority = Priority(rawValue: Int(clamping: number))
        }
      }),
    .init(
      Field.recurrence, .recurrence, isOwnWords: true,
      get: { $0.recurrence.map(FieldValue.recurrence) ?? .null },
      set: { if case .recurrence(let rule) = $1 { $0.recurrence = rule } }),
    .init(
      Field.reminders, .reminders, get: { .set($0.reminders.texts) },
      set: { $0.reminders = Set(texts: $1.members ?? []) }),
    .init(
      Field.snoozes, .set, get: { .set($0.snoozes.texts) },
      set: { $0.snoozes = Set(texts: $1.members ?? []) }),
    .init(
      Field.start, .time, isOwnWords: true, get: { .optional($0.start) },
      set: { $0.start = $1.calendarTime }),
    .init(
      Field.status, .status, get: { .string($0.status.rawValue) },
      set: { $0.status = $1.text.flatMap(Status.init(rawValue:)) ?? .open }),
    .init(
      Field.tags, .set, get: { .set($0.tags) },
      set: { $0.tags = $1.members ?? [] }),
    .init(
      Field.url, .looseText, isOwnWords: true, get: { .optional($0.url) },
      set: { $0.url = $1.nonemptyText }),
  ]

  static let schema = table.compactMap(\.schema)

  /// The key of its synchronised record.
  package var key: RecordKey { RecordKey(kind: .todo, id: id.rawValue) }

  private static let names = table.map(\.name)

  var fields: RecordFields {
    RecordFields(ascending: Self.names, Self.table.map { $0.get(self) })
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
    for field in Self.table {
      if let set = field.set, let value = fields[field.name] { set(&self, value) }
    }
  }
}

/// A field of a to-do: what servers keep, and how it is read from a ``Todo`` and set in one.
private struct TodoField: Sendable {
  let name: String
  /// Nil for the position and the times of creation and change, which every kind of record has.
  let schema: RecordField?
  let get: @Sendable (Todo) -> FieldValue
  /// Sets the field in a to-do that has the default value; a value of another kind leaves the default. Nil for what the
  /// initialiser takes.
  let set: (@Sendable (inout Todo, FieldValue) -> Void)?

  init(
    _ name: String, _ kind: RecordField.Kind? = nil, isOwnWords: Bool = false,
    get: @escaping @Sendable (Todo) -> FieldValue,
    set: (@Sendable (inout Todo, FieldValue) -> Void)? = nil
  ) {
    self.name = name
    schema = kind.map { RecordField(name, $0, isOwnWords: isOwnWords) }
    self.get = get
    self.set = set
  }
}

extension FieldValue {
  fileprivate static func optional(_ text: String?) -> FieldValue { text.map(string) ?? .null }
  fileprivate static func optional(_ time: CalendarTime?) -> FieldValue {
    time.map(FieldValue.time) ?? .null
  }

  fileprivate var text: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  fileprivate var nonemptyText: String? { text.flatMap { $0.isEmpty ? nil : $0 } }

  fileprivate var calendarTime: CalendarTime? {
    guard case .time(let time) = self else { return nil }
    return time
  }

  fileprivate var moment: Timestamp? {
    guard case .timestamp(let moment) = self else { return nil }
    return moment
  }
}

extension RecordFields {
  /// The moment in a field; nil if it holds none.
  package func timestamp(_ name: String) -> Timestamp? {
    self[name]?.moment
  }

  /// The position in a field: any text that a server can store. Without one, the key of the creation time.
  func position(_ name: String, createdAt: Timestamp) -> String {
    guard case .string(let key)? = self[name],
      (1...PositionKey.longest).contains(key.unicodeScalars.count)
    else { return PositionKey.initial(at: createdAt) }
    return key
  }
}

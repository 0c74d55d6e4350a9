extension TodoList {
  /// The fields of a list as they are compared, merged and sent.
  package enum Field {
    package static let name = "name"
    package static let colour = "colour"
    package static let emoji = "emoji"
    package static let sortOrder = "sortOrder"
    package static let position = "position"
    package static let createdAt = "createdAt"
    package static let modifiedAt = "modifiedAt"
  }

  static let schema: [RecordField] = [
    .init(Field.name, .requiredText, isOwnWords: true),
    .init(Field.colour, .looseText),
    .init(Field.emoji, .looseText, isOwnWords: true),
    .init(Field.sortOrder, .looseText),
  ]

  /// The key of its synchronised record.
  package var key: RecordKey { RecordKey(kind: .list, id: id.rawValue) }

  var fields: RecordFields {
    [
      Field.name: .string(name),
      Field.colour: colour.map(FieldValue.string) ?? .null,
      Field.emoji: emoji.map(FieldValue.string) ?? .null,
      Field.sortOrder: sortOrder.map(FieldValue.string) ?? .null,
      Field.position: .string(position),
      Field.createdAt: .timestamp(createdAt),
      Field.modifiedAt: .timestamp(modifiedAt),
    ]
  }

  /// Nil without a name.
  init?(id: ListID, account: AccountID?, fields: RecordFields, now: Timestamp) {
    guard case .string(let name)? = fields[Field.name] else { return nil }
    let createdAt = fields.timestamp(Field.createdAt) ?? now
    self.init(
      id: id, account: account, name: name,
      position: fields.position(Field.position, createdAt: createdAt), createdAt: createdAt,
      modifiedAt: fields.timestamp(Field.modifiedAt) ?? createdAt)
    if case .string(let text)? = fields[Field.colour], !text.isEmpty { colour = text }
    if case .string(let text)? = fields[Field.emoji], !text.isEmpty { emoji = text }
    if case .string(let text)? = fields[Field.sortOrder], !text.isEmpty { sortOrder = text }
  }
}

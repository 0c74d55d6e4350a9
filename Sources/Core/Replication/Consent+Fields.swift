extension Consent {
  /// The fields of an answer as they are compared, merged and sent.
  enum Field {
    static let user = "user"
    static let listID = "listID"
    static let choice = "choice"
    static let snoozes = "snoozes"
    static let createdAt = "createdAt"
    static let modifiedAt = "modifiedAt"
  }

  static let schema: [RecordField] = [
    .init(Field.user, .requiredText),
    .init(Field.choice, .choice(Choice.allCases.map(\.rawValue))),
    .init(Field.listID, .sparseText),
    .init(Field.snoozes, .set),
  ]

  public var fields: RecordFields {
    var fields: RecordFields = [
      Field.user: .string(user),
      Field.choice: .string(choice.rawValue),
      Field.snoozes: .set(snoozes.texts),
      Field.createdAt: .timestamp(createdAt),
      Field.modifiedAt: .timestamp(modifiedAt),
    ]
    if let list { fields[Field.listID] = .string(list.rawValue) }
    return fields
  }

  /// Nil without a person or a known choice, and if the choice does not fit: a block has no list, every other choice
  /// has one.
  init?(account: AccountID, fields: RecordFields, now: Timestamp) {
    guard case .string(let user)? = fields[Field.user],
      case .string(let name)? = fields[Field.choice], let choice = Choice(rawValue: name)
    else { return nil }
    var list: ListID?
    if case .string(let id)? = fields[Field.listID] { list = ListID(rawValue: id) }
    guard (choice == .blocked) == (list == nil), list?.rawValue.isEmpty != true else { return nil }
    let createdAt = fields.timestamp(Field.createdAt) ?? now
    self.init(
      account: account, user: user, list: list, choice: choice,
      snoozes: Set(texts: fields[Field.snoozes]?.members ?? []), createdAt: createdAt,
      modifiedAt: fields.timestamp(Field.modifiedAt) ?? createdAt)
  }
}

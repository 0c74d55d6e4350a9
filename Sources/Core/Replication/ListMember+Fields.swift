import Basics

extension ListMember {
  /// The fields of a membership as they are compared, merged and sent.
  enum Field {
    static let listID = "listID"
    static let user = "user"
    static let role = "role"
    static let listName = "listName"
    static let createdAt = "createdAt"
    static let modifiedAt = "modifiedAt"
  }

  static let schema: [RecordField] = [
    .init(Field.listID, .requiredText),
    .init(Field.user, .requiredText),
    .init(Field.role, .choice(ListRole.allCases.map(\.rawValue))),
    .init(Field.listName, .sparseText),
  ]

  var fields: RecordFields {
    var fields: RecordFields = [
      Field.listID: .string(list.rawValue),
      Field.user: .string(user),
      Field.role: .string(role.rawValue),
      Field.createdAt: .timestamp(createdAt),
      Field.modifiedAt: .timestamp(modifiedAt),
    ]
    if let listName { fields[Field.listName] = .string(listName) }
    return fields
  }

  /// Nil without a list, a person or a known role.
  init?(account: AccountID, fields: RecordFields, now: Timestamp) {
    guard case .string(let list)? = fields[Field.listID],
      case .string(let user)? = fields[Field.user], case .string(let name)? = fields[Field.role],
      let role = ListRole(rawValue: name)
    else { return nil }
    var listName: String?
    if case .string(let text)? = fields[Field.listName] { listName = text }
    let createdAt = fields.timestamp(Field.createdAt) ?? now
    self.init(
      account: account, list: ListID(rawValue: list), user: user, role: role,
      listName: listName, createdAt: createdAt,
      modifiedAt: fields.timestamp(Field.modifiedAt) ?? createdAt)
  }
}

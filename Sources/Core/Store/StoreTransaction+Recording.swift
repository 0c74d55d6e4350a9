import FoundationEssentials
import GRDB

// What a command changes is recorded where the rows are written, so that each command can be taken back.

extension StoreTransaction {
  /// Records the change of a to-do or list for ``UndoStep``, if this transaction is recorded.
  mutating func record(
    _ key: RecordKey, _ title: String, from before: RecordFields, to after: RecordFields
  ) {
    guard undoStep != nil else { return }

    let names = Set(before.keys).union(after.keys).subtracting(Self.unrecorded)
      .filter { before[$0] != after[$0] }
    guard !names.isEmpty else { return }
    undoStep?.note(
      key, title,
      .changed(
        before: Self.values(of: names, in: before), after: Self.values(of: names, in: after)))
  }

  /// Records that a record is new.
  mutating func recordAddition(of key: RecordKey, _ title: String) {
    undoStep?.note(key, title, .added)
  }

  /// Records that a record goes.
  /// - Parameter listName: the name of the list that a to-do is in.
  mutating func recordDeletion(
    of key: RecordKey, _ title: String, _ account: AccountID?, _ fields: RecordFields,
    listName: String? = nil
  ) throws {
    guard undoStep != nil else { return }
    let copy = UndoStep.Edit.Copy(
      account: account, listName: listName, fields: StoredFields.encode(fields))
    undoStep?.note(key, title, .deleted(copy))
  }

  /// Records the change of a membership.
  mutating func record(from before: ListMember?, to after: ListMember?) {
    guard undoStep != nil, let member = after ?? before else { return }
    undoStep?.note(
      RecordKey(kind: .member, id: member.id), member.user, .member(before: before, after: after))
  }

  /// Times follow from the edit itself.
  private static let unrecorded = [Todo.Field.createdAt, Todo.Field.modifiedAt]

  static func values(of names: Set<String>, in fields: RecordFields) -> RecordFields {
    RecordFields(uniqueKeysWithValues: names.map { ($0, fields[$0] ?? .null) })
  }

  /// Records the answer to an invitation or to a person.
  mutating func record(from before: Consent?, to after: Consent?) throws {
    guard undoStep != nil, let answer = after ?? before else { return }
    let title = try title(of: answer)
    undoStep?.note(
      RecordKey(kind: .consent, id: answer.id), title, .answer(before: before, after: after))
  }

  /// The name of the list that somebody invites to, or the ID of a person who is blocked.
  private func title(of answer: Consent) throws -> String {
    guard let list = answer.list, let user = try TodoStore.account(answer.account, db)?.user else {
      return answer.user
    }
    let membership = RecordKey.membership(
      owner: answer.user, member: ListMember.id(of: user, in: list))
    let fields = try SyncBaseTable(db: db, account: answer.account).base(of: membership)?.fields
    guard case .string(let name)? = fields?[ListMember.Field.listName] else { return answer.user }
    return name
  }

  /// Shows a list in the main list or hides it, and records that.
  mutating func setShown(_ id: ListID, _ isShown: Bool) throws {
    try db.run(
      isShown
        ? "DELETE FROM hiddenList WHERE list = ?"
        : "INSERT INTO hiddenList (list) VALUES (?) ON CONFLICT DO NOTHING", [id.rawValue])
    guard db.changesCount > 0 else { return }
    change.reload()
    if let list = try list(id) { undoStep?.note(list.key, list.name, .shown(isShown)) }
  }

  /// Removes a copy of what was discarded or gave way, and records that.
  mutating func forgetCopy(_ table: UndoStep.Edit.KeptRow.Table, _ id: Int64) throws {
    if undoStep != nil, let row = try keptRow(table, id) { try record(row, isKept: false) }
    try db.run("DELETE FROM \(table.rawValue) WHERE id = ?", [id])
    change.touchesTrash = true
  }

  /// Texts are read as bytes, which keeps those with a NUL whole.
  private func keptRow(_ table: UndoStep.Edit.KeptRow.Table, _ id: Int64) throws
    -> UndoStep.Edit.KeptRow?
  {
    let names = try db.columns(in: table.rawValue).map(\.name)
    let columns = names.map {
      "typeof(\($0)), CASE typeof(\($0)) WHEN 'text' THEN CAST(\($0) AS BLOB) ELSE \($0) END"
    }
    let found = try Row.fetchOne(
      db.statement(
        "SELECT \(columns.joined(separator: ", ")) FROM \(table.rawValue) WHERE id = ?", [id]))
    guard let found else { return nil }
    var values: [String: DatabaseValue] = [:]
    for (index, name) in names.enumerated() {
      let isText = found[2 * index] == "text"
      values[name] =
        isText
        ? String(decoding: found[2 * index + 1] as Data, as: UTF8.self).databaseValue
        : found[2 * index + 1]
    }
    return .init(table: table, id: id, values: values)
  }

  mutating func record(_ row: UndoStep.Edit.KeptRow, isKept: Bool) throws {
    guard
      let kind = row.values["kind"].flatMap(String.fromDatabaseValue)
        .flatMap(RecordKind.init(rawValue:)),
      let record = row.values["record"].flatMap(String.fromDatabaseValue)
    else { return }
    let title = row.values["title"].flatMap(String.fromDatabaseValue) ?? ""
    undoStep?.note(
      RecordKey(kind: kind, id: record), title, .copy(row, isKept: isKept))
  }
}

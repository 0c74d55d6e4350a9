import Basics

// What a command changes is recorded where the rows are written, so that each command can be taken back.

extension StoreTransaction {
  /// Records the change of a to-do or list for ``UndoStep``, if this transaction is recorded.
  mutating func record(
    _ key: RecordKey, _ title: String, from before: RecordFields, to after: RecordFields
  ) {
    guard undoStepBuilder != nil else { return }

    let names = Set(before.keys).union(after.keys).subtracting(Self.unrecorded)
      .filter { before[$0] != after[$0] }
    guard !names.isEmpty else { return }
    undoStepBuilder?.add(
      key, title,
      .changed(
        before: Self.values(of: names, in: before), after: Self.values(of: names, in: after)))
  }

  /// Records the addition of a record.
  mutating func recordAddition(of key: RecordKey, _ title: String) {
    undoStepBuilder?.add(key, title, .added)
  }

  /// Records the deletion of a record.
  /// - Parameter listName: the name of the list that a to-do is in.
  mutating func recordDeletion(
    of key: RecordKey, _ title: String, _ account: AccountID?, _ fields: RecordFields,
    listName: String? = nil
  ) throws {
    guard undoStepBuilder != nil else { return }
    let copy = UndoStep.Edit.Copy(
      account: account, listName: listName, fields: StoredFields.encode(fields))
    undoStepBuilder?.add(key, title, .deleted(copy))
  }

  /// Records the change of a membership.
  mutating func record(from before: ListMember?, to after: ListMember?) {
    guard undoStepBuilder != nil, let member = after ?? before else { return }
    undoStepBuilder?.add(
      RecordKey(kind: .member, id: member.id), member.user, .member(before: before, after: after))
  }

  /// The edit itself sets these times.
  private static let unrecorded = [Todo.Field.createdAt, Todo.Field.modifiedAt]

  static func values(of names: Set<String>, in fields: RecordFields) -> RecordFields {
    RecordFields(uniqueKeysWithValues: names.map { ($0, fields[$0] ?? .null) })
  }

  /// Records the answer to an invitation or to a person.
  mutating func record(from before: Consent?, to after: Consent?) throws {
    guard undoStepBuilder != nil, let answer = after ?? before else { return }
    let title = try title(of: answer)
    undoStepBuilder?.add(
      RecordKey(kind: .consent, id: answer.id), title, .answer(before: before, after: after))
  }

  /// The name of the list that somebody invites to, or the ID of a person who is blocked.
  private func title(of answer: Consent) throws -> String {
    guard let list = answer.list else { return answer.user }
    let invitation = try invitation(into: list, of: answer.user, answer.account)
    guard case .string(let name)? = invitation?.fields?[ListMember.Field.listName] else {
      return answer.user
    }
    return name
  }

  /// Records that a row of the trash or of the conflicts is kept again, or is removed.
  mutating func record(_ row: UndoStep.Edit.KeptRow, isKept: Bool) {
    guard let kind = row.text("kind").flatMap(RecordKind.init(rawValue:)),
      let record = row.text("record")
    else { return }
    undoStepBuilder?.add(
      RecordKey(kind: kind, id: record), row.text("title") ?? "", .copy(row, isKept: isKept))
  }
}

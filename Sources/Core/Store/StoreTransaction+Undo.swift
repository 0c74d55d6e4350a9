import Basics
import GRDB

extension StoreTransaction {
  // MARK: Recording

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

  private static func values(of names: Set<String>, in fields: RecordFields) -> RecordFields {
    RecordFields(uniqueKeysWithValues: names.map { ($0, fields[$0] ?? .null) })
  }

  // MARK: Taking back

  /// Takes back one change of a record, as far as nobody else has changed the same since.
  /// - Throws: ``StoreError/notAllowed`` for a record that the user may no longer write.
  mutating func takeBack(_ edit: UndoStep.Edit) throws {
    switch edit.change {
    case .added: try takeBackAddition(of: edit.key)
    case .changed(let before, let after):
      guard let current = try fields(of: edit.key) else { return }
      let own = Self.units(of: after).filter { unit in
        unit.allSatisfy { current[$0] ?? .null == after[$0] }
      }
      var restored = Self.values(of: Set(own.joined()), in: before)
      for (name, value) in current {
        restored[name] = value.takingBack(from: before[name], to: after[name]) ?? restored[name]
      }
      guard !restored.isEmpty else { return }
      _ = try TodoStore.edit(edit.key, restored, &self)
    case .deleted(let copy): try takeBackDeletion(of: edit.key, copy)
    case .member(let before, let after):
      guard let list = (before ?? after)?.list, let known = try self.list(list) else { return }
      try requireWriting(in: known.account, isContent: false)
      let current = try member(edit.key.id)
      guard current?.role == after?.role else { return }
      if var before {
        before.modifiedAt = environment.now()
        try set(before, outbox: .edit)
      } else if let current {
        try delete(current, outbox: .edit)
      }
    }
  }

  private mutating func takeBackAddition(of key: RecordKey) throws {
    switch key.kind {
    case .todo:
      guard let todo = try todo(TodoID(rawValue: key.id)) else { return }
      try requireWriting(of: todo)
      try keepInTrash(todo, .deleted)
      try delete(todo, outbox: .edit)
    case .list:
      let id = ListID(rawValue: key.id)
      // What somebody else has put into it keeps it.
      guard let list = try list(id),
        try db.number("SELECT EXISTS (SELECT 1 FROM todo WHERE listID = ?)", [key.id]) == 0,
        try members(of: id).isEmpty
      else { return }
      try requireWriting(in: list, isContent: false)
      try keepInTrash(list, .deleted)
      try delete(list)
      try enqueue(list)
    case .member, .membership, .consent: return
    }
  }

  private mutating func takeBackDeletion(of key: RecordKey, _ copy: UndoStep.Edit.Copy) throws {
    guard try fields(of: key) == nil else { return }
    let fields = try StoredFields.decode(copy.fields)
    try TodoStore.putBack(
      .init(key: key, account: copy.account, listName: copy.listName, fields: fields), &self)
    try forgetTrash(of: key, restoring: fields)
  }

  private func fields(of key: RecordKey) throws -> RecordFields? {
    switch key.kind {
    case .todo: try todo(TodoID(rawValue: key.id))?.fields
    case .list: try list(ListID(rawValue: key.id))?.fields
    case .member, .membership, .consent: nil
    }
  }

  /// Whether a to-do is done and when it was done belong together.
  private static func units(of fields: RecordFields) -> [[String]] {
    let done = [Todo.Field.status, Todo.Field.completedAt].filter { fields[$0] != nil }
    let others = fields.keys.filter { !done.contains($0) }.map { [$0] }
    return done.isEmpty ? others : others + [done]
  }
}

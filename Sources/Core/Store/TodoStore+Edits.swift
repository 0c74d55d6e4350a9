import GRDB

// Edits that are kept while somebody types, see ``TodoEdit``.

extension TodoStore {
  /// Stores what an edit changed, field by field.
  ///
  /// Where somebody else has changed the same field since the edit of it began, the edit wins and the other
  /// value is kept among the conflicts. A to-do that was deleted meanwhile is made again: an edit beats a delete.
  /// - Returns: the to-do as it is stored now; nil if it is gone and there was nothing to store.
  /// - Throws: ``StoreError/textTooLong(limit:)``, ``StoreError/notAllowed`` if the user may only read it.
  @discardableResult
  public func keep(_ edit: TodoEdit) async throws(StoreError) -> Todo? {
    try await transaction { work in
      let changes = edit.changes
      guard let before = try work.todo(edit.base.id) else {
        return try Self.makeAgain(edit, changes, in: &work)
      }
      let current = before.fields
      let names = changes.keys.filter { current[$0] != changes[$0] }
      guard !names.isEmpty else { return before }
      try work.requireWriting(in: before.account)
      try Self.checkLength(of: changes)
      let now = work.environment.now()
      let fields = current.merging(changes) { $1 }
      guard
        var todo = Todo(id: before.id, account: before.account, fields: fields, now: now)
      else { throw StoreError.blank }
      todo.modifiedAt = now
      try work.update(todo, outbox: .edit)
      let lost = current.filter { name, value in
        names.contains(name) && edit.base.fields[name] != value
      }
      if let account = before.account, !lost.isEmpty {
        try work.noteConflict(todo.key, account, todo.content, lost: lost, kept: fields)
      }
      return todo
    }
  }

  /// Emits after each commit that changed a to-do, and once at the start.
  public func changes(of id: TodoID) -> AsyncStream<Void> {
    changeSignals { $0.touches(id) }
  }

  private static func makeAgain(
    _ edit: TodoEdit, _ changes: RecordFields, in work: inout StoreTransaction
  ) throws -> Todo? {
    guard !changes.isEmpty else { return nil }
    try checkLength(of: changes)
    let fields = edit.base.fields.merging(changes) { $1 }
    let key = edit.base.key
    try putBack(.init(key: key, account: edit.base.account, listName: nil, fields: fields), &work)
    try work.forgetTrash(of: key, restoring: fields, agreed: edit.base.fields)
    return try work.todo(edit.base.id)
  }

  private static func checkLength(of changes: RecordFields) throws(StoreError) {
    for name in [Todo.Field.content, Todo.Field.notes] {
      guard case .string(let text)? = changes[name] else { continue }
      guard text.utf8.count <= TodoContent.maximumBytes else {
        throw .textTooLong(limit: TodoContent.maximumBytes)
      }
    }
  }
}

import GRDB

// Edits that are saved while somebody types, see ``TodoEdit``.

extension TodoStore {
  /// Stores what an edit changed, field by field.
  ///
  /// If somebody else has changed a field since the edit of it began, the edit wins and the other value is listed as a
  /// conflict. A to-do that was deleted meanwhile is recreated: an edit beats a delete.
  /// - Returns: the to-do as it is stored now; nil if it is gone and there was nothing to store.
  /// - Throws: as ``edit(_:_:)-(TodoID,_)``, but never ``StoreError/missing``.
  @discardableResult
  public func keep(_ edit: TodoEdit) async throws(StoreError) -> Todo? {
    try await transaction { work in
      let changes = edit.changes
      guard let before = try work.todo(edit.base.id) else {
        return try Self.makeAgain(edit, changes, in: &work)
      }
      let current = before.fields
      let now = work.environment.now()
      guard
        var todo = Todo(
          id: before.id, account: before.account, fields: edit.applied(to: current), now: now)
      else { throw StoreError.blank }
      try todo.checkTyped(since: before, at: now)
      guard todo != before else { return before }
      try work.requireWriting(of: before)
      todo.modifiedAt = now
      try work.update(todo, outbox: .edit)
      let lost = current.filter { name, value in
        changes[name] != nil && value.members == nil && changes[name] != value
          && edit.base.fields[name] != value
      }
      if let account = before.account, !lost.isEmpty {
        try work.noteConflict(todo.key, account, todo.content, lost: lost, kept: todo.fields)
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
    let base = edit.base
    let now = work.environment.now()
    guard !changes.isEmpty,
      var todo = Todo(
        id: base.id, account: base.account, fields: edit.applied(to: base.fields), now: now)
    else { return nil }
    try todo.checkTyped(since: base, at: now)
    try putBack(
      .init(key: base.key, account: base.account, listName: nil, fields: todo.fields), &work)
    try work.forgetTrash(of: base.key, restoring: todo.fields, agreed: base.fields)
    return try work.todo(base.id)
  }
}

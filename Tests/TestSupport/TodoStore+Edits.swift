public import Core

// Edits that many tests make, by the methods that the application calls.

extension TodoStore {
  /// Gives a to-do the title, notes, due time, reminders, person and star of a draft.
  public func update(_ id: TodoID, to edited: TodoDraft) async throws(StoreError) {
    try await edit(id) { todo in
      todo.content = edited.content
      todo.notes = edited.notes
      todo.due = edited.due
      todo.reminders = edited.reminders
      todo.assignee = edited.assignee
      todo.priority.setStarred(edited.isStarred)
    }
  }

  /// Assigns a to-do to a person, like a command in a terminal.
  /// - Parameter user: the person's user ID; nil or empty for nobody.
  public func assign(_ id: TodoID, to user: String?) async throws(StoreError) {
    try await edit(id) { $0.assignee = user.flatMap { $0.isEmpty ? nil : $0 } }
  }

  @discardableResult
  public func renameList(_ id: ListID, to typed: String) async throws(StoreError) -> TodoList {
    try await editList(id, named: typed)
  }

  /// Discards all unsent changes of an account, as the engine does if the server does not answer.
  public func discardAll(of account: AccountID) async throws(StoreError) {
    for key in try await pendingRecords(of: account) {
      try await discard(key, of: account, restoring: try await syncBase(for: key, of: account))
    }
  }
}

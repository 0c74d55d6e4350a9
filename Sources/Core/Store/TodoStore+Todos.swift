import Basics
import GRDB

extension TodoStore {
  /// Adds a to-do at the end of its list.
  ///
  /// Without a list it goes into the first one, which is created if there is none.
  /// - Throws: ``StoreError/blank``, ``StoreError/textTooLong(limit:)``, ``StoreError/missing`` if
  ///   the list is gone, ``StoreError/notAllowed`` if it is one that the user may only read.
  @discardableResult
  public func add(_ draft: TodoDraft) async throws(StoreError) -> Todo {
    try await transaction { try Self.add(draft, in: &$0) }
  }

  /// Adds several to-dos: all of them or none.
  /// - Throws: as ``add(_:)-(TodoDraft)``.
  @discardableResult
  public func add(_ drafts: [TodoDraft]) async throws(StoreError) -> [Todo] {
    try await transaction { work in
      var todos: [Todo] = []
      for draft in drafts { todos.append(try Self.add(draft, in: &work)) }
      return todos
    }
  }

  /// Marks a to-do as done or open. Doing it twice changes nothing.
  /// - Throws: ``StoreError/missing``.
  public func setDone(_ id: TodoID, _ isDone: Bool) async throws(StoreError) {
    try await setDone([id], isDone)
  }

  /// Marks to-dos as done or open: all of them or none.
  /// - Throws: ``StoreError/missing``, ``StoreError/notAllowed``.
  public func setDone(_ ids: [TodoID], _ isDone: Bool) async throws(StoreError) {
    try await transaction { work in
      for id in ids {
        try Self.edit(id, in: &work) { todo, now in
          guard todo.isDone != isDone else { return }
          todo.isDone = isDone
          todo.completedAt = isDone ? now : nil
        }
      }
    }
  }

  /// Stars a to-do, or removes its star.
  /// - Throws: ``StoreError/missing``.
  public func setStarred(_ id: TodoID, _ isStarred: Bool) async throws(StoreError) {
    try await edit(id) { todo, _ in
      guard todo.priority.isStarred != isStarred else { return }
      todo.priority = isStarred ? .highest : .undefined
    }
  }

  /// Changes what the edit dialog can change.
  /// - Throws: ``StoreError/blank``, ``StoreError/textTooLong(limit:)``, ``StoreError/missing``.
  public func update(_ id: TodoID, to edited: TodoDraft) async throws(StoreError) {
    try await edit(id) { todo, _ in
      // Texts that another program wrote need not follow the rules for typed text.
      if !edited.content.isExactly(todo.content) {
        todo.content = try Self.checked(title: edited.content)
      }
      if !edited.notes.isExactly(todo.notes) {
        todo.notes = try Self.checked(notes: edited.notes)
      }
      todo.date = edited.date
      todo.alarm = edited.alarm
      todo.assignee = edited.assignee
      if todo.priority.isStarred != edited.isStarred {
        todo.priority = edited.isStarred ? .highest : .undefined
      }
    }
  }

  /// Deletes a to-do and keeps a copy in the trash.
  /// - Returns: the to-do as it was.
  /// - Throws: ``StoreError/missing``.
  @discardableResult
  public func delete(_ id: TodoID) async throws(StoreError) -> Todo {
    try await transaction { work in
      guard let todo = try work.todo(id) else { throw StoreError.missing }
      try work.requireWriting(in: todo.account)
      try work.keepInTrash(todo, .deleted)
      try work.delete(todo, outbox: .edit)
      return todo
    }
  }

  /// A to-do with all its fields; nil if there is none.
  public func todo(_ id: TodoID) async throws(StoreError) -> Todo? {
    try await read { try Todo.fetch($0, "SELECT * FROM todo WHERE id = ?", [id.rawValue]).first }
  }

  // MARK: Parts

  func edit(
    _ id: TodoID,
    _ body: @escaping @Sendable (inout Todo, Timestamp) throws -> Void
  ) async throws(StoreError) {
    try await transaction { try Self.edit(id, in: &$0, body) }
  }

  private static func edit(
    _ id: TodoID, in work: inout StoreTransaction,
    _ body: (inout Todo, Timestamp) throws -> Void
  ) throws {
    guard let before = try work.todo(id) else { throw StoreError.missing }
    try work.requireWriting(in: before.account)
    var todo = before
    let now = work.environment.now()
    try body(&todo, now)
    guard todo != before else { return }
    todo.modifiedAt = now
    try work.update(todo, outbox: .edit)
  }

  private static func add(_ draft: TodoDraft, in work: inout StoreTransaction) throws -> Todo {
    let content = try checked(title: draft.content)
    let list = try list(for: draft, in: &work)
    try work.requireWriting(in: list.account)
    let now = work.environment.now()
    let todo = Todo(
      id: draft.id, account: list.account, listID: list.id, content: content,
      notes: try checked(notes: draft.notes), date: draft.date, alarm: draft.alarm,
      priority: draft.isStarred ? .highest : .undefined,
      assignee: try assignee(of: draft, in: list, work.db),
      position: try work.endPosition(in: list.id, at: draft.createdAt ?? now),
      createdAt: draft.createdAt ?? now, modifiedAt: now)
    try work.insert(todo, outbox: .edit)
    return todo
  }

  private static func list(for draft: TodoDraft, in work: inout StoreTransaction) throws
    -> TodoList
  {
    if let id = draft.listID {
      if let list = try work.list(id) { return list }
      guard draft.makesList else { throw StoreError.missing }
      return try work.addFirstList(id)
    }
    let own = try lists(work.db).filter { list in
      guard let account = list.account else { return true }
      return try share(of: account, work.db) == nil
    }
    // Without an account there is nobody to assign it to.
    let suited = draft.isAssignedToMe ? own.first { $0.account != nil } : nil
    if let list = suited ?? own.first { return list }
    return try work.addFirstList()
  }

  private static func assignee(of draft: TodoDraft, in list: TodoList, _ db: Database) throws
    -> String?
  {
    guard draft.isAssignedToMe else { return draft.assignee }
    return try list.account.flatMap { try account($0, db)?.user }
  }

  private static func checked(title typed: String) throws(StoreError) -> String {
    guard let title = TodoContent.normalized(typed) else { throw .blank }
    return try checked(length: title)
  }

  private static func checked(notes typed: String) throws(StoreError) -> String {
    try checked(length: TodoContent.normalizedNotes(typed))
  }

  private static func checked(length text: String) throws(StoreError) -> String {
    guard text.utf8.count <= TodoContent.maximumBytes else {
      throw .textTooLong(limit: TodoContent.maximumBytes)
    }
    return text
  }
}

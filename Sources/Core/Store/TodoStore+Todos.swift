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

  /// Stars a to-do, or removes its star.
  /// - Throws: ``StoreError/missing``.
  public func setStarred(_ id: TodoID, _ isStarred: Bool) async throws(StoreError) {
    try await edit(id) { $0.priority.setStarred(isStarred) }
  }

  /// Changes a to-do in any way, in one transaction.
  /// - Parameter change: sets fields to what a person typed or chose. Texts are trimmed as ``Todo`` keeps them, and
  ///   ``Todo/completedAt`` follows the status. Runs on another thread.
  /// - Throws: ``StoreError/blank``, ``StoreError/textTooLong(limit:)``, ``StoreError/tooMany(limit:)``,
  ///   ``StoreError/unsuitable``, ``StoreError/missing``, ``StoreError/notAllowed``, and what `change` throws.
  public func edit(
    _ id: TodoID, _ change: @escaping @Sendable (inout Todo) throws -> Void
  ) async throws(StoreError) {
    try await transaction { try Self.edit(id, in: &$0, change) }
  }

  /// Changes several to-dos in the same way: all of them or none.
  /// - Throws: as ``edit(_:_:)-(TodoID,_)``.
  public func edit(
    _ ids: [TodoID], _ change: @escaping @Sendable (inout Todo) throws -> Void
  ) async throws(StoreError) {
    try await transaction { work in
      for id in ids { try Self.edit(id, in: &work, change) }
    }
  }

  /// A to-do with all its fields; nil if there is none.
  public func todo(_ id: TodoID) async throws(StoreError) -> Todo? {
    try await read { try Todo.fetch($0, "WHERE id = ?", [id.rawValue]).first }
  }

  /// The list that a new to-do is put on if none is named; nil if there is none yet.
  public func listForNewTodos() async throws(StoreError) -> TodoList? {
    try await read { db in
      let lists = try Self.listsForNew(db)
      return lists.own.first ?? lists.foreign.first
    }
  }

  // MARK: Parts

  static func edit(
    _ id: TodoID, in work: inout StoreTransaction, _ body: (inout Todo) throws -> Void
  ) throws {
    guard let before = try work.todo(id) else { throw StoreError.missing }
    try work.requireWriting(of: before)
    var todo = before
    try body(&todo)
    let now = work.environment.now()
    try todo.checkTyped(since: before, at: now)
    guard todo != before else { return }
    todo.modifiedAt = now
    try work.update(todo, outbox: .edit)
  }

  private static func add(_ draft: TodoDraft, in work: inout StoreTransaction) throws -> Todo {
    let list = try list(for: draft, in: &work)
    try work.requireWriting(in: list)
    let now = work.environment.now()
    var todo = Todo(
      id: draft.id, account: list.account, listID: list.id, content: draft.content,
      notes: draft.notes, due: draft.due, start: draft.start, reminders: draft.reminders,
      recurrence: draft.recurrence, parent: draft.parent, tags: draft.tags,
      priority: draft.priority, url: draft.url,
      assignee: try assignee(of: draft, in: list, work.db), position: "",
      createdAt: draft.createdAt ?? now, modifiedAt: now)
    try todo.checkTyped(since: nil, at: now)
    todo.position = try work.endPosition(in: list.id, at: draft.createdAt ?? now)
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
    let (own, foreign) = try listsForNew(work.db)
    // Without an account there is nobody to assign it to.
    let suited = draft.isAssignedToMe ? own.first { $0.account != nil } : nil
    if let list = suited ?? own.first ?? foreign.first { return list }
    return try work.addFirstList()
  }

  /// The user's own lists that can be written to, and those that are in the user's own accounts, but another person's.
  private static func listsForNew(_ db: Database) throws -> (own: [TodoList], foreign: [TodoList]) {
    let open = try lists(db).filter { list in
      guard let account = list.account else { return true }
      return try share(of: account, db) == nil && !isLocked(list.id, account, db)
    }
    let theirs = try foreignLists(db)
    return (open.filter { !theirs.contains($0.id) }, open.filter { theirs.contains($0.id) })
  }

  private static func assignee(of draft: TodoDraft, in list: TodoList, _ db: Database) throws
    -> String?
  {
    guard draft.isAssignedToMe else { return draft.assignee }
    return try list.account.flatMap { try account($0, db)?.user }
  }
}

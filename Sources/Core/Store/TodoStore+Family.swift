import GRDB

/// Where a to-do is kept, and the to-dos next to it in the tree of its list, see ``TodoTree``.
public struct TodoFamily: Hashable, Sendable {
  /// The name of its list; nil where there is none.
  public var list: String?
  /// The to-do that it is a part of.
  public var parent: TodoRow?
  /// Its direct subtasks, in their order.
  public var subtasks: [TodoRow]

  public init(list: String? = nil, parent: TodoRow? = nil, subtasks: [TodoRow] = []) {
    self.list = list
    self.parent = parent
    self.subtasks = subtasks
  }
}

extension TodoStore {
  /// The list, the parent and the direct subtasks of a to-do; empty if the to-do is not there.
  public func family(of id: TodoID) async throws(StoreError) -> TodoFamily {
    try await read { db in
      guard let todo = try Self.row(id, db) else { return TodoFamily() }
      let parents = TodoParents<TodoRow> { try Self.row($0, db) }
      let parent = try parents.parent(of: todo)
      let stored = try TodoRow.fetch(
        db, "INDEXED BY todo_parent WHERE parent = ? ORDER BY position, id", [id.rawValue])
      let subtasks = try stored.filter { try parents.parent(of: $0) == id }
      let list = try TodoList.fetch(db, "WHERE id = ?", [todo.listID.rawValue]).first?.name
      return TodoFamily(
        list: list, parent: try parent.flatMap { try Self.row($0, db) }, subtasks: subtasks)
    }
  }

  /// The open to-dos of the list that can become the parent of a to-do, in their order: all except the to-do itself,
  /// its subtasks and its present parent.
  public func possibleParents(of id: TodoID) async throws(StoreError) -> [TodoRow] {
    try await read { db in
      guard let todo = try Self.row(id, db) else { return [] }
      let present = try TodoParents<TodoRow> { try Self.row($0, db) }.parent(of: todo)
      let parts = try StoreTransaction.subtasks(of: id, in: db)
      let excluded = Set(parts + [id] + [present].compactMap { $0 })
      return try TodoRow.fetch(
        db, "INDEXED BY todo_list WHERE listID = ? AND isDone = 0 ORDER BY position, id",
        [todo.listID.rawValue]
      ) { !excluded.contains($0.id) && !$0.isCancelled }
    }
  }

  /// Emits after each commit that changed one of some to-dos or a direct subtask of one, and once at the start.
  public func familyChanges(of ids: Set<TodoID>) -> AsyncStream<Void> {
    changeSignals { change in
      change.isReload
        || change.todos.contains { todo in
          [todo.before, todo.after].contains { row in
            guard let row else { return false }
            return ids.contains(row.id) || row.parent.map(ids.contains) == true
          }
        }
    }
  }

  private static func row(_ id: TodoID, _ db: Database) throws -> TodoRow? {
    try TodoRow.fetch(db, "WHERE id = ?", [id.rawValue]).first
  }
}

import GRDB

extension TodoStore {
  /// One list, and every later change of it; nil once it has been deleted.
  public func list(_ id: ListID) -> AsyncStream<StoreFeed<TodoList?>> {
    feed(
      everything: { db in
        try TodoList.fetch(db, "SELECT * FROM list WHERE id = ?", [id.rawValue]).first
      },
      isRelevant: { change in
        change.isReload || change.lists.contains { ($0.before ?? $0.after)?.id == id }
      })
  }
}

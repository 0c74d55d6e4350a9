import GRDB

extension TodoStore {
  /// How many rows the first frame of a page can show; the rest is read right after.
  static let openingRows = 64

  /// The to-dos of one page, and every later change of them.
  public func todos(in scope: TodoScope) -> AsyncStream<StoreFeed<TodoSections>> {
    feed(
      opening: { db in try Self.sections(db, scope, limit: Self.openingRows) },
      everything: { db in try Self.sections(db, scope, limit: nil) },
      isRelevant: { change in
        change.isReload
          || change.todos.contains {
            $0.before.map(scope.contains) == true || $0.after.map(scope.contains) == true
          }
      })
  }

  /// The rows of a page once, oldest first.
  public func sections(of scope: TodoScope) async throws(StoreError) -> TodoSections {
    try await read { try Self.sections($0, scope, limit: nil) }
  }

  private static func sections(_ db: Database, _ scope: TodoScope, limit: Int?) throws
    -> TodoSections
  {
    if case .today(let day, _) = scope { return try today(db, day, scope, limit: limit) }
    let (condition, value): (String, String?) =
      switch scope {
      case .list(let id): ("listID = ?", id.rawValue)
      case .important: ("priority BETWEEN 1 AND 4", nil)
      case .assignedToMe: ("assignee IS NOT NULL AND \(TodoRow.isMine)", nil)
      case .day(let day), .today(let day, _): ("dueDay = ?", day.iso8601)
      }
    func rows(isDone: Bool, limit: Int?) throws -> [TodoRow] {
      if limit == 0 { return [] }
      return try TodoRow.fetch(
        db, "WHERE \(condition) AND isDone = ? ORDER BY position, id LIMIT ?",
        (value.map { [$0] } ?? []) + [isDone, limit ?? -1])
    }
    let open = try rows(isDone: false, limit: limit)
    return TodoSections(
      open: open, done: try rows(isDone: true, limit: limit.map { $0 - open.count }))
  }

  /// A time in another zone can be a day earlier or later here: the index finds the days around, the scope decides.
  private static func today(
    _ db: Database, _ day: CalendarDay, _ scope: TodoScope, limit: Int?
  ) throws -> TodoSections {
    let (before, after) = (day.adding(days: -1).iso8601, day.adding(days: 1).iso8601)
    let order = "ORDER BY dueDay, position, id"
    let limit = limit ?? .max
    let open = try TodoRow.fetch(
      db, "WHERE dueDay <= ? AND isDone = 0 \(order)", [after], limit: limit,
      where: scope.contains)
    let done = try TodoRow.fetch(
      db, "WHERE dueDay BETWEEN ? AND ? AND isDone = 1 \(order)", [before, after],
      limit: limit - open.count, where: scope.contains)
    return TodoSections(open: open, done: done)
  }
}

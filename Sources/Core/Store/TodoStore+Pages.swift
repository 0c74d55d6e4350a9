import GRDB

extension TodoStore {
  /// How many rows the first frame of a page can show; the rest is read right after.
  static let openingRows = 64

  /// The to-dos of one page in its order, and every later change of them. When a list has another order, its rows are
  /// read again.
  public func todos(in scope: TodoScope) -> AsyncStream<StoreFeed<TodoSections>> {
    let zone = environment.zone
    return feed(
      opening: { db in try Self.sections(db, scope, zone: zone(), limit: Self.openingRows) },
      everything: { db in try Self.sections(db, scope, zone: zone(), limit: nil) },
      isRelevant: { change in
        change.isReload || scope.isSortedAnew(by: change)
          || change.todos.contains {
            $0.before.map(scope.contains) == true || $0.after.map(scope.contains) == true
          }
      }, mustReload: { $0.isReload || scope.isSortedAnew(by: $0) })
  }

  /// The rows of a page once, in its order.
  public func sections(of scope: TodoScope) async throws(StoreError) -> TodoSections {
    let zone = environment.zone
    return try await read { try Self.sections($0, scope, zone: zone(), limit: nil) }
  }

  private static func sections(
    _ db: Database, _ scope: TodoScope, zone: ZoneRules, limit: Int?
  ) throws -> TodoSections {
    if case .today(let day, _) = scope { return try today(db, day, scope, limit: limit) }
    let order = try Self.order(db, scope, zone: zone)
    let (condition, value): (String, String?) =
      switch scope {
      case .list(let id): ("listID = ?", id.rawValue)
      case .important: ("priority BETWEEN 1 AND 4", nil)
      case .assignedToMe: ("assignee IS NOT NULL AND \(TodoRow.isMine)", nil)
      case .day(let day), .today(let day, _): ("dueDay = ?", day.iso8601)
      }
    func rows(isDone: Bool, limit: Int?) throws -> [TodoRow] {
      if limit == 0 { return [] }
      let values: [(any StoredValue)?] = (value.map { [$0] } ?? []) + [isDone]
      let part = "WHERE \(condition) AND isDone = ? ORDER BY position, id"
      if order != .position { return try sorted(db, part, values, by: order, limit: limit) }
      return try TodoRow.fetch(db, part + " LIMIT ?", values + [limit ?? -1])
    }
    let open = try rows(isDone: false, limit: limit)
    if case .list = scope, let limit, open.count == limit {
      return try whole(db, open, limit, by: order)
    }
    return TodoSections(
      open: open, done: try rows(isDone: true, limit: limit.map { $0 - open.count }), order: order)
  }

  private static func order(_ db: Database, _ scope: TodoScope, zone: ZoneRules) throws
    -> TodoRow.Order
  {
    guard case .list(let id) = scope else { return .position }
    let list = try TodoList.fetch(db, "WHERE id = ?", [id.rawValue]).first
    return TodoRow.Order(list?.order ?? .manual, in: zone)
  }

  /// Rows in an order that no index has. To find the first of them, only what decides the order is read of the others.
  /// - Parameter part: selects the rows by position.
  private static func sorted(
    _ db: Database, _ part: String, _ values: [(any StoredValue)?], by order: TodoRow.Order,
    limit: Int?
  ) throws -> [TodoRow] {
    guard let limit else {
      let rows = try TodoRow.fetch(db, part, values)
      return sorted(rows.compactMap { $0.rank(by: order) }).map { rows[$0] }
    }
    var (numbers, ranks): ([Int64], [TodoRow.Rank]) = ([], [])
    let cursor = try Row.fetchCursor(
      db.statement(
        """
        SELECT rowid, content, priority, dueDay, dueTime, dueZone, createdAt FROM todo \(part)
        """, values))
    while let row = try cursor.next() {
      let due = CalendarTime(day: row[3], time: row[4], zone: row[5])
      guard
        let rank = TodoRow.rank(
          by: order, content: row[1], priority: Priority(rawValue: row[2]), due: due,
          createdAt: Timestamp(milliseconds: row[6]))
      else { continue }
      numbers.append(row[0])
      ranks.append(rank)
    }
    return try sorted(ranks).prefix(limit).flatMap { index in
      try TodoRow.fetch(db, "WHERE rowid = ?", [numbers[index]])
    }
  }

  /// The places of ranks in their order; equal ones stay as they stand.
  private static func sorted(_ ranks: [TodoRow.Rank]) -> [Int] {
    ranks.indices.sorted { ranks[$0] == ranks[$1] ? $0 < $1 : ranks[$0] < ranks[$1] }
  }

  /// The first rows of a list as far as they are sure to stand there: with what stands below them, and without what may
  /// belong below one that was not read.
  private static func whole(
    _ db: Database, _ open: [TodoRow], _ limit: Int, by order: TodoRow.Order
  ) throws -> TodoSections {
    let read = Set(open.map(\.id))
    // CROSS JOIN keeps the order of the tables: newer versions of SQLite would rather read all to-dos.
    let marks = databaseQuestionMarks(count: open.count)
    let below = try TodoRow.fetch(
      db,
      """
      WHERE id IN (
        WITH RECURSIVE below (id) AS (
          SELECT id FROM todo INDEXED BY todo_parent WHERE parent IN (\(marks))
          UNION SELECT todo.id FROM below
            CROSS JOIN todo INDEXED BY todo_parent ON todo.parent = below.id)
        SELECT id FROM below LIMIT \(limit * 4)) ORDER BY position, id
      """, open.map(\.id.rawValue)
    ).filter { row in row.listID == open[0].listID && !read.contains(row.id) }
    let known = read.union(below.map(\.id))
    let rows = (open + below).filter { $0.parent.map(known.contains) ?? true }
      .sorted { $0.precedes($1, by: order) }
    return TodoSections(
      open: rows.filter { !$0.isDone }, done: rows.filter(\.isDone), order: order)
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
    return TodoSections(open: open, done: done, order: .day)
  }
}

extension TodoScope {
  /// Whether a commit gave the page another order.
  fileprivate func isSortedAnew(by change: StoreChange) -> Bool {
    guard case .list(let id) = self else { return false }
    return change.lists.contains { list in
      (list.before ?? list.after)?.id == id && list.before?.order != list.after?.order
        && list.before != nil && list.after != nil
    }
  }
}

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
        change.isReload || scope.isReordered(by: change)
          || change.todos.contains {
            $0.before.map(scope.contains) == true || $0.after.map(scope.contains) == true
              || $0.after.map(scope.awaits) == true
          }
      }, mustReload: { $0.isReload || scope.isReordered(by: $0) })
  }

  /// The rows of a page in its order.
  /// - Parameter limit: how many of them; nil for all.
  static func sections(
    _ db: Database, _ scope: TodoScope, zone: ZoneRules, limit: Int?
  ) throws -> TodoSections {
    let (condition, value): (String, String?)
    switch scope {
    case .list(let id): (condition, value) = ("listID = ?", id.rawValue)
    case .important: (condition, value) = ("priority BETWEEN 1 AND 4", nil)
    case .assignedToMe: (condition, value) = ("assignee IS NOT NULL AND \(TodoRow.isMine)", nil)
    case .day(let day, let zone): return try due(db, on: day, scope, in: zone, limit: limit)
    case .today(let now, let zone): return try due(db, on: now.day, scope, in: zone, limit: limit)
    }
    let order = try Self.order(db, scope, zone: zone)
    func rows(isDone: Bool, limit: Int?) throws -> TodoRowList {
      if limit == 0 { return [] }
      let values: [(any StoredValue)?] = (value.map { [$0] } ?? []) + [isDone]
      let part = "WHERE \(condition) AND isDone = ? ORDER BY position, id"
      if order != .position {
        return TodoRowList(try sorted(db, part, values, by: order, limit: limit))
      }
      return try TodoRow.fetchPacked(
        db, part + " LIMIT ?", values + [limit ?? -1], in: scope.list)
    }
    let open = try rows(isDone: false, limit: limit)
    if scope.list != nil, let limit, open.count == limit {
      return try whole(db, Array(open), limit, by: order)
    }
    return TodoSections(
      open: open, done: try rows(isDone: true, limit: limit.map { $0 - open.count }), order: order)
  }

  private static func order(_ db: Database, _ scope: TodoScope, zone: ZoneRules) throws
    -> TodoRow.Order
  {
    guard let id = scope.list else { return .position }
    let list = try TodoList.fetch(db, "WHERE id = ?", [id.rawValue]).first
    return TodoRow.Order(list?.order ?? .manual, in: zone)
  }

  /// Rows in an order that no index provides. To find the first ones, only the columns that decide the order are read
  /// of all rows.
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

  /// The indices of ranks in sorted order; equal ranks keep their order.
  private static func sorted(_ ranks: [TodoRow.Rank]) -> [Int] {
    ranks.indices.sorted { ranks[$0] == ranks[$1] ? $0 < $1 : ranks[$0] < ranks[$1] }
  }

  /// The first rows of a list whose place is certain: with their subtasks, and without rows that may be subtasks of a
  /// to-do that was not read.
  private static func whole(
    _ db: Database, _ open: [TodoRow], _ limit: Int, by order: TodoRow.Order
  ) throws -> TodoSections {
    let read = Set(open.map(\.id))
    // CROSS JOIN fixes the order of the tables: newer versions of SQLite would otherwise read all to-dos.
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

  /// The to-dos that are due on a day or, on the page of the present day, until then. A time in another zone can be two
  /// days earlier or later here, so the index finds the days around, and the scope selects.
  private static func due(
    _ db: Database, on day: CalendarDay, _ scope: TodoScope, in zone: ZoneRules, limit: Int?
  ) throws -> TodoSections {
    let order = TodoRow.Order.due(zone)
    func rows(isDone: Bool, from first: CalendarDay, limit: Int?) throws -> [TodoRow] {
      if limit == 0 { return [] }
      func read(until last: CalendarDay, limit: Int?) throws -> [TodoRow] {
        try TodoRow.fetch(
          db, "WHERE dueDay BETWEEN ? AND ? AND isDone = ? ORDER BY dueDay, position, id",
          [first.iso8601, last.iso8601, isDone], limit: limit ?? .max, where: scope.contains)
      }
      let last = day.adding(days: 2)
      var found = try read(until: last, limit: limit)
      if let limit, found.count == limit, let stored = found.last?.due?.day {
        // Rows that come first in the reader's zone may have a stored day that is up to four days later.
        found = try read(until: min(last, stored.adding(days: 4)), limit: nil)
      }
      let ranks = found.map { $0.rank(by: order) ?? .number(.max) }
      let places = found.indices.sorted {
        ranks[$0] == ranks[$1] ? found[$0].precedes(found[$1]) : ranks[$0] < ranks[$1]
      }
      return places.prefix(limit ?? .max).map { found[$0] }
    }
    let before = day.adding(days: -2)
    let open = try rows(isDone: false, from: scope.isToday ? .first : before, limit: limit)
    let done = try rows(isDone: true, from: before, limit: limit.map { $0 - open.count })
    return TodoSections(open: open, done: done, order: order)
  }
}

extension TodoScope {
  /// The list whose page it is.
  fileprivate var list: ListID? { if case .list(let id) = self { id } else { nil } }

  fileprivate var isToday: Bool { if case .today = self { true } else { false } }

  /// Whether a commit gave the page another order.
  fileprivate func isReordered(by change: StoreChange) -> Bool {
    guard let id = list else { return false }
    return change.lists.contains { list in
      (list.before ?? list.after)?.id == id && list.before?.order != list.after?.order
        && list.before != nil && list.after != nil
    }
  }
}

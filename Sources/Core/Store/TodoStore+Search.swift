import GRDB

extension TodoStore {
  /// The best matches, in one pass over all to-dos; does not block other readers and writers.
  ///
  /// Open to-dos come before done ones, and within both the better match first.
  /// - Parameters:
  ///   - limit: at least 1.
  ///   - rank: how well a title with its notes matches, 0 is best; nil is no match. Called on any thread.
  /// - Throws: ``StoreError/cancelled`` when the task is cancelled.
  public func search(
    limit: Int, rank: @escaping @Sendable (_ content: String, _ notes: String) -> Int?
  ) async throws(StoreError) -> [FoundTodo] {
    try await read { db in
      var best: [(rank: Int, todo: FoundTodo)] = []
      let rows = try Row.fetchCursor(
        db.cachedStatement(
          sql: """
            SELECT id, listID, '', content, isDone, priority, dueDay, position, notes,
              dueTime, dueZone
            FROM todo
            """))
      while let row = try rows.next() {
        guard let rank = rank(row[3], row[8]) else { continue }
        let found = (rank: rank, todo: FoundTodo(row))
        if best.count == limit, let last = best.last, !Self.precedes(found, last) { continue }
        let place = best.firstIndex { Self.precedes(found, $0) } ?? best.count
        best.insert(found, at: place)
        if best.count > limit { best.removeLast() }
      }
      return best.map(\.todo)
    }
  }

  /// These to-dos as search results, in this order; those that are gone are left out.
  public func found(_ ids: [TodoID]) async throws(StoreError) -> [FoundTodo] {
    try await read { db in
      let statement = try db.cachedStatement(
        sql: """
          SELECT todo.id, listID, COALESCE(list.name, ''), content, isDone, priority, dueDay,
            todo.position, '', dueTime, dueZone
          FROM todo LEFT JOIN list ON list.id = todo.listID WHERE todo.id = ?
          """)
      return try ids.compactMap { id in
        try Row.fetchOne(statement, arguments: .stored([id.rawValue])).map(FoundTodo.init)
      }
    }
  }

  private static func precedes(
    _ a: (rank: Int, todo: FoundTodo), _ b: (rank: Int, todo: FoundTodo)
  ) -> Bool {
    if a.todo.isDone != b.todo.isDone { return !a.todo.isDone }
    if a.rank != b.rank { return a.rank < b.rank }
    return a.todo.precedes(b.todo)
  }
}

extension FoundTodo {
  /// By column number, in the order of both statements.
  fileprivate init(_ row: Row) {
    self.init(
      id: TodoID(rawValue: row[0]), listID: ListID(rawValue: row[1]), listName: row[2],
      content: row[3], isDone: row[4], isStarred: Priority(rawValue: row[5]).isStarred,
      due: CalendarTime(day: row[6], time: row[9], zone: row[10]), position: row[7])
  }
}

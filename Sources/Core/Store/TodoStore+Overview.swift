import GRDB

extension TodoStore {
  /// The lists with their counts, and every later change of them.
  public func overview() -> AsyncStream<StoreFeed<ListOverview>> {
    let zone = environment.zone
    return feed(
      opening: { try Self.opening($0) },
      everything: { try Self.overview($0, zone: zone()) },
      isRelevant: { $0.isReload || !$0.todos.isEmpty || !$0.lists.isEmpty })
  }

  /// The lists in order, without their counts, and every later change of them.
  public func allLists() -> AsyncStream<StoreFeed<[TodoList]>> {
    feed(
      opening: nil, everything: { try Self.lists($0) },
      isRelevant: { $0.isReload || !$0.lists.isEmpty })
  }

  /// The lists in order.
  public func lists() async throws(StoreError) -> [TodoList] {
    try await read { try Self.lists($0) }
  }

  /// Shows or hides a list in the main list, on this computer only. A hidden list is synchronised all the
  /// same.
  public func setListShown(_ id: ListID, _ isShown: Bool) async throws(StoreError) {
    try await transaction { work in try work.setShown(id, isShown) }
  }

  static func lists(_ db: Database) throws -> [TodoList] {
    try TodoList.fetch(db, "ORDER BY position, id")
  }

  private static func opening(_ db: Database) throws -> ListOverview {
    var overview = ListOverview(lists: try lists(db))
    if overview.lists.isEmpty { overview.firstList = try firstList(db) }
    overview.hidden = Set(
      try String.fetchAll(db.cachedStatement(sql: "SELECT list FROM hiddenList"))
        .map(ListID.init(rawValue:)))
    return overview
  }

  private static func overview(_ db: Database, zone: ZoneRules) throws -> ListOverview {
    var overview = try opening(db)
    overview.zone = zone
    let byList = try Row.fetchCursor(
      db, sql: "SELECT listID, COUNT(*) FROM todo WHERE isDone = 0 GROUP BY listID")
    while let row = try byList.next() { overview.openCounts[ListID(rawValue: row[0])] = row[1] }
    overview.importantCount = try db.number(
      "SELECT COUNT(*) FROM todo WHERE isDone = 0 AND priority BETWEEN 1 AND 4")
    overview.assignedCount = try db.number(
      """
      SELECT COUNT(*) FROM todo WHERE isDone = 0 AND assignee IS NOT NULL AND \(TodoRow.isMine)
      """)
    let byDay = try Row.fetchCursor(
      db,
      sql:
        "SELECT dueDay, COUNT(*) FROM todo WHERE isDone = 0 AND dueDay IS NOT NULL GROUP BY dueDay")
    while let row = try byDay.next() {
      if let day = CalendarDay(iso8601: row[0]) {
        overview.firstTimes[CalendarTime(day: day)] = row[1]
      }
    }
    // The few to-dos whose first time may not be the day in the column `dueDay`.
    let shifted = try Row.fetchCursor(
      db,
      sql: """
        SELECT dueDay, dueTime, dueZone, startDay, startTime, startZone FROM todo
        WHERE isDone = 0 AND dueDay IS NOT NULL AND (dueZone IS NOT NULL OR startDay IS NOT NULL)
        """)
    while let row = try shifted.next() {
      let due = CalendarTime(day: row[0], time: row[1], zone: row[2])
      let start = CalendarTime(day: row[3], time: row[4], zone: row[5])
      if let due {
        ListOverview.count(CalendarTime(day: due.day), by: -1, in: &overview.firstTimes)
      }
      if let time = TodoRow.firstTime(due: due, start: start, in: zone) {
        ListOverview.count(time, by: 1, in: &overview.firstTimes)
      }
    }
    return overview
  }
}

import GRDB

extension TodoStore {
  /// The first moment after another one, but before the end of the next day, at which an open to-do is due at a time.
  public func nextDue(after moment: Timestamp) async throws(StoreError) -> Timestamp? {
    let zone = environment.zone()
    return try await read { db in
      // A time in another zone can be a day earlier or later here.
      let day = zone.clock(at: moment).day
      let rows = try Row.fetchCursor(
        db.statement(
          """
          SELECT dueDay, dueTime, dueZone FROM todo
          WHERE isDone = 0 AND dueDay BETWEEN ? AND ? AND dueTime IS NOT NULL
          """, [day.adding(days: -1).iso8601, day.adding(days: 2).iso8601]))
      var next: Timestamp?
      while let row = try rows.next() {
        guard let due = CalendarTime(day: row[0], time: row[1], zone: row[2]) else { continue }
        let found = due.moment(local: zone)
        if found > moment, next.map({ found < $0 }) ?? true { next = found }
      }
      return next
    }
  }
}

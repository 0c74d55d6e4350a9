import GRDB

extension TodoStore {
  /// The first moment after another one at which an open to-do with a time is due or begins. Finds at least every such
  /// moment until the end of the next day.
  public func nextTime(after moment: Timestamp) async throws(StoreError) -> Timestamp? {
    let zone = environment.zone()
    return try await read { db in
      // A time in another zone can be a day earlier or later here.
      let day = zone.clock(at: moment).day
      let days = [day.adding(days: -1).iso8601, day.adding(days: 2).iso8601]
      var next: Timestamp?
      for kind in ["due", "start"] {
        let rows = try Row.fetchCursor(
          db.statement(
            """
            SELECT \(kind)Day, \(kind)Time, \(kind)Zone FROM todo
            WHERE isDone = 0 AND \(kind)Day BETWEEN ? AND ? AND \(kind)Time IS NOT NULL
            """, days))
        while let row = try rows.next() {
          guard let time = CalendarTime(day: row[0], time: row[1], zone: row[2]) else { continue }
          let found = time.moment(local: zone)
          if found > moment, next.map({ found < $0 }) ?? true { next = found }
        }
      }
      return next
    }
  }
}

import GRDB

/// Whether this computer's clock goes on as a clock does, by what it said each time before. That is kept
/// in the file, so that it holds across starts and for all processes.
enum StoreClock {
  static let day: Int64 = 24 * 3600 * 1000
  /// A clock may be set back by so much without anybody noticing: summer time kept in the hardware clock,
  /// or a correction.
  static let backwards = day
  /// The application may have been closed for so long; beyond it the clock was probably set.
  static let forwards = 60 * day

  enum Step: Equatable {
    case goesOn
    /// The clock was set, so that nobody can tell how much time has passed.
    case set
    /// The clock was behind for a while and is right again: what it told then, from `from` to `to`, is
    /// no date.
    case caughtUp(from: Int64, to: Int64)
  }

  /// Notes what the clock says now.
  /// - Parameter now: in milliseconds since 1970.
  static func note(_ now: Int64, _ db: Database) throws -> Step {
    let row = try Row.fetchOne(
      db.cachedStatement(sql: "SELECT seenAt, backFrom, backTo FROM clock WHERE id = 1"))
    guard let row else {
      try db.run("INSERT INTO clock (id, seenAt) VALUES (1, ?)", [now])
      return .goesOn
    }
    let last = countable(row[0])
    var back: (from: Int64, to: Int64)?
    if let from: Int64 = row[1], let to: Int64 = row[2] { back = (countable(from), countable(to)) }
    var step = Step.goesOn
    if now < last - backwards {
      back = (max(back?.from ?? last, last), min(back?.to ?? now, now))
      step = .set
    } else if now > last + forwards {
      step = .set
      if let ended = back, now >= ended.from - backwards {
        step = .caughtUp(from: ended.to - day, to: min(last + forwards, ended.from - day))
        back = nil
      }
    }
    try db.run(
      "UPDATE clock SET seenAt = ?, backFrom = ?, backTo = ? WHERE id = 1",
      [now, back?.from, back?.to])
    return step
  }

  /// A number from the file with which one can reckon whatever it is.
  private static func countable(_ time: Int64) -> Int64 { min(max(time, .min / 2), .max / 2) }
}

extension StoreTransaction {
  /// Notes what the clock says. If it was set, nothing counts as seen too old any more.
  func noteClock() throws {
    let now = environment.now().milliseconds
    let step = try StoreClock.note(now, db)
    guard step != .goesOn else { return }
    for table in ["trash", "syncConflict"] {
      try db.run("UPDATE \(table) SET tooOldAt = NULL WHERE tooOldAt IS NOT NULL", [])
      if case .caughtUp(let from, let to) = step {
        // This is the first moment that tells a date for it.
        try db.run(
          "UPDATE \(table) SET createdAt = ? WHERE createdAt BETWEEN ? AND ?", [now, from, to])
      }
    }
  }
}

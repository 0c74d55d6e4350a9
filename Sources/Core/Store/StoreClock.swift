import GRDB

/// Checks whether this computer's clock advances normally, by comparing it with its earlier times. These are
/// kept in the file, for later starts and for other processes.
enum StoreClock {
  static let day: Int64 = 24 * 3600 * 1000
  /// The clock may be set back by this much without consequence: daylight saving time in the hardware clock,
  /// or a correction.
  static let backwards = day
  /// The application may have been closed for this long; a larger step means that the clock was probably set.
  static let forwards = 60 * day

  enum Step: Equatable {
    case goesOn
    /// The clock was set, so nobody can tell how much time has passed.
    case set
    /// The clock was behind for a while and is right again: times between `from` and `to` are not valid
    /// dates.
    case caughtUp(from: Int64, to: Int64)
  }

  /// Records the clock's time.
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

  /// Limits a number from the file to a range that is safe for arithmetic.
  private static func countable(_ time: Int64) -> Int64 { min(max(time, .min / 2), .max / 2) }
}

extension StoreTransaction {
  /// Records the clock's time. If the clock was set, all marks "found too old" are cleared.
  func noteClock() throws {
    let now = environment.now().milliseconds
    let step = try StoreClock.note(now, db)
    guard step != .goesOn else { return }
    for table in ["trash", "syncConflict"] {
      try db.run("UPDATE \(table) SET tooOldAt = NULL WHERE tooOldAt IS NOT NULL", [])
      if case .caughtUp(let from, let to) = step {
        // This is the first moment at which a right date is known for it.
        try db.run(
          "UPDATE \(table) SET createdAt = ? WHERE createdAt BETWEEN ? AND ?", [now, from, to])
      }
    }
  }
}

import GRDB

// What is removed because it is old, although a clock may be wrong.

extension TodoStore {
  /// How long the trash keeps what was deleted, and the recent conflicts what gave way, in milliseconds:
  /// thirty days.
  public static let trashAge: Int64 = 30 * StoreClock.day

  /// Removes from the trash and from the recent conflicts what has been there for thirty days.
  ///
  /// A clock that is wrong removes nothing. What belongs to an account whose server tells the time has to
  /// be that old by the server's time as well as by this computer's. Anything else is only marked when it
  /// is first found too old, and goes when this computer's clock has since then gone on for a day without
  /// having been set, see ``StoreClock``.
  public func tidyTrash() async throws(StoreError) {
    try await transaction { work in
      let now = work.environment.now().milliseconds
      try work.noteClock()
      var removed = 0
      for table in ["trash", "syncConflict"] { removed += try Self.tidy(table, now, work.db) }
      // To-dos that went with a list go with it again.
      try work.db.run(
        """
        DELETE FROM trash WHERE listTrash IS NOT NULL AND listTrash NOT IN (SELECT id FROM trash)
        """, [])
      if removed + work.db.changesCount > 0 { work.change.touchesTrash = true }
    }
  }

  /// - Returns: how many rows were removed.
  private static func tidy(_ table: String, _ now: Int64, _ db: Database) throws -> Int {
    let limit = now - trashAge
    let serverTime = """
      (SELECT syncState.serverTime FROM syncState WHERE syncState.account = \(table).account)
      """
    let isWhole = table == "trash" ? "listTrash IS NULL" : "TRUE"
    try db.run(
      """
      DELETE FROM \(table) WHERE \(isWhole) AND createdAt < ?1
        AND CASE WHEN \(serverTime) IS NULL THEN tooOldAt <= ?2
          ELSE serverTime < \(serverTime) - ?3 END
      """, [limit, now - StoreClock.day, trashAge])
    let removed = db.changesCount
    try db.run(
      """
      UPDATE \(table) SET tooOldAt = CASE WHEN createdAt < ?1 THEN ?2 END
        WHERE (createdAt < ?1) <> (tooOldAt IS NOT NULL)
      """, [limit, now])
    return removed
  }

  /// Notes for all that is kept of an account by when, as its server tells the time, it was there. The
  /// earliest time counts: a server that told a later one once was wrong.
  static func noteServerTime(of account: AccountID, _ db: Database) throws {
    let time = try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT serverTime FROM syncState WHERE account = ?"),
      arguments: .stored([account.rawValue]))
    guard let time else { return }
    for table in ["trash", "syncConflict"] {
      try db.run(
        """
        UPDATE \(table) SET serverTime = ?2
          WHERE account = ?1 AND (serverTime IS NULL OR serverTime > ?2)
        """, [account.rawValue, time])
    }
  }
}

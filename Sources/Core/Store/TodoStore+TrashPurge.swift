import GRDB

// Removing old records although a clock may be wrong.

extension TodoStore {
  /// How long the trash and the recent conflicts are kept, in milliseconds: thirty days.
  public static let trashAge: Int64 = 30 * StoreClock.day

  /// Removes what has been in the trash or the recent conflicts for thirty days.
  ///
  /// A wrong clock removes nothing. Rows of an account whose server tells the time must be that old by the
  /// server's time and by this computer's. Any other row is only marked when it is first found too old, and
  /// removed when this computer's clock has advanced by another day without having been set, see
  /// ``StoreClock``.
  public func purgeTrash() async throws(StoreError) {
    try await transaction { work in
      let now = work.environment.now().milliseconds
      try work.noteClock()
      var removed = 0
      for table in ["trash", "syncConflict"] { removed += try Self.purge(table, now, work.db) }
      // Copies of to-dos that were deleted with a list go with the list's copy.
      try work.db.run(
        """
        DELETE FROM trash WHERE listTrash IS NOT NULL AND listTrash NOT IN (SELECT id FROM trash)
        """, [])
      if removed + work.db.changesCount > 0 { work.change.touchesTrash = true }
    }
  }

  /// - Returns: how many rows were removed.
  private static func purge(_ table: String, _ now: Int64, _ db: Database) throws -> Int {
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

  /// Records the server's time for all rows kept for an account, as a time at which they were there. The earliest time
  /// counts: if the server once reported a later one, that was wrong.
  static func noteServerTime(of account: AccountID, _ db: Database) throws {
    let time = try Int64.fetchOne(
      db.statement("SELECT serverTime FROM syncState WHERE account = ?", [account.rawValue]))
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

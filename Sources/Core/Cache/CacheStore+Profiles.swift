import GRDB

extension CacheStore {
  /// The user's edit of their own profile that the server has not accepted yet.
  public func profile(of account: AccountID) async -> PendingProfile? {
    await run { db in try CacheProfileRow.of(account, db)?.pending } ?? nil
  }

  /// Stores a profile until it is sent; replaces one that is waiting or was refused. What was changed in that one
  /// counts as changed in this one too.
  /// - Parameter fields: what was changed; if that is nothing, and nothing is waiting, nothing is stored.
  /// - Throws: ``StoreError/readOnly`` if it would not survive the process. It is not stored then.
  public func keepProfile(
    _ person: Person, changing fields: Set<Person.Field>, of account: AccountID
  ) async throws(StoreError) {
    guard await isKept() else { throw .readOnly }
    let isDone = await run(isDurable: true) { db in
      let waiting = try CacheProfileRow.of(account, db)?.fields ?? []
      let fields = fields.union(waiting)
      guard !fields.isEmpty else { return true }
      try CacheProfileRow(account: account, person: person, fields: fields).insert(db)
      return true
    }
    guard isDone == true, await isKept() else {
      await discardProfile(of: account)
      throw .readOnly
    }
  }

  /// Records that the server refused a profile. Does nothing if another one has replaced it.
  public func refuseProfile(
    _ revision: Int64, of account: AccountID, as refusal: PendingProfile.Refusal
  ) async {
    _ = await run(isDurable: true) { db in
      try db.run(
        """
        UPDATE profile SET refusalStatus = ?, refusalCode = ? WHERE account = ? AND revision = ?
        """, [refusal.status, refusal.code, account.rawValue, revision])
    }
  }

  /// Drops a profile that was sent or given up.
  /// - Parameter revision: drops only this revision; nil drops any.
  public func discardProfile(_ revision: Int64? = nil, of account: AccountID) async {
    _ = await run(isDurable: true) { db in
      try db.run(
        "DELETE FROM profile WHERE account = ? AND revision = ifnull(?, revision)",
        [account.rawValue, revision])
    }
  }
}

import GRDB

extension CacheStore {
  /// What the user has made of the own profile and the server has not taken yet.
  public func profile(of account: AccountID) async -> PendingProfile? {
    await run { db in try CacheProfileRow.of(account, db)?.pending } ?? nil
  }

  /// Keeps a profile until it is sent; it takes the place of one that waits or was refused.
  /// - Throws: ``StoreError/readOnly`` if it would not outlive the process, and then it is not kept.
  public func keepProfile(_ person: Person, of account: AccountID) async throws(StoreError) {
    guard await isKept() else { throw .readOnly }
    let isDone = await run(isDurable: true) { db in
      try CacheProfileRow(account: account, person: person).insert(db)
      return true
    }
    guard isDone == true, await isKept() else {
      await discardProfile(of: account)
      throw .readOnly
    }
  }

  /// Notes that the server refused a profile; nothing if another one has taken its place.
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

  /// Drops a profile, sent or given up.
  /// - Parameter revision: only this one; nil: whatever there is.
  public func discardProfile(_ revision: Int64? = nil, of account: AccountID) async {
    _ = await run(isDurable: true) { db in
      try db.run(
        "DELETE FROM profile WHERE account = ? AND revision = ifnull(?, revision)",
        [account.rawValue, revision])
    }
  }
}

import GRDB

extension TodoStore {
  /// The accounts with changes that are unsent or not known to have arrived.
  ///
  /// The cost depends on the number of such accounts, not on what is stored: most accounts have none.
  public func accountsWithChanges() async throws(StoreError) -> Set<AccountID> {
    try await read { db in
      // Steps from one account to the next in the index.
      let ids = try String.fetchAll(
        db,
        sql: """
          WITH RECURSIVE found (account) AS (
            SELECT MIN(account) FROM outbox
            UNION ALL
            SELECT (SELECT MIN(account) FROM outbox WHERE account > found.account) FROM found
              WHERE found.account IS NOT NULL)
          SELECT account FROM found WHERE account IS NOT NULL
          UNION SELECT account FROM syncAttempt WHERE isSending = 1
          """)
      return Set(ids.map(AccountID.init(rawValue:)))
    }
  }
}

import GRDB

extension TodoStore {
  /// The accounts with changes that their server does not have, or may not have.
  ///
  /// Costs what there are of such accounts, not what is stored: most of many have none.
  public func accountsWithChanges() async throws(StoreError) -> Set<AccountID> {
    try await read { db in
      // Goes from one account to the next in the index.
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

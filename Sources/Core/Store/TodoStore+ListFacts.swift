import GRDB

extension TodoStore {
  /// The current facts about lists.
  public func listFacts() async throws(StoreError) -> ListFacts {
    try await read { db in
      let accounts = try Self.syncAccounts(db)
      var facts = ListFacts(accounts: accounts)
      facts.shared = try Self.ids(db, "SELECT DISTINCT listID FROM member")
        .union(accounts.compactMap { $0.share?.list })
      facts.waiting = try Self.ids(db, "SELECT DISTINCT record FROM outbox WHERE kind = 'list'")
      facts.left = try Self.ids(
        db,
        """
        SELECT account.sharedList FROM account
          JOIN outbox ON outbox.kind = 'member' AND outbox.account = account.id
            AND outbox.record = account.sharedList || ':' || account.user
          WHERE account.owner IS NOT NULL AND NOT EXISTS
            (SELECT 1 FROM member WHERE member.id = outbox.record)
        """)
      return facts
    }
  }

  private static func ids(_ db: Database, _ sql: String) throws -> Set<ListID> {
    Set(try String.fetchAll(db.cachedStatement(sql: sql)).map(ListID.init(rawValue:)))
  }
}

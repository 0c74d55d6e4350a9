import GRDB

/// What a screen needs to know about lists besides the lists themselves.
public struct ListMetadata: Hashable, Sendable {
  /// The accounts, each followed by its shared lists of other people.
  public var accounts: [Account] {
    didSet { accountsByID = Self.byID(accounts) }
  }
  /// The lists that the user shares, and the lists that others share.
  public var shared: Set<ListID>
  /// The lists with unsent changes.
  public var waiting: Set<ListID>
  /// The lists of other people that the user has left, until the server acknowledges.
  public var left: Set<ListID>
  /// The lists of the user's accounts that the server lets the user only read.
  public var locked: Set<ListID>
  /// An index: for each change, a screen looks up the account of each list, and there may be very many of both.
  private var accountsByID: [AccountID: Account]

  public init(
    accounts: [Account] = [], shared: Set<ListID> = [], waiting: Set<ListID> = [],
    left: Set<ListID> = [], locked: Set<ListID> = []
  ) {
    self.accounts = accounts
    accountsByID = Self.byID(accounts)
    self.shared = shared
    self.waiting = waiting
    self.left = left
    self.locked = locked
  }

  /// The user's own accounts.
  public var roots: [Account] { accounts.filter { $0.share == nil } }

  /// The account that keeps a list; nil for this computer, or if it is not known.
  public func account(of list: TodoList) -> Account? {
    list.account.flatMap { accountsByID[$0] }
  }

  private static func byID(_ accounts: [Account]) -> [AccountID: Account] {
    Dictionary(accounts.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The lists that may be read but not changed.
  public var readOnly: Set<ListID> {
    locked.union(accounts.compactMap(\.share).filter { $0.role == .reader }.map(\.list))
  }
}

extension TodoStore {
  /// The current metadata of lists.
  public func listMetadata() async throws(StoreError) -> ListMetadata {
    try await read { db in
      let accounts = try Self.syncAccounts(db)
      var metadata = ListMetadata(accounts: accounts)
      metadata.shared = try Self.ids(db, "SELECT DISTINCT listID FROM member")
        .union(accounts.compactMap { $0.share?.list })
      metadata.waiting = try Self.ids(db, "SELECT DISTINCT record FROM outbox WHERE kind = 'list'")
      metadata.locked = try Self.ids(
        db, "SELECT record FROM remoteResource WHERE kind = 'list' AND isReadOnly = 1")
      metadata.left = try Self.ids(
        db,
        """
        SELECT account.sharedList FROM account
          JOIN outbox ON outbox.kind = 'member' AND outbox.account = account.id
            AND outbox.record = account.sharedList || ':' || account.user
          WHERE account.owner IS NOT NULL AND NOT EXISTS
            (SELECT 1 FROM member WHERE member.id = outbox.record)
        """)
      return metadata
    }
  }

  /// The lists of other people in the user's own accounts (CalDAV).
  public func foreignLists() async throws(StoreError) -> Set<ListID> {
    try await read { try Self.foreignLists($0) }
  }

  static func foreignLists(_ db: Database) throws -> Set<ListID> {
    // Only if the list's own account keeps the calendar: another person may have given a calendar the identifier of the
    // user's own list.
    try ids(
      db,
      """
      SELECT list.id FROM list CROSS JOIN remoteResource AS place
        ON place.account = list.account AND place.kind = 'list' AND place.record = list.id
        WHERE place.isForeign = 1
      """)
  }

  private static func ids(_ db: Database, _ sql: String) throws -> Set<ListID> {
    Set(try String.fetchAll(db.cachedStatement(sql: sql)).map(ListID.init(rawValue:)))
  }
}

extension TodoStore {
  /// One list, and every later change of it; nil once it has been deleted.
  public func list(_ id: ListID) -> AsyncStream<StoreFeed<TodoList?>> {
    feed(
      everything: { db in
        try TodoList.fetch(db, "WHERE id = ?", [id.rawValue]).first
      },
      isRelevant: { change in
        change.isReload || change.lists.contains { ($0.before ?? $0.after)?.id == id }
      })
  }
}

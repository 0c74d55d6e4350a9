import Basics
import FoundationEssentials
import GRDB

extension TodoStore {
  /// The accounts, oldest first.
  public func accounts() async throws(StoreError) -> [Account] {
    try await read { try Self.accounts($0) }
  }

  /// The accounts, each followed by its shared lists of other people: everything that is synchronised, each with an
  /// outbox of its own.
  public func syncAccounts() async throws(StoreError) -> [Account] {
    try await read { try Self.syncAccounts($0) }
  }

  /// Adds an account; for an existing one, only changes how to sign in and which certificate is trusted, and lets the
  /// next round begin at once.
  ///
  /// Lists that stayed on this computer when the same account was removed belong to it again, with later
  /// edits.
  /// - Parameter isAdopting: whether the other lists of this computer are moved to the account too.
  public func connect(_ account: Account, isAdopting: Bool = true) async throws(StoreError) {
    try await transaction { work in
      let signIn = try account.signIn.map { try Self.encode($0) }
      if try Self.isSetUp(account.id, work.db) {
        try work.db.run(
          "UPDATE account SET signIn = ?, service = ?, user = ? WHERE id = ?",
          [signIn, try Self.encode(account.service), account.user, account.id.rawValue])
        // A pause may have been to wait for this, also that of a shared list.
        for paused in try Self.syncAccounts(work.db) where paused.id.root == account.id {
          try Self.setRetry(nil, "", "", paused.id, work.db)
          work.change.outboxAccounts.insert(paused.id)
        }
        work.change.touchesSync = true
        return
      }
      try work.db.run(
        "INSERT INTO account (id, service, createdAt, signIn, user) VALUES (?, ?, ?, ?, ?)",
        [
          account.id.rawValue, try Self.encode(account.service),
          work.environment.now().milliseconds, signIn, account.user,
        ])
      try work.rejoin(account.id, isAdopting: isAdopting)
      if isAdopting { try work.adopt(account.id) }
      work.change.reload()
      work.change.touchesSync = true
      work.change.outboxAccounts.insert(account.id)
    }
  }

  /// Trusts another certificate of an account's server, and lets the next round begin at once.
  /// - Parameter certificate: its SHA-256 fingerprint, in lower-case hexadecimal digits.
  /// - Throws: ``StoreError/missing`` if there is no such account at a server for which the user can trust one.
  public func trust(_ certificate: String, of id: AccountID) async throws(StoreError) {
    try await transaction { work in
      guard let service = try Self.account(id, work.db)?.service.trusting(certificate) else {
        throw StoreError.missing
      }
      try work.db.run(
        "UPDATE account SET service = ? WHERE id = ?",
        [try Self.encode(service), id.rawValue])
      try Self.setRetry(nil, "", "", id, work.db)
      work.change.touchesSync = true
    }
  }

  /// Removes an account.
  /// - Parameter isKeeping: whether its lists stay on this computer as they are. Otherwise they are removed,
  ///   and copies of unsent changes go to the trash.
  public func disconnect(_ id: AccountID, isKeeping: Bool = true) async throws(StoreError) {
    try await transaction { work in
      let shares = try Self.syncAccounts(work.db).filter { $0.share != nil && $0.id.root == id }
      for share in shares { try work.removeShare(share.id) }
      // The user asked for it: no other person revoked a share.
      work.change.revocations = []
      if isKeeping { try work.leave(id) } else { try work.remove(id) }
      for table in Self.tablesOfAccount {
        try work.db.run("DELETE FROM \(table) WHERE account = ?", [id.rawValue])
      }
      try work.forgetUnreadableResources(of: id)
      try work.db.run("DELETE FROM account WHERE id = ?", [id.rawValue])
      work.change.reload()
      work.change.touchesSync = true
      work.change.touchesTrash = true
    }
  }

  /// The tables that hold only what concerns one account.
  static let tablesOfAccount = [
    "outbox", "inFlightWrite", "syncComparison", "syncCursor", "syncRetry", "syncState",
    "formerValues", "unreadable", "missingRecords",
  ]

  static func accounts(_ db: Database) throws -> [Account] {
    try syncAccounts(db).filter { $0.share == nil }
  }

  static func syncAccounts(_ db: Database) throws -> [Account] {
    try accounts(db, "1 ORDER BY root.createdAt, root.id, account.parent IS NOT NULL, account.id")
  }

  static func account(_ id: AccountID, _ db: Database) throws -> Account? {
    try accounts(db, "account.id = ?", [id.rawValue]).first
  }

  /// The membership that an account stands for; nil for an account of the user's own.
  static func share(of account: AccountID, _ db: Database) throws -> Account.Share? {
    try Row.fetchOne(
      db.statement(
        "SELECT owner, sharedList, role FROM account WHERE id = ? AND owner IS NOT NULL",
        [account.rawValue])
    ).flatMap { row in
      guard let list = row[1] as String?, let role = (row[2] as String?).flatMap(ListRole.init)
      else { return nil }
      return Account.Share(owner: row[0], list: ListID(rawValue: list), role: role)
    }
  }

  private static func accounts(
    _ db: Database, _ condition: String, _ values: [(any StoredValue)?] = []
  ) throws -> [Account] {
    let rows = try Row.fetchAll(
      db.statement(
        """
        SELECT account.service, root.signIn, account.owner, account.sharedList, account.role, root.id
          FROM account JOIN account AS root ON root.id = IFNULL(account.parent, account.id)
          WHERE \(condition)
        """, values))
    return try rows.compactMap { row in
      let signIn = try (row[1] as String?).map { try decode(SignIn.self, $0) }
      let account =
        switch try decode(Account.Service.self, row[0]) {
        case .firestore(let settings): Account(firestore: settings, signIn: signIn)
        case .caldav(let settings): Account(caldav: settings, id: AccountID(rawValue: row[5]))
        }
      guard let owner = row[2] as String? else { return account }
      // An unreadable share counts as none.
      guard let list = row[3] as String?, let role = (row[4] as String?).flatMap(ListRole.init)
      else { return nil }
      return account.sharing(
        Account.Share(owner: owner, list: ListID(rawValue: list), role: role))
    }
  }

  /// Whether an account still exists; its server may answer after it was removed.
  static func isSetUp(_ account: AccountID, _ db: Database) throws -> Bool {
    try db.number("SELECT EXISTS (SELECT 1 FROM account WHERE id = ?)", [account.rawValue]) == 1
  }

  // MARK: JSON columns

  static func encode(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  static func decode<T: Decodable>(_ type: T.Type, _ text: String) throws -> T {
    try JSONDecoder().decode(type, from: Data(text.utf8))
  }
}

import FoundationEssentials
import GRDB

extension TodoStore {
  /// The accounts that are set up, the oldest first.
  public func accounts() async throws(StoreError) -> [Account] {
    try await read { try Self.accounts($0) }
  }

  /// Sets up an account; one that is set up already only takes over how to sign in.
  ///
  /// Lists that stayed on this computer when the same account was taken away belong to it again, with
  /// what was edited since.
  /// - Parameter isAdopting: whether the other lists of this computer are moved to the account too.
  public func connect(_ account: Account, isAdopting: Bool = true) async throws(StoreError) {
    try await transaction { work in
      let signIn = try account.signIn.map { try Self.encode($0) }
      if try Self.isSetUp(account.id, work.db) {
        try work.db.run(
          "UPDATE account SET signIn = ? WHERE id = ?", [signIn, account.id.rawValue])
        work.change.touchesSync = true
        return
      }
      try work.db.run(
        "INSERT INTO account (id, service, createdAt, signIn) VALUES (?, ?, ?, ?)",
        [
          account.id.rawValue, try Self.encode(account.service),
          work.environment.now().milliseconds, signIn,
        ])
      try work.rejoin(account.id)
      if isAdopting { try work.adopt(account.id) }
      work.change.reload()
      work.change.touchesSync = true
      work.change.addsToOutbox = true
    }
  }

  /// Takes an account away.
  /// - Parameter isKeeping: whether its lists stay on this computer, as they are now. If not they go,
  ///   and what the server does not have of them goes to the trash.
  public func disconnect(_ id: AccountID, isKeeping: Bool = true) async throws(StoreError) {
    try await transaction { work in
      if isKeeping { try work.leave(id) } else { try work.remove(id) }
      for table in ["outbox", "syncAttempt", "syncCursor", "syncRetry", "syncState"] {
        try work.db.run("DELETE FROM \(table) WHERE account = ?", [id.rawValue])
      }
      try work.db.run("DELETE FROM account WHERE id = ?", [id.rawValue])
      work.change.reload()
      work.change.touchesSync = true
      work.change.touchesTrash = true
    }
  }

  static func accounts(_ db: Database) throws -> [Account] {
    try Row.fetchAll(
      db.cachedStatement(sql: "SELECT service, signIn FROM account ORDER BY createdAt, id")
    ).map { row in
      let signIn = try (row[1] as String?).map { try decode(SignIn.self, $0) }
      switch try decode(Account.Service.self, row[0]) {
      case .firestore(let settings): return Account(firestore: settings, signIn: signIn)
      }
    }
  }

  /// Whether an account is set up; an answer of its server may come after it was taken away.
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

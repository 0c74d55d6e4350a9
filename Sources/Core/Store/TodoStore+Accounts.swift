import FoundationEssentials
import GRDB

extension TodoStore {
  /// The accounts that are set up, the oldest first. New lists go to the first.
  public func accounts() async throws(StoreError) -> [Account] {
    try await read { try Self.accounts($0) }
  }

  /// Makes an account the one that keeps the lists.
  ///
  /// Every list and to-do of this computer, and of an account set up before, is queued to be sent
  /// there as new: changing the server deletes nothing. Connecting the present account changes
  /// nothing.
  public func connect(_ account: Account) async throws(StoreError) {
    try await transaction { work in
      let existing = try Self.accounts(work.db)
      guard existing != [account] else { return }
      for old in existing { try Self.forget(old.id, in: &work) }
      try work.db.run(
        "INSERT INTO account (id, service, createdAt) VALUES (?, ?, ?)",
        [
          account.id.rawValue, try Self.encode(account.service),
          work.environment.now().milliseconds,
        ])
      for table in RecordKind.allCases {
        try work.db.run(
          """
          INSERT INTO outbox (account, kind, record, operation, command, createdAt)
            SELECT ?, ?, id, 'upsert', 'connect', ? FROM \(table.rawValue) ORDER BY position, id
          """, [account.id.rawValue, table.rawValue, work.environment.now().milliseconds])
        try work.db.run("UPDATE \(table.rawValue) SET account = ?", [account.id.rawValue])
      }
      work.change.reload()
      work.change.touchesSync = true
      work.change.addsToOutbox = true
    }
  }

  /// Takes an account away; its lists stay on this computer.
  public func disconnect(_ id: AccountID) async throws(StoreError) {
    try await transaction { work in
      try Self.forget(id, in: &work)
      work.change.reload()
      work.change.touchesSync = true
    }
  }

  static func accounts(_ db: Database) throws -> [Account] {
    try Row.fetchAll(
      db.cachedStatement(sql: "SELECT id, service FROM account ORDER BY createdAt, id")
    ).map { row in
      switch try decode(Account.Service.self, row[1]) {
      case .firestore(let settings): Account(firestore: settings)
      }
    }
  }

  /// Whether an account is set up; an answer of its server may come after it was taken away.
  static func isSetUp(_ account: AccountID, _ db: Database) throws -> Bool {
    try db.number("SELECT EXISTS (SELECT 1 FROM account WHERE id = ?)", [account.rawValue]) == 1
  }

  private static func forget(_ id: AccountID, in work: inout StoreTransaction) throws {
    for table in ["outbox", "syncBase", "syncCursor", "syncRetry"] {
      try work.db.run("DELETE FROM \(table) WHERE account = ?", [id.rawValue])
    }
    for table in RecordKind.allCases {
      try work.db.run(
        "UPDATE \(table.rawValue) SET account = NULL WHERE account = ?", [id.rawValue])
    }
    try work.db.run("DELETE FROM account WHERE id = ?", [id.rawValue])
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

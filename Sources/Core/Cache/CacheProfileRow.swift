import FoundationEssentials
import GRDB

/// The row of a profile that is waiting to be sent.
struct CacheProfileRow: Sendable {
  let account: String
  let person: String
  let fields: Set<Person.Field>
  let refusal: PendingProfile.Refusal?
  var revision: Int64 = 0

  init(account: AccountID, person: Person, fields: Set<Person.Field>) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    self.account = account.rawValue
    self.person = String(decoding: try encoder.encode(person), as: UTF8.self)
    self.fields = fields
    refusal = nil
  }

  private init(_ row: Row) {
    account = row["account"]
    person = row["person"]
    let names: String = row["fields"]
    fields = Set(names.split(separator: " ").compactMap { Person.Field(rawValue: String($0)) })
    revision = row["revision"]
    let status: Int? = row["refusalStatus"]
    let code: String? = row["refusalCode"]
    refusal = status.map { PendingProfile.Refusal(status: $0, code: code ?? "") }
  }

  /// Nil if it cannot be read.
  var pending: PendingProfile? {
    guard let person = try? JSONDecoder().decode(Person.self, from: Data(person.utf8)) else {
      return nil
    }
    return PendingProfile(person: person, fields: fields, revision: revision, refusal: refusal)
  }

  static func all(_ db: Database) throws -> [CacheProfileRow] {
    try Row.fetchAll(db, sql: "SELECT * FROM profile ORDER BY revision").map(CacheProfileRow.init)
  }

  static func of(_ account: AccountID, _ db: Database) throws -> CacheProfileRow? {
    try Row.fetchOne(
      db, sql: "SELECT * FROM profile WHERE account = ?", arguments: .stored([account.rawValue])
    ).map(CacheProfileRow.init)
  }

  /// Replaces the account's row, under a new revision.
  func insert(_ db: Database) throws {
    try db.run("DELETE FROM profile WHERE account = ?", [account])
    try db.run(
      """
      INSERT INTO profile (account, person, fields, refusalStatus, refusalCode)
        VALUES (?, ?, ?, ?, ?)
      """,
      [
        account, person, fields.map(\.rawValue).sorted().joined(separator: " "), refusal?.status,
        refusal?.code,
      ])
  }
}

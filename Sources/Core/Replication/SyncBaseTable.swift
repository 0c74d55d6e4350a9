import Basics
import FoundationEssentials
import GRDB

/// The bases of an account (the last common state of each record), and its in-flight writes.
struct SyncBaseTable {
  let db: Database
  let account: AccountID

  /// The base, which is live or deleted; nil if there never was one.
  func base(of key: RecordKey) throws -> RemoteRecord? {
    try Row.fetchOne(
      db.statement(
        """
        SELECT version, ordinal, fields FROM syncBase
          WHERE account = ? AND kind = ? AND record = ?
        """, [account.rawValue, key.kind.rawValue, key.id])
    ).map { row in
      let fields = try (row[2] as Data?).map(StoredFields.decode)
      let version = (row[0] as String?).map { RecordVersion(tag: $0, ordinal: row[1]) }
      return RemoteRecord(
        key: key, state: fields.map(RemoteRecord.State.live) ?? .deleted, version: version)
    }
  }

  /// Only the version of the base, without reading its fields.
  func version(of key: RecordKey) throws -> RecordVersion? {
    try Row.fetchOne(
      db.statement(
        "SELECT version, ordinal FROM syncBase WHERE account = ? AND kind = ? AND record = ?",
        [account.rawValue, key.kind.rawValue, key.id])
    ).flatMap { row in (row[0] as String?).map { RecordVersion(tag: $0, ordinal: row[1]) } }
  }

  /// Adds a base for a record of which nothing is known.
  func add(_ record: RemoteRecord) throws {
    try db.run(Self.insertion, values(of: record))
  }

  private func values(of record: RemoteRecord) -> [(any StoredValue)?] {
    [
      account.rawValue, record.key.kind.rawValue, record.key.id, record.version?.tag,
      record.version?.ordinal, record.fields.map { StoredFields.encode($0) },
    ]
  }

  /// Makes a live or deleted state the base; it answers everything that was sent before.
  func set(_ record: RemoteRecord) throws {
    let key = record.key
    try keepFormerValues(of: key, replacedBy: record.fields)
    try db.run(Self.replacement, values(of: record))
    try forgetInFlight(key)
  }

  // MARK: Former values

  /// The former values of a record.
  func formerValues(of key: RecordKey) throws -> FormerValues {
    let text = try String.fetchOne(
      db.statement(
        "SELECT marks FROM formerValues WHERE account = ? AND kind = ? AND record = ?",
        [account.rawValue, key.kind.rawValue, key.id]))
    return try text.map { try TodoStore.decode(FormerValues.self, $0) } ?? FormerValues()
  }

  private func keepFormerValues(of key: RecordKey, replacedBy fields: RecordFields?) throws {
    let states = try [base(of: key)?.fields].compactMap { $0 } + inFlight(key)
    guard !states.isEmpty else { return }
    let before = try formerValues(of: key)
    var former = before
    for state in states { former.note(state, replacedBy: fields) }
    guard former != before else { return }
    try db.run(
      """
      INSERT INTO formerValues (account, kind, record, marks) VALUES (?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET marks = excluded.marks
      """,
      [account.rawValue, key.kind.rawValue, key.id, try TodoStore.encode(former)])
  }

  /// Records that the listing in progress contained a record whose state was already known.
  func markSeen(_ key: RecordKey) throws {
    try db.run(
      """
      UPDATE syncBase SET scan = \(Self.currentScan)
        WHERE account = ?1 AND kind = ?2 AND record = ?3 AND scan < \(Self.currentScan)
      """, [account.rawValue, key.kind.rawValue, key.id])
  }

  func delete(_ key: RecordKey) throws {
    try keepFormerValues(of: key, replacedBy: nil)
    try db.run(
      "DELETE FROM syncBase WHERE account = ? AND kind = ? AND record = ?",
      [account.rawValue, key.kind.rawValue, key.id])
  }

  /// The records that were missing in the listing that has just ended.
  /// - Parameter isLive: whether to leave out deleted ones.
  func unseen(of kind: RecordKind, isLive: Bool = true) throws -> [RecordKey] {
    try String.fetchAll(
      db.statement(
        """
        SELECT record FROM syncBase WHERE account = ?1 AND kind = ?2
          AND (fields IS NOT NULL OR NOT ?3) AND scan < \(Self.currentScan)
        """, [account.rawValue, kind.rawValue, isLive])
    ).map { RecordKey(kind: kind, id: $0) }
  }

  /// Built once, as thousands of records are stored in a row.
  private static let insertion = """
    INSERT INTO syncBase (account, kind, record, version, ordinal, fields, scan)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, \(currentScan))
    """
  private static let replacement = """
    \(insertion)
      ON CONFLICT DO UPDATE SET version = excluded.version, ordinal = excluded.ordinal,
        fields = excluded.fields, scan = excluded.scan
    """

  private static let currentScan =
    "(SELECT IFNULL(MAX(scan), 0) FROM syncCursor WHERE account = ?1 AND kind = ?2)"
}

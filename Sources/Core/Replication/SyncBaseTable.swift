import Basics
import FoundationEssentials
import GRDB

/// The bases of an account (the last common state of each record), and its in-flight writes.
struct SyncBaseTable {
  let db: Database
  let account: AccountID

  /// The base, which is live or deleted; nil if there never was one.
  func base(of key: RecordKey) throws -> RemoteRecord? {
    try db.firstRow(
      """
      SELECT 1, version, ordinal, fields FROM syncBase
        WHERE account = ? AND kind = ? AND record = ?
      """, [account.rawValue, key.kind.rawValue, key.id]
    ) { row in
      let fields = try row.data(3).map(StoredFields.decode)
      return RemoteRecord(
        key: key, state: fields.map(RemoteRecord.State.live) ?? .deleted,
        version: RecordVersion(tag: row.textIfAny(1), ordinal: row.numberIfAny(2)))
    }
  }

  /// Only the version of the base, without reading its fields.
  func version(of key: RecordKey) throws -> RecordVersion? {
    try db.firstRow(
      "SELECT 1, version, ordinal FROM syncBase WHERE account = ? AND kind = ? AND record = ?",
      [account.rawValue, key.kind.rawValue, key.id]
    ) { RecordVersion(tag: $0.textIfAny(1), ordinal: $0.numberIfAny(2)) }?.flatMap(\.self)
  }

  /// Adds a base for a record of which nothing is known.
  func add(_ record: RemoteRecord) throws {
    try db.run(
      Self.insertion, values(of: record, record.fields.map { StoredFields.encode($0) }))
    try noteResource(of: record)
  }

  private func values(of record: RemoteRecord, _ fields: Data?) -> [(any StoredValue)?] {
    [
      account.rawValue, record.key.kind.rawValue, record.key.id, record.version?.tag,
      record.version?.ordinal, fields,
    ]
  }

  /// Forgets a record as if it had never been read.
  func forget(_ key: RecordKey) throws {
    for table in ["syncBase", "formerValues"] {
      try db.run(
        "DELETE FROM \(table) WHERE account = ? AND kind = ? AND record = ?",
        [account.rawValue, key.kind.rawValue, key.id])
    }
  }

  /// Makes a live or deleted state the base, which settles all in-flight writes of the record.
  func set(_ record: RemoteRecord) throws {
    try set(record, insteadOf: try stored(record.key))
  }

  /// The same, unless a newer state is known: then only the request has ended, and its write stays in flight.
  /// - Returns: whether it is the base now.
  func acknowledge(_ record: RemoteRecord) throws -> Bool {
    let before = try stored(record.key)
    if let known = before.version, record.version?.isOlder(than: known) == true {
      try endSending(record.key)
      return false
    }
    try set(record, insteadOf: before)
    return true
  }

  private func set(_ record: RemoteRecord, insteadOf before: Stored) throws {
    let fields = record.fields.map { StoredFields.encode($0) }
    try keepFormerValues(of: record.key, try before.states(besides: fields), record.fields)
    try db.run(Self.replacement, values(of: record, fields))
    try noteResource(of: record)
    try forgetInFlight(record.key)
  }

  /// What is known of a record, as it is stored.
  private struct Stored {
    let version: RecordVersion?
    let fields: Data?
    let sent: Data?

    /// The base and what is in flight, as far as they differ from the next state. Equal fields have equal bytes, so
    /// that most need not be decoded.
    func states(besides next: Data?) throws -> [RecordFields] {
      var states: [RecordFields] = []
      if let fields, fields != next { states.append(try StoredFields.decode(fields)) }
      if let sent, !StoredFields.isOnlyState(next, in: sent) {
        states += try StoredFields.decodeStates(sent)
      }
      return states
    }
  }

  private func stored(_ key: RecordKey) throws -> Stored {
    try db.firstRow(
      """
      SELECT 1, version, ordinal, fields, states
        FROM (SELECT 1) LEFT JOIN syncBase AS base
            ON base.account = ?1 AND base.kind = ?2 AND base.record = ?3
          LEFT JOIN inFlightWrite AS sent
            ON sent.account = ?1 AND sent.kind = ?2 AND sent.record = ?3
      """, [account.rawValue, key.kind.rawValue, key.id]
    ) { row in
      Stored(
        version: RecordVersion(tag: row.textIfAny(1), ordinal: row.numberIfAny(2)),
        fields: row.data(3), sent: row.data(4))
    } ?? Stored(version: nil, fields: nil, sent: nil)
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

  /// Whether the former values of any record are known.
  func hasFormerValues() throws -> Bool {
    try db.number(
      "SELECT EXISTS (SELECT 1 FROM formerValues WHERE account = ?)", [account.rawValue]) == 1
  }

  /// The fields of a record that was deleted and recreated, without former values: the device that recreated it did not
  /// know that these had been replaced.
  /// - Returns: nil if the record continues the base.
  func news(in remote: RecordFields, after base: RemoteRecord?) throws -> RecordFields? {
    guard let base, base.fields != nil else { return nil }
    let former = try formerValues(of: base.key)
    guard former.isRecreated(remote, after: base) else { return nil }
    return remote.filter { !former.contains($0.value, of: $0.key) }
  }

  /// The former values of a record in every account that knew it.
  func formerValuesAnywhere(of key: RecordKey) throws -> [FormerValues] {
    try String.fetchAll(
      db.statement(
        """
        SELECT marks FROM account JOIN formerValues ON formerValues.account = account.id
          WHERE kind = ? AND record = ?
        """, [key.kind.rawValue, key.id])
    ).map { try TodoStore.decode(FormerValues.self, $0) }
  }

  /// Remembers the values of a record that was deleted here and that the server does not know.
  func noteDeletion(of key: RecordKey, _ fields: RecordFields) throws {
    try keepFormerValues(of: key, [fields], nil)
  }

  private func keepFormerValues(
    of key: RecordKey, _ states: [RecordFields], _ next: RecordFields?,
    agreed: RecordFields? = nil
  ) throws {
    guard !states.isEmpty else { return }
    let before = try formerValues(of: key)
    var former = before
    for state in states { former.note(state, replacedBy: next) }
    if let agreed { former.noteAgreed(agreed) }
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

  /// Deletes the base of a record that the server no longer has.
  /// - Parameter mayComeBack: whether hashes of the base are kept in case the server shows the record again.
  func delete(_ key: RecordKey, mayComeBack: Bool = false) throws {
    let known = try stored(key)
    let agreed = mayComeBack ? try known.fields.map { try StoredFields.decode($0) } : nil
    try keepFormerValues(of: key, try known.states(besides: nil), nil, agreed: agreed)
    try db.run(
      "DELETE FROM syncBase WHERE account = ? AND kind = ? AND record = ?",
      [account.rawValue, key.kind.rawValue, key.id])
    // An unreadable record has a resource without a base.
    try forgetResource(of: key)
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

extension RecordVersion {
  /// From the two columns in which it is stored.
  fileprivate init?(tag: String?, ordinal: Int64?) {
    guard let tag else { return nil }
    self.init(tag: tag, ordinal: ordinal)
  }
}

import FoundationEssentials
import GRDB

// In-flight writes: what was sent for a record and is not answered (docs/decisions/0007).

extension SyncBaseTable {
  /// The most states that are remembered per record; the oldest is the least likely to arrive after all.
  static let inFlightLimit = 8

  /// The states that were sent for a record and are not answered, oldest first.
  func inFlight(_ key: RecordKey) throws -> [RecordFields] {
    try Data.fetchOne(
      db.statement(
        "SELECT states FROM inFlightWrite WHERE kind = ? AND record = ? AND account = ?",
        [key.kind.rawValue, key.id, account.rawValue])
    ).map(StoredFields.decodeStates) ?? []
  }

  /// Records what is about to be sent; nil for a deletion.
  /// - Returns: whether something was in flight before.
  func noteInFlight(_ key: RecordKey, _ fields: RecordFields?) throws -> Bool {
    let first = StoredFields.encode([fields].compactMap(\.self))
    try db.run(
      """
      INSERT INTO inFlightWrite (account, kind, record, states, isSending) VALUES (?, ?, ?, ?, 1)
        ON CONFLICT DO NOTHING
      """, [account.rawValue, key.kind.rawValue, key.id, first])
    // Most records have nothing in flight.
    if db.changesCount == 1 { return false }
    var states = try inFlight(key)
    if let fields, states.last != fields {
      states.removeAll { $0 == fields }
      states.append(fields)
    }
    try db.run(
      """
      UPDATE inFlightWrite SET states = ?, isSending = 1
        WHERE account = ? AND kind = ? AND record = ?
      """,
      [
        StoredFields.encode(states.suffix(Self.inFlightLimit)), account.rawValue,
        key.kind.rawValue, key.id,
      ])
    return true
  }

  /// Records that no request with a write of a record is running any more.
  func endSending(_ key: RecordKey) throws {
    try db.run(
      "UPDATE inFlightWrite SET isSending = 0 WHERE kind = ? AND record = ? AND account = ?",
      [key.kind.rawValue, key.id, account.rawValue])
  }

  func forgetInFlight(_ key: RecordKey) throws {
    try db.run(
      "DELETE FROM inFlightWrite WHERE kind = ? AND record = ? AND account = ?",
      [key.kind.rawValue, key.id, account.rawValue])
  }
}

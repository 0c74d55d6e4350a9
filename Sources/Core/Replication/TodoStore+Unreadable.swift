import Basics
import GRDB

/// A server's record that could not be read and was left as it is.
public struct UnreadableRecord: Hashable, Sendable {
  public let key: RecordKey
  /// Which field was wrong and in what way, without its contents. At most 200 characters.
  public let detail: String

  public init(key: RecordKey, detail: String) {
    self.key = key
    self.detail = detail
  }
}

extension TodoStore {
  /// The first unreadable records of an account's server, sorted by name, at most ``SyncSummary/limit``.
  public func unreadableRecords(of account: AccountID) async throws(StoreError)
    -> [UnreadableRecord]
  {
    try await read { db in
      try Row.fetchAll(
        db.statement(
          """
          SELECT kind, record, detail FROM unreadable WHERE account = ?
            ORDER BY kind, record LIMIT ?
          """, [account.rawValue, SyncSummary.limit])
      ).compactMap { row in
        RecordKind(rawValue: row[0]).map {
          UnreadableRecord(key: RecordKey(kind: $0, id: row[1]), detail: row[2])
        }
      }
    }
  }
}

extension StoreTransaction {
  /// Records that a record cannot be read, or that it can be now.
  mutating func noteReading(_ record: RemoteRecord, _ account: AccountID) throws {
    let key = record.key
    if case .unreadable(let detail) = record.state {
      try db.run(
        """
        INSERT INTO unreadable (account, kind, record, detail) VALUES (?, ?, ?, ?)
          ON CONFLICT DO UPDATE SET detail = excluded.detail
        """, [account.rawValue, key.kind.rawValue, key.id, detail.asErrorDetail])
    } else {
      try db.run(
        "DELETE FROM unreadable WHERE account = ? AND kind = ? AND record = ?",
        [account.rawValue, key.kind.rawValue, key.id])
    }
    if db.changesCount > 0 { change.touchesSync = true }
  }

  /// Forgets where the server keeps what could not be read and has no base.
  func forgetUnreadableResources(of account: AccountID) throws {
    try db.run(
      """
      DELETE FROM remoteResource WHERE account = ?1
        AND NOT EXISTS (SELECT 1 FROM syncBase WHERE syncBase.account = ?1
          AND syncBase.kind = remoteResource.kind AND syncBase.record = remoteResource.record)
      """, [account.rawValue])
  }
}

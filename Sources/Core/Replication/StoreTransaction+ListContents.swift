import GRDB

// A server that keeps each record at a path deletes what is in a list together with it. So to-dos that were deleted
// with their list wait for it, and are acknowledged with it.

/// The to-dos that a server keeps in a list, by its path, and that are waiting to be deleted there.
private let deletedTodos = """
  remoteResource AS calendar CROSS JOIN remoteResource AS place
    ON place.account = calendar.account AND place.kind = 'todo'
      AND substr(place.path, 1, length(calendar.path)) = calendar.path
    WHERE calendar.account = ?1 AND calendar.kind = 'list'
      AND NOT EXISTS (SELECT 1 FROM todo WHERE id = place.record AND account = ?1)
      AND EXISTS (SELECT 1 FROM outbox AS its WHERE its.kind = 'todo' AND its.record = place.record
        AND its.account = ?1)
  """

extension PendingOrder {
  /// The condition that a to-do goes with its list: that is waiting to be deleted too, is not quarantined, and nothing in it
  /// has an ETag that is not known, as without one the server's state cannot be compared.
  /// - Parameter record: an SQL expression for its identifier. ?1 is the account, ?3 is ``lastSessionThrough``.
  static func goesWithItsList(_ record: String) -> String {
    """
    \(record) IN (SELECT place.record FROM outbox AS gone CROSS JOIN \(deletedTodos)
      AND gone.account = ?1 AND gone.kind = 'list' AND gone.seq > ?3 AND calendar.record = gone.record
      AND NOT EXISTS (SELECT 1 FROM list WHERE id = gone.record AND account = ?1)
      AND NOT EXISTS (SELECT 1 FROM syncRetry WHERE kind = 'list' AND account = ?1
        AND record = gone.record)
      AND NOT EXISTS (SELECT 1 FROM remoteResource AS other WHERE other.account = ?1
        AND other.kind = 'todo' AND other.etag IS NULL
        AND substr(other.path, 1, length(calendar.path)) = calendar.path))
    """
  }
}

extension TodoStore {
  /// What the server keeps in a list of the to-dos that are waiting to be deleted there.
  public func deletedTodos(of list: ListID, in account: AccountID) async throws(StoreError)
    -> [KnownResource]
  {
    try await read { db in
      try Row.fetchAll(
        db.statement(
          """
          SELECT place.record, place.path, place.etag FROM \(Core.deletedTodos) AND calendar.record = ?2
            AND NOT \(SyncRecordReader.isOnItsWay("place.record")) ORDER BY place.path
          """, [account.rawValue, list.rawValue])
      ).map {
        KnownResource(
          key: RecordKey(kind: .todo, id: $0[0]), path: $0[1], etag: $0[2], version: nil)
      }
    }
  }
}

extension StoreTransaction {
  /// Acknowledges what a server has deleted together with a list. Call before that is acknowledged itself.
  mutating func acknowledgeContents(of change: PendingChange, _ version: RecordVersion) throws {
    guard change.key.kind == .list, change.operation == .delete else { return }
    let account = change.account
    let records = try String.fetchAll(
      db.statement(
        """
        SELECT place.record FROM \(deletedTodos) AND calendar.record = ?2
          AND NOT \(SyncRecordReader.isOnItsWay("place.record"))
        """, [account.rawValue, change.key.id]))
    let bases = SyncBaseTable(db: db, account: account)
    for record in records {
      let key = RecordKey(kind: .todo, id: record)
      _ = try bases.acknowledge(RemoteRecord(key: key, state: .deleted, version: version))
      try dequeue(key, account, through: .max)
    }
  }
}

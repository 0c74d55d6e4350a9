import GRDB

// A server that keeps each record at a path deletes a list together with its contents. So the deletions of to-dos that
// were deleted with their list wait for the list's deletion, and are acknowledged with it.

/// The to-dos below a list's path on the server whose deletion is pending.
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
  /// The condition that a to-do is deleted together with its list: the list's deletion is pending and not quarantined,
  /// and the ETags of all to-dos in it are known. Without an ETag the server's state cannot be compared.
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
  /// The server's resources of to-dos in a list whose deletion is pending, without those that must not be deleted yet.
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
  /// Acknowledges the to-dos that the server has deleted together with a list. Call before the list's deletion is
  /// acknowledged.
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

// To-dos that the owner moves from a shared list to another list of the same account. The record stays on the server,
// so the members get no tombstone: the to-do is only no longer among the records that they may read.

extension StoreTransaction {
  /// The shared list that a to-do leaves on the server with a change; nil if it leaves none.
  ///
  /// Call before the change is acknowledged.
  func sharedListLeft(by change: PendingChange) throws -> ListID? {
    guard case .update(let fields) = change.operation else { return nil }
    return try sharedListLeft(by: change.key, for: fields[Todo.Field.listID], change.account)
  }

  /// The same for an in-flight change that is now read from the server. A move by another device is announced by that
  /// device.
  func sharedListLeft(by record: RemoteRecord, _ account: AccountID) throws -> ListID? {
    guard let target = record.fields?[Todo.Field.listID],
      try SyncBaseTable(db: db, account: account).inFlight(record.key)
        .contains(where: { $0[Todo.Field.listID] == target })
    else { return nil }
    return try sharedListLeft(by: record.key, for: target, account)
  }

  private func sharedListLeft(by key: RecordKey, for target: FieldValue?, _ account: AccountID)
    throws -> ListID?
  {
    guard key.kind == .todo, let target,
      let source = try SyncBaseTable(db: db, account: account).base(of: key)?
        .fields?[Todo.Field.listID],
      source != target, case .string(let list) = source
    else { return nil }
    let isShared = try db.number(
      """
      SELECT EXISTS (SELECT 1 FROM list JOIN member ON member.listID = list.id
        WHERE list.id = ?1 AND list.account = ?2 AND member.account = ?2)
      """, [list, account.rawValue])
    return isShared == 1 ? ListID(rawValue: list) : nil
  }

  /// Sends a list again after a to-do has left it on the server. The members' devices are told of the changed list at
  /// once, and their next sync round finds by its count that the to-do is gone. A list with a guessed name is not sent,
  /// so that the name stays a guess.
  mutating func announceDeparture(from list: ListID) throws {
    guard let before = try self.list(list), !before.isGuessed else { return }
    var touched = before
    touched.modifiedAt = max(
      environment.now(), Timestamp(milliseconds: before.modifiedAt.milliseconds &+ 1))
    try update(touched, from: before)
    try enqueue(touched)
  }
}

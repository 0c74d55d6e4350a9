// To-dos that their owner moves from a list that others take part in to another one of the same account. The record
// stays, so the others get no tombstone: it is only no longer among what they may ask for.

extension StoreTransaction {
  /// The list that a to-do leaves on the server with a change, if others take part in it; nil otherwise.
  ///
  /// Call before the change is acknowledged.
  func sharedListLeft(by change: PendingChange) throws -> ListID? {
    guard case .update(let fields) = change.operation else { return nil }
    return try sharedListLeft(by: change.key, for: fields[Todo.Field.listID], change.account)
  }

  /// The same for a change that was sent without an answer and is read now. What another device moves is told by that one.
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

  /// Sends a list again after a to-do has left it on the server. Those who take part are told of that at once, and
  /// their next round finds by its count that the to-do is not there any more. A name that nobody chose stays a guess, so
  /// such a list is not sent.
  mutating func announceDeparture(from list: ListID) throws {
    guard let before = try self.list(list), !before.isGuessed else { return }
    var touched = before
    touched.modifiedAt = max(
      environment.now(), Timestamp(milliseconds: before.modifiedAt.milliseconds &+ 1))
    try update(touched, from: before)
    try enqueue(touched)
  }
}

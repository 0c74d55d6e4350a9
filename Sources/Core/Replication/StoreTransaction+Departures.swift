// To-dos that their owner moves from a list that others take part in to another one of the same account. The record
// stays, so the others get no tombstone: it is only no longer among what they may ask for.

extension StoreTransaction {
  /// The list that a to-do is about to leave on the server with a change, if others take part in it; nil otherwise.
  ///
  /// Call before the change is acknowledged.
  func sharedListLeft(by change: PendingChange) throws -> ListID? {
    guard change.key.kind == .todo, case .update(let fields) = change.operation,
      let target = fields[Todo.Field.listID],
      let source = try SyncBaseTable(db: db, account: change.account).base(of: change.key)?
        .fields?[Todo.Field.listID],
      source != target, case .string(let list) = source
    else { return nil }
    let isShared = try db.number(
      """
      SELECT EXISTS (SELECT 1 FROM list JOIN member ON member.listID = list.id
        WHERE list.id = ?1 AND list.account = ?2 AND member.account = ?2)
      """, [list, change.account.rawValue])
    return isShared == 1 ? ListID(rawValue: list) : nil
  }

  /// Sends a list again after a to-do has left it on the server. Those who take part are told of that at once, and
  /// their next round finds by its count that the to-do is not there any more.
  mutating func announceDeparture(from list: ListID) throws {
    guard let before = try self.list(list) else { return }
    var touched = before
    touched.modifiedAt = max(
      environment.now(), Timestamp(milliseconds: before.modifiedAt.milliseconds &+ 1))
    try update(touched, from: before)
    try enqueue(touched)
  }
}

import GRDB

extension StoreTransaction {
  /// The most to-dos that are moved at once.
  static let mostMoved = 500

  /// The sort key for a to-do at the end of a list.
  ///
  /// Another program may have written keys so long that a server would refuse a key after them. Then the
  /// to-dos with such keys get short ones in the same order, and are sent. The new keys depend only on what
  /// is stored, so devices that do this at the same time write the same.
  mutating func endPosition(in list: ListID, at moment: Timestamp) throws -> String {
    let last = try String.fetchOne(
      db.statement(
        """
        SELECT MAX(position) FROM (
          SELECT MAX(position) AS position FROM todo WHERE listID = ?1 AND isDone = 0
          UNION ALL SELECT MAX(position) FROM todo WHERE listID = ?1 AND isDone = 1)
        """, [list.rawValue]))
    if let last, !PositionKey.hasRoom(after: last) {
      return try shortenEnd(of: list, at: moment)
        // Too many would have to be moved. The new to-do is placed among the others by its age.
        ?? PositionKey.initial(at: moment)
    }
    return PositionKey.next(after: last, at: moment)
  }

  /// The sort key for a to-do behind a sibling. If the sibling has a very long key, the end of the list gets
  /// short ones, see ``endPosition(in:at:)``, and the to-do is put behind all others of the list.
  /// - Throws: ``StoreError/unsuitable`` if too many to-dos would have to be moved.
  mutating func position(behind last: String?, in list: ListID) throws -> String {
    let now = environment.now()
    if let key = PositionKey.shortNext(after: last, at: now) { return key }
    guard let key = try shortenEnd(of: list, at: now) else { throw StoreError.unsuitable }
    return key
  }

  /// - Returns: the key after all others; nil if too many to-dos would have to be moved.
  private mutating func shortenEnd(of list: ListID, at moment: Timestamp) throws -> String? {
    var moved: [TodoID] = []
    var last: String?
    let rows = try Row.fetchAll(
      db.statement(
        """
        SELECT id, position FROM todo WHERE listID = ? ORDER BY position DESC, id DESC LIMIT ?
        """, [list.rawValue, Self.mostMoved + 1]))
    for row in rows {
      let position: String = row[1]
      if PositionKey.hasRoom(after: position) {
        last = position
        break
      }
      moved.append(TodoID(rawValue: row[0]))
    }
    guard moved.count <= Self.mostMoved else { return nil }
    for id in moved.reversed() {
      guard var todo = try todo(id) else { continue }
      todo.position = PositionKey.next(after: last, at: todo.createdAt)
      last = todo.position
      try update(todo, outbox: .edit)
    }
    return PositionKey.next(after: last, at: moment)
  }
}

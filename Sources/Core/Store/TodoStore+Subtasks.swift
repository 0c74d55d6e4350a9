import Basics
import GRDB

/// What a page that mixes lists shows about a to-do with subtasks, on its row and on the rows of the subtasks.
public struct SubtaskFacts: Hashable, Sendable {
  @Exact public var title: String
  public var listID: ListID
  /// Its direct subtasks, without cancelled ones.
  public var count: Int
  /// The done ones among them.
  public var doneCount: Int
}

extension TodoStore {
  /// The facts of all to-dos with subtasks, and every later change of any to-do.
  public func subtaskFacts() -> AsyncStream<StoreFeed<[TodoID: SubtaskFacts]>> {
    feed(
      everything: { try Self.subtaskFacts($0) },
      isRelevant: { $0.isReload || !$0.todos.isEmpty })
  }

  /// The facts of some to-dos; those without subtasks have no entry.
  public func subtaskFacts(of ids: Set<TodoID>) async throws(StoreError) -> [TodoID: SubtaskFacts] {
    try await read { db in
      var facts: [TodoID: SubtaskFacts] = [:]
      for id in ids { try facts.merge(Self.subtaskFacts(db, of: id)) { $1 } }
      return facts
    }
  }

  /// - Parameter id: nil for all.
  private static func subtaskFacts(_ db: Database, of id: TodoID? = nil) throws
    -> [TodoID: SubtaskFacts]
  {
    // CROSS JOIN fixes the order of the tables: newer versions of SQLite would otherwise read all to-dos.
    let rows = try Row.fetchCursor(
      db.statement(
        """
        SELECT parent.id, parent.content, parent.listID, SUM(NOT part.isCancelled),
            SUM(part.isDone AND NOT part.isCancelled)
          FROM todo AS part INDEXED BY todo_parent CROSS JOIN todo AS parent
            ON parent.id = part.parent AND parent.listID = part.listID
          WHERE part.parent \(id == nil ? "IS NOT NULL" : "= ?") GROUP BY part.parent
        """, id.map { [$0.rawValue] } ?? []))
    var facts: [TodoID: SubtaskFacts] = [:]
    while let row = try rows.next() {
      facts[TodoID(rawValue: row[0])] = SubtaskFacts(
        title: row[1], listID: ListID(rawValue: row[2]), count: row[3], doneCount: row[4])
    }
    return facts
  }
}

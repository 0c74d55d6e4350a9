import Basics
import GRDB

/// What a page that mixes lists shows about a to-do with subtasks, on its row and on the rows of the subtasks.
public struct SubtaskSummary: Hashable, Sendable {
  @Exact public var title: String
  public var listID: ListID
  /// Its direct subtasks, without cancelled ones.
  public var count: Int
  /// The done ones among them.
  public var doneCount: Int
}

extension TodoStore {
  /// The summaries of all to-dos with subtasks, and every later change of any to-do.
  public func subtaskSummaries() -> AsyncStream<StoreFeed<[TodoID: SubtaskSummary]>> {
    feed(
      everything: { try Self.subtaskSummaries($0) },
      isRelevant: { $0.isReload || !$0.todos.isEmpty })
  }

  /// The summaries of some to-dos; those without subtasks have no entry.
  public func subtaskSummaries(of ids: Set<TodoID>) async throws(StoreError)
    -> [TodoID: SubtaskSummary]
  {
    try await read { db in
      var summaries: [TodoID: SubtaskSummary] = [:]
      for id in ids { try summaries.merge(Self.subtaskSummaries(db, of: id)) { $1 } }
      return summaries
    }
  }

  /// - Parameter id: nil for all.
  private static func subtaskSummaries(_ db: Database, of id: TodoID? = nil) throws
    -> [TodoID: SubtaskSummary]
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
    var summaries: [TodoID: SubtaskSummary] = [:]
    while let row = try rows.next() {
      summaries[TodoID(rawValue: row[0])] = SubtaskSummary(
        title: row[1], listID: ListID(rawValue: row[2]), count: row[3], doneCount: row[4])
    }
    return summaries
  }
}

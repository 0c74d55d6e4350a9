import Basics
import GRDB

/// A tag, and how many to-dos have it.
public struct TagCount: Hashable, Sendable {
  @Exact public private(set) var tag: String
  /// Those that are neither done nor cancelled.
  public let openCount: Int
}

extension TodoStore {
  /// All tags that a to-do has, in the order of their bytes.
  public func tags() async throws(StoreError) -> [TagCount] {
    try await read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT tag, SUM(isDone = 0) FROM todoTag JOIN todo ON todo.id = todoTag.todo
            GROUP BY tag ORDER BY tag
          """
      ).map { TagCount(tag: $0[0], openCount: $0[1]) }
    }
  }
}

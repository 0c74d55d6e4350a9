import GRDB
import GRDBSQLite

@testable import Core

/// What a command costs in steps of SQLite's own machine and in pages it writes, which are the same on
/// every computer.
struct WorkCounter {
  struct Work {
    var steps = 0
    var pages = 0
  }

  private final class Counter: @unchecked Sendable {
    // Touched only from the writer's queue.
    var steps = 0
  }

  let store: TodoStore

  /// - Parameter command: in memory its reading counts too, in a file only its writing.
  func work(_ command: () async throws -> Void) async throws -> Work {
    let counter = Counter()
    let before = try await store.writer.writeWithoutTransaction { db in
      sqlite3_progress_handler(
        db.sqliteConnection, 1,
        { context in
          guard let context else { return 0 }
          Unmanaged<Counter>.fromOpaque(context).takeUnretainedValue().steps += 1
          return 0
        }, Unmanaged.passUnretained(counter).toOpaque())
      return Self.pagesWritten(db)
    }
    try await command()
    return try await store.writer.writeWithoutTransaction { db in
      sqlite3_progress_handler(db.sqliteConnection, 0, nil, nil)
      return Work(steps: counter.steps, pages: Self.pagesWritten(db) - before)
    }
  }

  private static func pagesWritten(_ db: Database) -> Int {
    var current: CInt = 0
    var highest: CInt = 0
    sqlite3_db_status(
      db.sqliteConnection, SQLITE_DBSTATUS_CACHE_WRITE, &current, &highest, 0)
    return Int(current)
  }
}

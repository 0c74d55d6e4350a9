import GRDB
import Synchronization

extension Database {
  /// Runs one statement, prepared once per connection.
  func run(_ sql: String, _ values: [(any StoredValue)?] = []) throws {
    try statement(sql, values).execute()
  }

  /// Reads one number; zero if the statement gives no row.
  func number(_ sql: String, _ values: [(any StoredValue)?] = []) throws -> Int {
    try Int.fetchOne(statement(sql, values)) ?? 0
  }

  /// A statement that is prepared once per connection, with values bound to it in the order of its parameters.
  ///
  /// GRDB's own arguments are built in four steps for every value, which took a fifth of the time of a first download.
  func statement(_ sql: String, _ values: [(any StoredValue)?] = []) throws -> Statement {
    let statement = try cachedStatement(sql: sql)
    // Resets the statement, clears what is bound, and lets GRDB know that the binding is done.
    statement.setUncheckedArguments(StatementArguments())
    var index: CInt = 0
    for value in values {
      index += 1
      guard let value else { continue }
      let code = value.bindStored(to: statement.sqliteStatement, at: index)
      guard code == 0 else { throw DatabaseError(resultCode: ResultCode(rawValue: code), sql: sql) }
    }
    return statement
  }
}

extension DatabaseQueue {
  /// Closes a database that was open only briefly. The file is closed; the connection object is kept for
  /// ever.
  ///
  /// When one of GRDB's dispatch queues is freed, libdispatch cleans up its attached data on a shared queue,
  /// and after that wakes up once a second to count its threads (`_dispatch_queue_specific_head_dispose` in
  /// src/queue.c, src/event/workqueue.c). A process opens only a few such databases.
  func closeForGood() throws {
    try close()
    closed.withLock { $0.append(self) }
  }
}

private let closed = Mutex<[DatabaseQueue]>([])

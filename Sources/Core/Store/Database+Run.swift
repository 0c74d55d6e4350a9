import GRDB
import Synchronization

extension Database {
  /// Runs one statement, prepared once per connection.
  func run(_ sql: String, _ values: [(any DatabaseValueConvertible)?] = []) throws {
    try cachedStatement(sql: sql).execute(arguments: .stored(values))
  }

  /// Reads one number; zero if the statement gives no row.
  func number(_ sql: String, _ values: [(any DatabaseValueConvertible)?] = []) throws -> Int {
    try Int.fetchOne(cachedStatement(sql: sql), arguments: .stored(values)) ?? 0
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

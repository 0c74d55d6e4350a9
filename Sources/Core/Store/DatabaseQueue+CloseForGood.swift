import GRDB
import Synchronization

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

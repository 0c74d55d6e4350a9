import GRDB
import Synchronization

extension DatabaseQueue {
  /// Closes a database that was open for a moment only. Its file is let go; the closed object stays.
  ///
  /// When one of GRDB's dispatch queues goes away, libdispatch clears what was attached to it on a shared
  /// queue, and from the first work there on it wakes up once a second to count its threads
  /// (`_dispatch_queue_specific_head_dispose` in src/queue.c, src/event/workqueue.c). There are a few
  /// such databases in the life of a process.
  func closeForGood() throws {
    try close()
    closed.withLock { $0.append(self) }
  }
}

private let closed = Mutex<[DatabaseQueue]>([])

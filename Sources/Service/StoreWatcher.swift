import Basics
import Core
import Dispatch
import Glibc
import Sync

/// Notices that another process has written to the file with the to-dos: a command in a terminal, or a
/// second window.
///
/// It sleeps until something is written into the folder. What this process writes wakes it too, and costs
/// a look at one number.
package final class StoreWatcher: Sendable {
  // Dispatch's sources may be used on any thread, but do not say so.
  nonisolated(unsafe) private let source: any DispatchSourceRead

  /// Several writes in a row are looked at once, after so many microseconds.
  private static let pause: UInt32 = 30_000

  /// Begins. To be made before the first feed of the store is opened.
  ///
  /// Nil where the system watches nothing more for this user; what other processes do is then seen at
  /// the next start.
  /// - Parameter path: of the database.
  package init?(_ store: TodoStore, path: String) {
    let handle = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard handle >= 0 else { return nil }
    let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    // Closing as well: where a write is seen before its commit counts, the end of the writer is not.
    guard inotify_add_watch(handle, folder, UInt32(IN_MODIFY | IN_CLOSE_WRITE)) >= 0 else {
      close(handle)
      return nil
    }
    store.beginNoticingOtherProcesses()
    source = DispatchSource.makeReadSource(
      fileDescriptor: handle, queue: DispatchQueue(label: "store watcher", qos: .userInitiated))
    source.setEventHandler { [weak store] in
      usleep(Self.pause)
      Self.drain(handle)
      store?.noticeOtherProcesses()
    }
    source.setCancelHandler { close(handle) }
    source.resume()
  }

  deinit {
    source.cancel()
  }

  /// Which file it was does not matter: hardly anything else is in the folder.
  private static func drain(_ handle: Int32) {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while read(handle, &buffer, buffer.count) > 0 {}
  }
}

import Basics
import Core
import Dispatch
import Glibc
import Sync

/// Notices when another process writes to the file with the to-dos: a command in a terminal, or a second
/// window.
///
/// It sleeps until something is written in the folder. This process's own writes wake it too, at the cost of
/// one integer comparison.
package final class StoreWatcher: Sendable {
  // Dispatch sources are thread-safe, but not declared as such.
  nonisolated(unsafe) private let source: any DispatchSourceRead

  /// Several writes in a row are handled together after this many microseconds.
  private static let pause: UInt32 = 30_000

  /// Starts watching. Create it before the first feed of the store is opened.
  ///
  /// Nil if the system's limit of watches for this user is reached; changes of other processes are then seen
  /// at the next start.
  /// - Parameter path: of the database.
  package init?(_ store: TodoStore, path: String) {
    let handle = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard handle >= 0 else { return nil }
    let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    // Closing is watched too: a write may be seen before its commit takes effect, and no other write would follow then.
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

  /// Which file was written does not matter: hardly anything else is in the folder.
  private static func drain(_ handle: Int32) {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while read(handle, &buffer, buffer.count) > 0 {}
  }
}

import Basics
import Dispatch
import Synchronization

/// The right to run sync engines on a database, which one process has at a time.
///
/// It is a lock on a file beside the database, so it is released as soon as its process ends, however that
/// happens.
package final class SyncLease: Sendable {
  /// What kind of process holds it.
  package enum Holder: String, Sendable {
    /// A window: it stays, and sends what other processes write.
    case window
    /// A command that ends by itself.
    case command
  }

  private struct State {
    var lock: FileLock?
    var waiting: CheckedContinuation<Bool, Never>?
  }

  private let path: String
  private let holder: Holder
  private let state = Mutex(State())

  /// - Parameter databasePath: of the file that the engines work on.
  package init(databasePath: String, holder: Holder) {
    let folder = databasePath[..<(databasePath.lastIndex(of: "/") ?? databasePath.startIndex)]
    path = folder + "/optimist.sync-lock"
    self.holder = holder
  }

  /// The other holder; nil if there is none.
  package var otherHolder: Holder? {
    guard let lock = FileLock(path), lock.isTaken else { return nil }
    return Holder(rawValue: lock.text) ?? .command
  }

  /// Takes it if it is free.
  /// - Returns: whether this process holds it now. Where no file can be created, everybody gets it.
  package func take() -> Bool {
    guard let lock = FileLock(path) else { return true }
    guard lock.take() else { return false }
    lock.write(holder.rawValue)
    state.withLock { $0.lock = lock }
    return true
  }

  /// Whether ``acquire()`` waits for it.
  var isAwaited: Bool { state.withLock { $0.waiting != nil } }

  /// Waits until it is free and takes it, without waking up meanwhile.
  /// - Returns: whether this process holds it now; false if the task was cancelled.
  package func acquire() async -> Bool {
    if take() { return true }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        state.withLock { $0.waiting = continuation }
        if Task.isCancelled { return giveUp() }
        // Uses a thread of its own, which the kernel wakes, perhaps after hours.
        DispatchQueue(label: "sync lease").async { [weak self, path] in
          let lock = FileLock(path)
          lock?.wait()
          self?.didGet(lock)
        }
      }
    } onCancel: {
      giveUp()
    }
  }

  /// Releases it.
  package func release() {
    let lock = state.withLock { state in
      defer { state.lock = nil }
      return state.lock
    }
    // The thread that waited for the lock may still hold a reference to it.
    lock?.release()
  }

  // MARK: Parts

  /// Keeps the lock if it is still wanted; otherwise dropping the last reference releases it.
  private func didGet(_ lock: FileLock?) {
    let waiting = state.withLock { state in
      guard let waiting = state.waiting else { return nil as CheckedContinuation<Bool, Never>? }
      state.waiting = nil
      lock?.write(holder.rawValue)
      state.lock = lock
      return waiting
    }
    waiting?.resume(returning: true)
  }

  private func giveUp() {
    let waiting = state.withLock { state in
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume(returning: false)
  }
}

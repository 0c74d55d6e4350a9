import Core
import Sync
import Synchronization
import TestSupport

/// A watch under way, and what it has told.
final class FirestoreSignals: Sendable {
  private struct State {
    var signals: [LiveSignal] = []
    var end: SyncError?
  }

  private let state = Mutex(State())
  private let task = Mutex<Task<Void, Never>?>(nil)

  init(_ backend: FirestoreBackend, since cursors: [RecordKind: SyncCursor] = [:]) {
    let running = Task { [self] in
      do throws(SyncError) {
        try await backend.watch(since: cursors, shares: []) { _, signal in
          self.state.withLock { $0.signals.append(signal) }
        }
      } catch {
        state.withLock { $0.end = error }
      }
    }
    task.withLock { $0 = running }
  }

  var all: [LiveSignal] { state.withLock { $0.signals } }

  var isConnected: Bool { all.contains(.connected) }

  /// Why the watch ended; nil while it goes on.
  var end: SyncError? { state.withLock { $0.end } }

  /// Whether this state of a record was told.
  func tells(_ key: RecordKey, _ version: RecordVersion?) -> Bool {
    all.contains { signal in
      guard case .changed(let versions) = signal else { return false }
      return versions[key] == .some(version)
    }
  }

  /// Waits until the server listens.
  func connected() async -> Bool {
    await eventually(within: .seconds(30)) { isConnected }
  }

  func cancel() {
    task.withLock { $0 }?.cancel()
  }

  /// Waits for the end.
  func ended() async -> SyncError? {
    await task.withLock { $0 }?.value
    return end
  }
}

import Core
import Synchronization
import TestSupport

/// Deletions on the server, and records created again after one. A to-do that nobody has deleted was moved, so whenever
/// it is deleted in one tree, another one must have it.
final class DeletionLog: Sendable {
  private struct State {
    var deleted: Set<RecordKey> = []
    var vanished: Set<RecordKey> = []
    var tombstones: [RecordKey: Set<String>] = [:]
    var returned: [RecordKey: [RecordFields]] = [:]
  }

  private let state = Mutex(State())

  /// The to-dos that were deleted on the server although no user had deleted them and no other tree had them.
  var vanished: Set<RecordKey> { state.withLock { $0.vanished } }

  func isDeleted(_ key: RecordKey) -> Bool { state.withLock { $0.deleted.contains(key) } }

  /// A user deleted a record, or discarded it.
  func noteDeleted(_ key: RecordKey) { state.withLock { _ = $0.deleted.insert(key) } }

  /// The states in which a record was created again in the tree in which it had been deleted.
  func returned(_ key: RecordKey) -> [RecordFields] { state.withLock { $0.returned[key] ?? [] } }

  func note(_ write: SimulatedServer.Write) {
    state.withLock { state in
      if let after = write.after {
        if write.before == nil, state.tombstones[write.key]?.contains(write.tree) == true {
          state.returned[write.key, default: []].append(after)
        }
      } else {
        state.tombstones[write.key, default: []].insert(write.tree)
        if write.key.kind == .todo, write.before != nil, !write.isElsewhere,
          !state.deleted.contains(write.key)
        {
          state.vanished.insert(write.key)
        }
      }
    }
  }
}

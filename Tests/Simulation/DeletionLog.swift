import Core
import Synchronization
import TestSupport

/// What the server deletes, and what is made again there. A to-do that nobody has deleted was moved: wherever it is
/// deleted, another place must have it.
final class DeletionLog: Sendable {
  private struct State {
    var deleted: Set<RecordKey> = []
    var vanished: Set<RecordKey> = []
    var tombstones: [RecordKey: Set<String>] = [:]
    var returned: [RecordKey: [RecordFields]] = [:]
  }

  private let state = Mutex(State())

  /// What was deleted while nobody had deleted it and no other place had it.
  var vanished: Set<RecordKey> { state.withLock { $0.vanished } }

  func isDeleted(_ key: RecordKey) -> Bool { state.withLock { $0.deleted.contains(key) } }

  /// Somebody deleted a record, or gave it up.
  func noteDeleted(_ key: RecordKey) { state.withLock { _ = $0.deleted.insert(key) } }

  /// The states with which a record was made again in the tree where it had been deleted.
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

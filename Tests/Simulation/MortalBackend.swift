import Core
import Sync
import TestSupport

/// The way of a simulated computer to the server, which ends when its power fails.
struct MortalBackend: SyncBackend {
  let base: SimulatedBackend
  let disk: UnsafeDisk
  /// Told of every record that is refused for itself.
  let refusals: RecordLog
  /// Asked at every call before and after the server has seen it: whether the power fails there.
  let isCutOff: @Sendable () -> Bool

  var kinds: [RecordKind] { base.kinds }
  var batchLimit: Int { base.batchLimit }

  func push(_ changes: [PendingChange]) async throws(SyncError) -> [RecordVersion] {
    try await alive { () async throws(SyncError) in
      do throws(SyncError) {
        return try await base.push(changes)
      } catch {
        if case .rejected = error, changes.count == 1 { refusals.add(changes[0].key) }
        throw error
      }
    }
  }

  func fetch(_ keys: [RecordKey]) async throws(SyncError) -> [RemoteRecord] {
    try await alive { () async throws(SyncError) in try await base.fetch(keys) }
  }

  func changes(of kind: RecordKind, since cursor: SyncCursor?) async throws(SyncError)
    -> ChangePage?
  {
    try await alive { () async throws(SyncError) in
      try await base.changes(of: kind, since: cursor)
    }
  }

  private func alive<T>(_ call: () async throws(SyncError) -> T) async throws(SyncError) -> T {
    try check()
    let result = try await call()
    try check()
    return result
  }

  private func check() throws(SyncError) {
    if isCutOff() { disk.cutPower() }
    if disk.isDead { throw .transient(cause: .unreachable, retryAfter: nil) }
  }
}

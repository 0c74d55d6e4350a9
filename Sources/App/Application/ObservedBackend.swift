import Core
import Sync

/// A backend that tells when the server is asked something.
struct ObservedBackend: SyncBackend {
  let base: any SyncBackend
  /// Runs before each request, on no particular thread. Listening is none.
  let onRequest: @Sendable () -> Void

  var kinds: [RecordKind] { base.kinds }
  var batchLimit: Int { base.batchLimit }
  var canWatch: Bool { base.canWatch }

  func push(_ changes: [PendingChange]) async throws(SyncError) -> [RecordVersion] {
    onRequest()
    return try await base.push(changes)
  }

  func fetch(_ keys: [RecordKey]) async throws(SyncError) -> [RemoteRecord] {
    onRequest()
    return try await base.fetch(keys)
  }

  func changes(of kind: RecordKind, since cursor: SyncCursor?) async throws(SyncError)
    -> ChangePage?
  {
    onRequest()
    return try await base.changes(of: kind, since: cursor)
  }

  func watch(
    since cursors: [RecordKind: SyncCursor], onSignal: @escaping @Sendable (LiveSignal) -> Void
  ) async throws(SyncError) {
    try await base.watch(since: cursors, onSignal: onSignal)
  }

  var mostWatchedShares: Int { base.mostWatchedShares }

  func watch(
    since cursors: [RecordKind: SyncCursor], shares: [WatchedShare],
    onSignal: @escaping @Sendable (Account.Share?, LiveSignal) -> Void
  ) async throws(SyncError) {
    try await base.watch(since: cursors, shares: shares, onSignal: onSignal)
  }
}

public import Core
public import Sync

// Default answers of a test backend for calls that its test is not about.

extension SyncBackend {
  public func count(of kind: RecordKind) async throws(SyncError) -> Int? { nil }

  public func versions(of kind: RecordKind, after place: SyncCursor?) async throws(SyncError)
    -> VersionPage?
  { nil }

  public var canWatch: Bool { false }

  public var mostWatchedShares: Int { 0 }

  public func watch(
    since cursors: [RecordKind: SyncCursor], shares: [WatchedShare],
    onSignal: @escaping @Sendable (Account.Share?, LiveSignal) -> Void
  ) async throws(SyncError) {}
}

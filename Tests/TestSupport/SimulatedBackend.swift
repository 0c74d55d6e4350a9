public import Core
public import Sync

/// One device's way to a ``SimulatedServer``.
public struct SimulatedBackend: SyncBackend {
  private let server: SimulatedServer
  private let pageSize: Int
  public let batchLimit: Int
  public let kinds: [RecordKind] = [.list, .todo]

  public init(_ server: SimulatedServer, pageSize: Int = 300, batchLimit: Int = 500) {
    self.server = server
    self.pageSize = pageSize
    self.batchLimit = batchLimit
  }

  public func push(_ changes: [PendingChange]) async throws(SyncError) -> [RecordVersion] {
    try await server.push(changes)
  }

  public func fetch(_ keys: [RecordKey]) async throws(SyncError) -> [RemoteRecord] {
    try await server.fetch(keys)
  }

  public func changes(of kind: RecordKind, since cursor: SyncCursor?) async throws(SyncError)
    -> ChangePage?
  {
    try await server.changes(of: kind, since: cursor, limit: pageSize)
  }
}

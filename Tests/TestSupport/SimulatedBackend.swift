public import Core
public import Sync

/// One device's way to a ``SimulatedServer``.
public struct SimulatedBackend: SyncBackend {
  private let server: SimulatedServer
  private let pageSize: Int

  public init(_ server: SimulatedServer, pageSize: Int = 300) {
    self.server = server
    self.pageSize = pageSize
  }

  public func push(_ change: PendingChange, replacing version: String?) async throws(SyncError)
    -> String
  {
    try await server.push(change, replacing: version)
  }

  public func fetch(_ key: RecordKey) async throws(SyncError) -> RemoteRecord? {
    try await server.fetch(key)
  }

  public func page(of kind: RecordKind, after token: PageToken?) async throws(SyncError)
    -> RemotePage
  {
    try await server.page(of: kind, after: token?.after, limit: token?.limit ?? pageSize)
  }
}

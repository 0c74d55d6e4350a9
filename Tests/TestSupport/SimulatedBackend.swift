public import Core
public import Sync

/// A device's backend for a ``SimulatedServer``.
public struct SimulatedBackend: SyncBackend {
  private let server: SimulatedServer
  private let client: SimulatedClient
  private let pageSize: Int
  public let batchLimit: Int
  public let kinds: [RecordKind]

  /// The backend of a server's only user.
  public init(_ server: SimulatedServer, pageSize: Int = 300, batchLimit: Int = 500) {
    self.server = server
    self.pageSize = pageSize
    self.batchLimit = batchLimit
    client = .home
    kinds = [.list, .todo]
  }

  /// The backend of one of several users, for the user's own records or for a list that the user takes part in.
  public init(
    _ server: SimulatedServer, account: Account, pageSize: Int = 300, batchLimit: Int = 500
  ) {
    self.server = server
    self.pageSize = pageSize
    self.batchLimit = batchLimit
    client = SimulatedClient(account)
    kinds =
      account.share == nil
      ? [.list, .member, .todo, .consent, .membership] : [.list, .member, .todo]
  }

  public func push(_ changes: [PendingChange]) async throws(SyncError) -> [RecordVersion] {
    try await server.push(changes, as: client)
  }

  public func fetch(_ keys: [RecordKey]) async throws(SyncError) -> [RemoteRecord] {
    try await server.fetch(keys, as: client)
  }

  public func changes(of kind: RecordKind, since cursor: SyncCursor?) async throws(SyncError)
    -> ChangePage?
  {
    try await server.changes(of: kind, since: cursor, limit: pageSize, as: client)
  }

  public func count(of kind: RecordKind) async throws(SyncError) -> Int? {
    try await server.count(of: kind, as: client)
  }

  public func versions(of kind: RecordKind, after place: SyncCursor?) async throws(SyncError)
    -> VersionPage?
  {
    try await server.versions(of: kind, after: place, limit: pageSize, as: client)
  }
}

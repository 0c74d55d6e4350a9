public import Core

/// A kind of server, as the engine needs it. One backend speaks for one account.
public protocol SyncBackend: Sendable {
  /// Sends one change; sending it twice leaves the same state.
  /// - Parameters:
  ///   - change: what to write.
  ///   - version: the state the change was made for. If the server has another one by now it writes
  ///     nothing and ``SyncError/conflict`` is thrown. Nil writes whatever is there.
  /// - Returns: the version of the record after the change.
  func push(_ change: PendingChange, replacing version: String?) async throws(SyncError) -> String

  /// The present state of one record; nil if the server does not know it.
  func fetch(_ key: RecordKey) async throws(SyncError) -> RemoteRecord?

  /// The records of a kind, a part at a time.
  /// - Parameter token: ``RemotePage/next`` of the page before; nil for the first one.
  func page(of kind: RecordKind, after token: PageToken?) async throws(SyncError) -> RemotePage
}

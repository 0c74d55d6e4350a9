public import Core

/// A kind of server, as the engine needs it. Each backend instance serves one account.
public protocol SyncBackend: Sendable {
  /// The kinds of records that the server keeps, in the order in which they are read.
  var kinds: [RecordKind] { get }

  /// The most changes that ``push(_:)`` takes in one batch, at least one.
  var batchLimit: Int { get }

  /// Sends changes as one atomic batch: all of them or none is written.
  ///
  /// Throws ``SyncError/conflict`` if a precondition does not hold, and ``SyncError/rejected(status:code:)``
  /// if the server refuses a change.
  /// - Parameter changes: of different records; none has the precondition
  ///   ``Core/PendingChange/Precondition/unknown``.
  /// - Returns: the versions after the changes, in the same order.
  func push(_ changes: [PendingChange]) async throws(SyncError) -> [RecordVersion]

  /// The current state of some records, in the same order; ``Core/RemoteRecord/State/absent`` if the server
  /// does not know the record or does not let the account see it. If the call is refused, the account has no
  /// access there at all.
  func fetch(_ keys: [RecordKey]) async throws(SyncError) -> [RemoteRecord]

  /// The changes of a kind since a cursor, one page at a time, tombstones included.
  /// - Parameter cursor: ``Core/ChangePage/next`` of the last page that was stored; nil lists everything.
  /// - Returns: nil if the server no longer accepts the cursor; the listing has to start again.
  func changes(of kind: RecordKind, since cursor: SyncCursor?) async throws(SyncError)
    -> ChangePage?

  /// How many records of a kind the server has, tombstones included; nil if it does not count them.
  func count(of kind: RecordKind) async throws(SyncError) -> Int?

  /// The names and versions of a kind's records, one page at a time, tombstones included.
  /// - Parameter place: ``Core/VersionPage/next`` of the previous page; nil for the first.
  /// - Returns: nil if the server cannot send them without the contents. Then ``changes(of:since:)`` has to find what
  ///   the server lost: once a day, and if ``Core/ServerComparison/isDue`` is set.
  func versions(of kind: RecordKind, after place: SyncCursor?) async throws(SyncError)
    -> VersionPage?

  /// Whether ``watch(since:shares:onSignal:)`` is supported.
  var canWatch: Bool { get }

  /// The most shared lists that ``watch(since:shares:onSignal:)`` can include.
  var mostWatchedShares: Int { get }

  /// Reports changes on the server as they happen, until that fails or the task is cancelled.
  /// - Parameters:
  ///   - cursors: how far the user's own records have been read.
  ///   - shares: shared lists to include, at most ``mostWatchedShares``.
  ///   - onSignal: called on any thread, with the share it concerns; nil for the user's own account.
  func watch(
    since cursors: [RecordKind: SyncCursor], shares: [WatchedShare],
    onSignal: @escaping @Sendable (Account.Share?, LiveSignal) -> Void
  ) async throws(SyncError)
}

/// A shared list on a live connection.
public struct WatchedShare: Hashable, Sendable {
  public let share: Account.Share
  /// How far it has been read.
  public let cursors: [RecordKind: SyncCursor]

  public init(_ share: Account.Share, since cursors: [RecordKind: SyncCursor]) {
    self.share = share
    self.cursors = cursors
  }
}

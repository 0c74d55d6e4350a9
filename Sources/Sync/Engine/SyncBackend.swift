public import Core

/// A kind of server, as the engine needs it. One backend speaks for one account.
public protocol SyncBackend: Sendable {
  /// What the server keeps, in the order in which it is read.
  var kinds: [RecordKind] { get }

  /// The most changes that ``push(_:)`` takes at once, at least one.
  var batchLimit: Int { get }

  /// Sends changes together: all of them or none is written.
  ///
  /// A change whose precondition does not hold fails the call with ``SyncError/conflict``; one that the
  /// server does not want, with ``SyncError/rejected(status:code:)``.
  /// - Parameter changes: of different records; none has the precondition
  ///   ``Core/PendingChange/Precondition/unknown``.
  /// - Returns: the versions after the changes, in the same order.
  func push(_ changes: [PendingChange]) async throws(SyncError) -> [RecordVersion]

  /// The present state of some records, in the same order, each in a state that says it if the server
  /// does not know the record or does not let the account see it. A call that is refused is refused for all
  /// that the account has there.
  func fetch(_ keys: [RecordKey]) async throws(SyncError) -> [RemoteRecord]

  /// What the server has of a kind since a cursor, a part at a time, tombstones included.
  /// - Parameter cursor: ``Core/ChangePage/next`` of the last page that was stored; nil lists everything.
  /// - Returns: nil if the server does not take the cursor any more; the listing has to begin anew.
  func changes(of kind: RecordKind, since cursor: SyncCursor?) async throws(SyncError)
    -> ChangePage?

  /// How many records of a kind the server has, tombstones included; nil if it does not count them.
  func count(of kind: RecordKind) async throws(SyncError) -> Int?

  /// The names and versions of what the server has of a kind, a part at a time, tombstones included.
  /// - Parameter place: ``Core/VersionPage/next`` of the part before; nil for the first.
  /// - Returns: nil if the server cannot tell them without the contents.
  func versions(of kind: RecordKind, after place: SyncCursor?) async throws(SyncError)
    -> VersionPage?

  /// Whether ``watch(since:shares:onSignal:)`` can tell anything.
  var canWatch: Bool { get }

  /// To how many lists of other people ``watch(since:shares:onSignal:)`` can listen as well.
  var mostWatchedShares: Int { get }

  /// Tells of changes on the server as they happen, until that fails or the task is cancelled.
  /// - Parameters:
  ///   - cursors: what is known already of what is the user's own.
  ///   - shares: lists of other people that are listened to as well, at most ``mostWatchedShares``.
  ///   - onSignal: told on no particular thread, and for which share; nil: for what is the user's own.
  func watch(
    since cursors: [RecordKind: SyncCursor], shares: [WatchedShare],
    onSignal: @escaping @Sendable (Account.Share?, LiveSignal) -> Void
  ) async throws(SyncError)
}

/// A list of another person that is listened to.
public struct WatchedShare: Hashable, Sendable {
  public let share: Account.Share
  /// What is known already.
  public let cursors: [RecordKind: SyncCursor]

  public init(_ share: Account.Share, since cursors: [RecordKind: SyncCursor]) {
    self.share = share
    self.cursors = cursors
  }
}

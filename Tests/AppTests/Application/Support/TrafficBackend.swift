import Basics
import Core
import Sync
import Synchronization
import TestSupport
import XCTest

/// What many accounts ask of one server, all together.
final class Traffic: Sendable {
  private struct State {
    var inFlight = 0
    var most = 0
    var reads: [AccountID: Int] = [:]
    var pushes: [AccountID] = []
    var watched: [[Account.Share]] = []
    var isHeld = false
    var isAway = false
  }

  private let state = Mutex(State())

  /// The most requests at once.
  var most: Int { state.withLock(\.most) }
  var inFlight: Int { state.withLock(\.inFlight) }
  /// Who has read something, and how often.
  var reads: [AccountID: Int] { state.withLock(\.reads) }
  var pushes: [AccountID] { state.withLock(\.pushes) }
  /// The lists of others on each connection that was made.
  var watched: [[Account.Share]] { state.withLock(\.watched) }

  /// Lets everything that is read wait.
  func hold(_ isHeld: Bool) { state.withLock { $0.isHeld = isHeld } }

  func setAway(_ isAway: Bool) { state.withLock { $0.isAway = isAway } }

  fileprivate func note(watch shares: [Account.Share]) {
    state.withLock { $0.watched.append(shares) }
  }

  fileprivate func notePush(_ account: AccountID) {
    state.withLock { $0.pushes.append(account) }
  }

  fileprivate func pass<T: Sendable>(
    _ account: AccountID, isRead: Bool, _ work: () async throws(SyncError) -> T
  ) async throws(SyncError) -> T {
    state.withLock { state in
      state.inFlight += 1
      state.most = max(state.most, state.inFlight)
      if isRead { state.reads[account, default: 0] += 1 }
    }
    defer { state.withLock { $0.inFlight -= 1 } }
    if isRead {
      let isFree = await eventually(within: .seconds(60)) {
        Task.isCancelled || !state.withLock(\.isHeld)
      }
      XCTAssertTrue(isFree, "nobody ended the hold")
    }
    if Task.isCancelled || state.withLock(\.isAway) {
      // Named, so that it is not tried again at once.
      throw .transient(cause: .unreachable, retryAfter: .seconds(30))
    }
    return try await work()
  }
}

/// One account's way to a server whose traffic is counted.
struct TrafficBackend: SyncBackend {
  let base: any SyncBackend
  let account: Account
  let traffic: Traffic

  var kinds: [RecordKind] { base.kinds }
  var batchLimit: Int { base.batchLimit }
  let canWatch = true
  let mostWatchedShares = 32

  func push(_ changes: [PendingChange]) async throws(SyncError) -> [RecordVersion] {
    traffic.notePush(account.id)
    return try await traffic.pass(account.id, isRead: false) { () async throws(SyncError) in
      try await base.push(changes)
    }
  }

  func fetch(_ keys: [RecordKey]) async throws(SyncError) -> [RemoteRecord] {
    try await traffic.pass(account.id, isRead: false) { () async throws(SyncError) in
      try await base.fetch(keys)
    }
  }

  func changes(of kind: RecordKind, since cursor: SyncCursor?) async throws(SyncError)
    -> ChangePage?
  {
    try await traffic.pass(account.id, isRead: true) { () async throws(SyncError) in
      try await base.changes(of: kind, since: cursor)
    }
  }

  func watch(
    since cursors: [RecordKind: SyncCursor], shares: [WatchedShare],
    onSignal: @escaping @Sendable (Account.Share?, LiveSignal) -> Void
  ) async throws(SyncError) {
    traffic.note(watch: shares.map(\.share))
    try? await Task.pause(for: .seconds(3600))
  }
}

import Basics
public import Core
import Synchronization

/// A live update from the server. It is a reason to read; its contents are not stored.
public enum LiveSignal: Hashable, Sendable {
  /// The connection is established: changes from now on are reported.
  case connected
  /// The server stopped reporting to this account; the connection continues for others.
  case refused
  /// These records changed; a version is nil if it was not sent.
  case changed([RecordKey: RecordVersion?])
}

/// Keeps one live connection to a server for one user, and requests a sync round when it reports news;
/// reconnects with growing pauses.
///
/// The same connection serves the lists that others share with the user, up to the backend's limit. The rest
/// is polled in turn (``SyncScheduler``).
public final class LiveUpdates: Sendable {
  /// An account that receives live updates: the user's own, or a shared list.
  public struct Member: Sendable {
    let engine: SyncEngine
    let scheduler: SyncScheduler
    /// Nil for the user's own account.
    let share: Account.Share?

    public init(engine: SyncEngine, scheduler: SyncScheduler, share: Account.Share? = nil) {
      self.engine = engine
      self.scheduler = scheduler
      self.share = share
    }
  }

  private struct State {
    /// The shared lists on the connection.
    var shares: [Member] = []
    var connection: Task<Duration?, Never>?
    /// The set of lists has changed since the connection was made.
    var isStale = false
    /// Whether this connection, or the one before it, was established.
    var wasConnected = false
    var pause: Task<Void, Never>?
    var loop: Task<Void, Never>?
  }

  private let own: Member
  private let state = Mutex(State())

  /// Starts at once, if the server offers live updates.
  public convenience init(engine: SyncEngine, scheduler: SyncScheduler) {
    self.init(Member(engine: engine, scheduler: scheduler), shares: [])
  }

  /// - Parameter shares: as for ``follow(_:)``.
  public init(_ own: Member, shares: [Member]) {
    self.own = own
    guard own.engine.backend.canWatch else { return }
    state.withLock { state in
      state.shares = Array(shares.prefix(own.engine.backend.mostWatchedShares))
      state.loop = Task(priority: .utility) { [weak self] in
        var attempts = 0
        while !Task.isCancelled {
          attempts += 1
          guard let wait = await self?.connect(&attempts) else { return }
          await self?.pause(wait)
        }
      }
    }
  }

  deinit {
    state.withLock { $0.loop?.cancel() }
  }

  /// Sets the shared lists. If there are more than fit on the connection, those already on it stay.
  public func follow(_ shares: [Member]) {
    guard own.engine.backend.canWatch else { return }
    let most = own.engine.backend.mostWatchedShares
    state.withLock { state in
      let before = Set(state.shares.map { ObjectIdentifier($0.engine) })
      let kept = shares.filter { before.contains(ObjectIdentifier($0.engine)) }
      let new = shares.lazy.filter { !before.contains(ObjectIdentifier($0.engine)) }
      let chosen = kept + new.prefix(max(0, most - kept.count))
      guard Set(chosen.map { ObjectIdentifier($0.engine) }) != before else { return }
      state.shares = chosen
      // The connection is made anew and resumes where the old one ended.
      state.isStale = true
      state.connection?.cancel()
    }
  }

  /// If it is pausing, requests a round and then reconnects, so that unsent changes are sent before the connection is
  /// made.
  public func wake() {
    guard let pause = state.withLock({ $0.pause }) else { return }
    own.scheduler.requestSync(pull: true)
    pause.cancel()
  }

  /// Stops, and waits until it has stopped.
  public func stop() async {
    let task = state.withLock { $0.loop }
    task?.cancel()
    await task?.value
  }

  /// Receives live updates until the connection fails.
  /// - Parameter attempts: failures in a row, including this one; reset by a connection.
  /// - Returns: how long to wait; nil to stop.
  private func connect(_ attempts: inout Int) async -> Duration? {
    // Otherwise the connection would report what a round reads anyway, and the server would send back what is just
    // being sent.
    await own.scheduler.idle()
    let shares = state.withLock { state in
      (state.isStale, state.wasConnected) = (false, false)
      return state.shares
    }
    let connection = Task(priority: .utility) { [weak self, own] () -> Duration? in
      await Self.listen(own, shares) { [weak self] in
        self?.state.withLock { $0.wasConnected = true }
      }
    }
    state.withLock { state in
      state.connection = connection
      if state.isStale { connection.cancel() }
    }
    let retryAfter = await withTaskCancellationHandler {
      await connection.value
    } onCancel: {
      connection.cancel()
    }
    let (isStale, wasConnected) = state.withLock { state in
      state.connection = nil
      return (state.isStale, state.wasConnected)
    }
    if Task.isCancelled { return nil }
    if isStale {
      attempts = 0
      return .zero
    }
    if wasConnected { attempts = 1 }
    return await own.engine.pause(attempts: attempts, retryAfter: retryAfter)
  }

  /// - Returns: the pause that the server asks for; nil if it does not.
  private static func listen(
    _ own: Member, _ shares: [Member], onConnection: @escaping @Sendable () -> Void
  ) async -> Duration? {
    var members: [Account.Share?: (Member, Checks)] = [nil: (own, Checks())]
    for member in shares { members[member.share] = (member, Checks()) }
    do throws(SyncError) {
      try await own.engine.watch(with: shares) { [members] share, signal in
        guard let (member, checks) = members[share] else { return }
        if share == nil, signal == .connected { onConnection() }
        Self.take(signal, for: member, checks)
      }
      return nil
    } catch {
      return error.retryAfter
    }
  }

  /// Reported changes that have to be compared with what is known, one batch at a time. If the server reports
  /// more than can be compared, the excess is dropped and the engine reads instead.
  private final class Checks: Sendable {
    private struct State {
      var isBusy = false
      var versions: [RecordKey: RecordVersion?] = [:]
      var isTooMuch = false
    }

    private static let most = 1000
    private let state = Mutex(State())

    /// - Returns: whether the caller has to start comparing.
    func add(_ versions: [RecordKey: RecordVersion?]) -> Bool {
      state.withLock { state in
        if state.versions.count + versions.count > Self.most {
          (state.versions, state.isTooMuch) = ([:], true)
        } else {
          state.versions.merge(versions) { $1 }
        }
        defer { state.isBusy = true }
        return !state.isBusy
      }
    }

    /// The next batch to compare; empty if there were too many; nil at the end.
    func next() -> [RecordKey: RecordVersion?]? {
      state.withLock { state in
        defer { (state.versions, state.isTooMuch) = ([:], false) }
        if state.isTooMuch { return [:] }
        state.isBusy = !state.versions.isEmpty
        return state.isBusy ? state.versions : nil
      }
    }
  }

  private static func take(_ signal: LiveSignal, for member: Member, _ checks: Checks) {
    switch signal {
    case .connected:
      member.scheduler.requestSync(pull: true)
    case .refused:
      // Reading fails for the same reason, and the failure is recorded then.
      member.scheduler.requestSync(pull: true, wake: false)
    case .changed(let versions):
      guard checks.add(versions) else { return }
      Task(priority: .utility) {
        while let next = checks.next() {
          if !next.isEmpty, await !member.engine.announce(next) { continue }
          member.scheduler.requestSync(pull: true, wake: false)
        }
      }
    }
  }

  private func pause(_ duration: Duration) async {
    guard duration > .zero else { return }
    let clock = own.engine.clock
    // The task is created under the lock, so that ``wake()`` finds it as soon as it runs.
    let pause = state.withLock { state in
      let pause = Task<Void, Never> { try? await clock.sleep(for: duration) }
      state.pause = pause
      return pause
    }
    await withTaskCancellationHandler {
      await pause.value
    } onCancel: {
      pause.cancel()
    }
    state.withLock { $0.pause = nil }
  }
}

extension SyncEngine {
  /// Receives live updates from the point up to which the server has been read.
  func watch(
    with shares: [LiveUpdates.Member],
    _ onSignal: @escaping @Sendable (Account.Share?, LiveSignal) -> Void
  ) async throws(SyncError) {
    var watched: [WatchedShare] = []
    for member in shares {
      guard let share = member.share else { continue }
      watched.append(WatchedShare(share, since: await member.engine.cursors()))
    }
    try await backend.watch(since: await cursors(), shares: watched, onSignal: onSignal)
  }

  /// The cursors by kind.
  private func cursors() async -> [RecordKind: SyncCursor] {
    var cursors: [RecordKind: SyncCursor] = [:]
    for kind in backend.kinds {
      // Without a cursor only changes from now on are reported; the pull after connecting covers the rest.
      cursors[kind] = try? await store.syncCursor(of: kind, of: account)
    }
    return cursors
  }

  /// The pause after a number of failures in a row.
  func pause(attempts: Int, retryAfter: Duration?) -> Duration {
    if let retryAfter { return max(retryAfter, policy.shortestPause) }
    return randomly { policy.pause(attempts: attempts, using: &$0) }
  }
}

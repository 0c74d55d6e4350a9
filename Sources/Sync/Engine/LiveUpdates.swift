import Basics
import Core
import Synchronization

/// Listens to a server in the name of one user, over one connection, and asks for a round when it tells
/// of something new; connects again with growing pauses when the connection ends.
///
/// Lists that others share with the user are listened to over the same connection, as many as the server
/// can be asked for at once. The others are read in turns (``SyncScheduler``).
public final class LiveUpdates: Sendable {
  /// An account that is told of what is new: the user's own, or a list of another person.
  public struct Member: Sendable {
    let engine: SyncEngine
    let scheduler: SyncScheduler
    /// Nil for what is the user's own.
    let share: Account.Share?

    public init(engine: SyncEngine, scheduler: SyncScheduler, share: Account.Share? = nil) {
      self.engine = engine
      self.scheduler = scheduler
      self.share = share
    }
  }

  private struct State {
    /// The lists of others that are listened to.
    var shares: [Member] = []
    var connection: Task<Duration?, Never>?
    /// The lists have changed since the connection was made.
    var isStale = false
    /// Whether the connection, or the one before it, stood.
    var wasConnected = false
    var isConnected = false
    var pause: Task<Void, Never>?
    var loop: Task<Void, Never>?
  }

  private let own: Member
  private let state = Mutex(State())

  /// Begins at once, if the server can tell anything.
  public convenience init(engine: SyncEngine, scheduler: SyncScheduler) {
    self.init(Member(engine: engine, scheduler: scheduler), shares: [])
  }

  /// - Parameter shares: what ``follow(_:)`` takes.
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

  /// Whether changes are told as they happen.
  public var isConnected: Bool { state.withLock { $0.isConnected } }

  /// Says which lists of others there are. Where there are more than can be listened to, those that are
  /// listened to already stay.
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
      // The connection is made anew, and goes on where this one was.
      state.isStale = true
      state.connection?.cancel()
    }
  }

  /// Connects now if a pause is under way.
  public func wake() {
    state.withLock { $0.pause?.cancel() }
  }

  /// Ends, and waits for the end.
  public func stop() async {
    let task = state.withLock { $0.loop }
    task?.cancel()
    await task?.value
  }

  /// Listens until that fails.
  /// - Parameter attempts: failures in a row, this one included; starts anew with a connection.
  /// - Returns: how long to wait; nil to end.
  private func connect(_ attempts: inout Int) async -> Duration? {
    let shares = state.withLock { state in
      (state.isStale, state.wasConnected) = (false, false)
      return state.shares
    }
    let connection = Task(priority: .utility) { [weak self, own] () -> Duration? in
      await Self.listen(own, shares) { [weak self] in
        self?.state.withLock { ($0.isConnected, $0.wasConnected) = (true, true) }
      }
    }
    state.withLock { state in
      state.connection = connection
      if state.isStale { connection.cancel() }
    }
    let wish = await withTaskCancellationHandler {
      await connection.value
    } onCancel: {
      connection.cancel()
    }
    let (isStale, wasConnected) = state.withLock { state in
      state.isConnected = false
      state.connection = nil
      return (state.isStale, state.wasConnected)
    }
    if Task.isCancelled { return nil }
    if isStale {
      attempts = 0
      return .zero
    }
    if wasConnected { attempts = 1 }
    return await own.engine.pause(attempts: attempts, wish: wish)
  }

  /// - Returns: how long the server asks to be left alone; nil where it does not say.
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

  /// What was told and has to be compared with what is known, one batch at a time. A server that tells more
  /// than can be compared gives a reason to read, and no more of it is kept.
  private final class Checks: Sendable {
    private struct State {
      var isBusy = false
      var versions: [RecordKey: RecordVersion?] = [:]
      var isTooMuch = false
    }

    private static let most = 1000
    private let state = Mutex(State())

    /// - Returns: whether the caller has to begin to compare.
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

    /// The next ones to compare; empty where there were too many; nil at the end.
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
      // Reading tells why, and that is noted.
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
    let pause = Task<Void, Never> { try? await clock.sleep(for: duration) }
    state.withLock { $0.pause = pause }
    await withTaskCancellationHandler {
      await pause.value
    } onCancel: {
      pause.cancel()
    }
  }
}

extension SyncEngine {
  /// Listens from where the server has been read to.
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

  /// How far the server has been read, by kind.
  private func cursors() async -> [RecordKind: SyncCursor] {
    var cursors: [RecordKind: SyncCursor] = [:]
    for kind in backend.kinds {
      // Without a cursor only what changes from now on is told; the pull at the connection has the rest.
      cursors[kind] = try? await store.syncCursor(of: kind, of: account)
    }
    return cursors
  }

  /// How long to wait after a number of failures in a row.
  func pause(attempts: Int, wish: Duration?) -> Duration {
    if let wish { return max(wish, policy.shortestPause) }
    return randomly { policy.pause(attempts: attempts, using: &$0) }
  }
}

import Core
import Sync

/// One account at work: its engine, with what decides when that moves.
@MainActor
final class AccountSync {
  private enum Event: Sendable {
    case asked
    case ended(SyncOutcome?)
  }

  let account: Account
  private let engine: SyncEngine
  private let scheduler: SyncScheduler
  private let live: LiveUpdates
  private let clock: any SyncClock
  private let events: AsyncStream<Event>.Continuation
  private var feed: Task<Void, Never>?
  private var askedAt: Timestamp
  private let onRefusal: @MainActor () -> Void

  /// Whether the server is being asked something.
  private(set) var isBusy = false
  /// Whether the server answered when it was last asked.
  private(set) var isServerReachable = false

  /// How often the server is read when nothing else gives a reason to.
  private static let pollEvery = Duration.seconds(5 * 60)
  /// What was read so lately is not read again just because somebody looks.
  private static let freshness = Duration.seconds(30)

  /// Begins with a round that reads the server.
  /// - Parameters:
  ///   - onActivity: runs when ``isBusy`` changes.
  ///   - onRefusal: runs when the server refuses the account as a whole.
  ///   - onStoreError: is told when the database failed, on no particular thread.
  init(
    _ account: Account, store: TodoStore, backend: any SyncBackend, clock: any SyncClock,
    onActivity: @escaping @MainActor () -> Void,
    onRefusal: @escaping @MainActor () -> Void = {},
    onStoreError: @escaping @Sendable (StoreError) -> Void
  ) {
    self.account = account
    self.clock = clock
    self.onRefusal = onRefusal
    let (stream, events) = AsyncStream<Event>.makeStream()
    self.events = events
    engine = SyncEngine(
      account: account.id, store: store,
      backend: ObservedBackend(base: backend) { events.yield(.asked) }, clock: clock)
    scheduler = SyncScheduler(
      engine: engine, clock: clock, pollEvery: Self.pollEvery,
      onOutcome: { events.yield(.ended($0)) }, onStoreError: onStoreError)
    live = LiveUpdates(engine: engine, scheduler: scheduler)
    askedAt = clock.now()
    feed = Task { [weak self] in
      for await event in stream { self?.didHappen(event, onActivity) }
    }
    scheduler.requestSync(pull: true)
  }

  isolated deinit {
    events.finish()
    feed?.cancel()
  }

  // MARK: Reasons to move

  /// Sends what waits.
  func push() {
    scheduler.requestSync(pull: false)
  }

  /// Sends what waits and reads what is new, and listens again.
  func pull() {
    askedAt = clock.now()
    scheduler.requestSync(pull: true)
    live.wake()
  }

  /// The same, unless that was done a moment ago.
  func pullIfStale() {
    live.wake()
    let age = clock.now().milliseconds - askedAt.milliseconds
    // A clock that was set back tells nothing about the age.
    if age < 0 || .milliseconds(age) >= Self.freshness { pull() }
  }

  // MARK: Work that is waited for

  /// Sends what waits, now and once.
  /// - Parameter wake: whether to try although an earlier failure asks to wait.
  func sendAll(wake: Bool) async -> SyncOutcome {
    let outcome = await engine.syncOnce(pull: false, wake: wake)
    events.yield(.ended(outcome))
    // Sets the alarm for the next try.
    if case .stopped = outcome.end { scheduler.requestSync(pull: true, wake: false) }
    return outcome
  }

  /// Gives up the changes of records and takes over what the server holds.
  func discard(_ keys: [RecordKey]) async throws(StoreError) {
    defer {
      events.yield(.ended(nil))
      push()
    }
    try await engine.discard(keys)
  }

  /// Ends what is under way and waits for its end.
  func stop() async {
    await live.stop()
    await scheduler.stop()
    events.finish()
    isBusy = false
  }

  private func didHappen(_ event: Event, _ onActivity: @MainActor () -> Void) {
    let wasBusy = isBusy
    switch event {
    case .asked:
      isBusy = true
    case .ended(let outcome):
      switch outcome?.end {
      case .finished where isBusy: isServerReachable = true
      case .stopped(let retry):
        isServerReachable = retry.problem != .unreachable
        if case .refused = retry.problem { onRefusal() }
      case .finished, .tooEarly, .storeFailed, .cancelled, nil: break
      }
      isBusy = false
    }
    if isBusy != wasBusy { onActivity() }
  }
}

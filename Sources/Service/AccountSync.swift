import Core
import Sync

/// One account at work: its engine, with what decides when that moves.
@MainActor
package final class AccountSync {
  private enum Event: Sendable {
    case asked
    case ended(SyncOutcome?)
    case serverIsBack
  }

  package let account: Account
  private let engine: SyncEngine
  private let scheduler: SyncScheduler
  private let gate: SyncGate
  private let pace: SyncPace
  private let reach: ServerReach
  private let clock: any SyncClock
  private let events: AsyncStream<Event>.Continuation
  private var feed: Task<Void, Never>?
  private var askedAt: Timestamp
  private let onRefusal: @MainActor () -> Void
  private let onReturn: @MainActor () -> Void

  /// Whether the server is being asked something.
  package private(set) var isBusy = false
  /// Whether the server answered when it was last asked.
  package private(set) var isServerReachable = false

  /// Begins with a round that reads the server, once its turn comes.
  /// - Parameters:
  ///   - gate: where its rounds wait for their turn.
  ///   - pace: how often it reads the server unasked.
  ///   - reach: of the account that this is, or whose list of another person this is.
  ///   - onActivity: runs when ``isBusy`` changes.
  ///   - onRefusal: runs when the server refuses the account as a whole.
  ///   - onReturn: runs when the server of the account itself answers after it was away.
  ///   - onStoreError: is told when the database failed, on no particular thread.
  package init(
    _ account: Account, store: TodoStore, backend: any SyncBackend, clock: any SyncClock,
    gate: SyncGate, pace: SyncPace, reach: ServerReach,
    onActivity: @escaping @MainActor () -> Void,
    onRefusal: @escaping @MainActor () -> Void = {},
    onReturn: @escaping @MainActor () -> Void = {},
    onStoreError: @escaping @Sendable (StoreError) -> Void
  ) {
    self.account = account
    self.gate = gate
    self.pace = pace
    self.reach = reach
    self.onReturn = onReturn
    self.clock = clock
    self.onRefusal = onRefusal
    let (stream, events) = AsyncStream<Event>.makeStream()
    self.events = events
    engine = SyncEngine(
      account: account.id, store: store, backend: backend, clock: clock,
      onRequest: { events.yield(.asked) })
    scheduler = SyncScheduler(
      engine: engine, clock: clock, gate: gate, pollEvery: pace.pollEvery,
      patience: { [reach] in account.share != nil && reach.isAway ? pace.pollEvery : .zero },
      onOutcome: { [reach] outcome in
        if account.share == nil, reach.note(outcome) { events.yield(.serverIsBack) }
        events.yield(.ended(outcome))
      }, onStoreError: onStoreError)
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

  /// What is told of news from the server.
  package var listener: LiveUpdates.Member {
    LiveUpdates.Member(engine: engine, scheduler: scheduler, share: account.share)
  }

  // MARK: Reasons to move

  /// Sends what waits.
  package func push() {
    scheduler.requestSync(pull: false)
  }

  /// Sends what waits and reads what is new.
  package func pull() {
    askedAt = clock.now()
    scheduler.requestSync(pull: true)
  }

  /// The same, unless that was done a moment ago.
  package func pullIfStale() {
    let age = clock.now().milliseconds - askedAt.milliseconds
    // A clock that was set back tells nothing about the age.
    if age < 0 || .milliseconds(age) >= pace.freshness { pull() }
  }

  // MARK: Work that is waited for

  /// Sends what waits, before all that only reads, and once.
  /// - Parameter wake: whether to try although an earlier failure asks to wait.
  package func sendAll(wake: Bool) async -> SyncOutcome {
    let engine = engine
    let result = await gate.urgently { await engine.syncOnce(pull: false, wake: wake) }
    let outcome = result ?? .cancelled
    events.yield(.ended(outcome))
    // Sets the alarm for the next try.
    if case .stopped = outcome.end { scheduler.requestSync(pull: true, wake: false) }
    return outcome
  }

  /// Gives up the changes of records and takes over what the server holds.
  package func discard(_ keys: [RecordKey]) async throws(StoreError) {
    defer {
      events.yield(.ended(nil))
      push()
    }
    try await engine.discard(keys)
  }

  /// Ends what is under way and waits for its end.
  package func stop() async {
    await scheduler.stop()
    events.finish()
    isBusy = false
  }

  private func didHappen(_ event: Event, _ onActivity: @MainActor () -> Void) {
    let wasBusy = isBusy
    switch event {
    case .asked:
      isBusy = true
    case .serverIsBack:
      onReturn()
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

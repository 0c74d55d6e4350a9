import Core
import Sync

/// Synchronises one account: its engine, and the triggers that start its sync rounds.
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
  private let limiter: SyncConcurrencyLimiter
  private let polling: PollingSchedule
  private let reachability: ServerReachability
  private let clock: any SyncClock
  private let events: AsyncStream<Event>.Continuation
  private var feed: Task<Void, Never>?
  private var askedAt: Timestamp
  private let onRefusal: @MainActor () -> Void
  private let onReturn: @MainActor () -> Void

  /// Whether a request to the server is running.
  package private(set) var isBusy = false
  /// Whether the server answered the last request.
  package private(set) var isServerReachable = false

  /// Starts with a round that reads the server, as soon as the limiter admits it.
  /// - Parameters:
  ///   - limiter: limits how many rounds run at the server.
  ///   - polling: how often to poll the server.
  ///   - reachability: of this account, or of the member's account for a shared list.
  ///   - onActivity: runs when ``isBusy`` changes.
  ///   - onRefusal: runs when the server refuses the account as a whole.
  ///   - onReturn: runs when the account's server answers after it was unreachable.
  ///   - onStoreError: receives database errors, on any thread.
  package init(
    _ account: Account, store: TodoStore, backend: any SyncBackend, clock: any SyncClock,
    limiter: SyncConcurrencyLimiter, polling: PollingSchedule, reachability: ServerReachability,
    onActivity: @escaping @MainActor () -> Void,
    onRefusal: @escaping @MainActor () -> Void = {},
    onReturn: @escaping @MainActor () -> Void = {},
    onStoreError: @escaping @Sendable (StoreError) -> Void
  ) {
    self.account = account
    self.limiter = limiter
    self.polling = polling
    self.reachability = reachability
    self.onReturn = onReturn
    self.clock = clock
    self.onRefusal = onRefusal
    let (stream, events) = AsyncStream<Event>.makeStream()
    self.events = events
    engine = SyncEngine(
      account: account.id, store: store, backend: backend, clock: clock,
      onRequest: { events.yield(.asked) })
    scheduler = SyncScheduler(
      engine: engine, clock: clock, limiter: limiter,
      pollEvery: polling.pollEvery(isWatched: backend.canWatch),
      patience: { [reachability] in
        account.share != nil && reachability.isAway
          ? polling.pollEvery(isWatched: backend.canWatch) : .zero
      },
      onOutcome: { [reachability] outcome in
        if account.share == nil, reachability.note(outcome) { events.yield(.serverIsBack) }
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

  /// Receives the live updates of this account.
  package var listener: LiveUpdates.Member {
    LiveUpdates.Member(engine: engine, scheduler: scheduler, share: account.share)
  }

  // MARK: Triggers

  /// Sends unsent changes.
  package func push() {
    scheduler.requestSync(pull: false)
  }

  /// Sends unsent changes and reads what is new.
  package func pull() {
    askedAt = clock.now()
    scheduler.requestSync(pull: true)
  }

  /// Does the same as ``pull()``, unless that was done a moment ago. Then the next poll comes after the present
  /// interval, which may be shorter than the one at the end of the last round.
  package func pullIfStale() {
    let age = clock.now().milliseconds - askedAt.milliseconds
    // If the clock was set back, the age is unknown.
    if age < 0 || .milliseconds(age) >= polling.freshness {
      pull()
    } else {
      scheduler.pollingDidChange()
    }
  }

  // MARK: Awaitable work

  /// Sends all unsent changes in one round, ahead of rounds that only read.
  /// - Parameter wake: whether to try although an earlier failure asks for a pause.
  package func sendAll(wake: Bool) async -> SyncOutcome {
    let engine = engine
    let result = await limiter.runUrgent { await engine.syncOnce(pull: false, wake: wake) }
    let outcome = result ?? .cancelled
    events.yield(.ended(outcome))
    // Schedules the next attempt.
    if case .stopped = outcome.end { scheduler.requestSync(pull: true, wake: false) }
    return outcome
  }

  /// Gives up the changes of records and takes the server's state.
  package func discard(_ keys: [RecordKey]) async throws(StoreError) {
    defer {
      events.yield(.ended(nil))
      push()
    }
    try await engine.discard(keys)
  }

  /// Cancels the work in progress and waits for its end.
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
        isServerReachable = !retry.problem.isUnreached
        if case .refused = retry.problem { onRefusal() }
      case .finished, .tooEarly, .storeFailed, .cancelled, nil: break
      }
      isBusy = false
    }
    if isBusy != wasBusy { onActivity() }
  }
}

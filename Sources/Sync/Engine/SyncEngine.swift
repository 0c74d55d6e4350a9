import Basics
public import Core

/// Synchronises one account with its server.
///
/// The engine does nothing by itself: ``syncOnce(pull:wake:)`` starts each round, and clock, randomness and
/// network are passed in. All that must survive a restart is in the store.
public actor SyncEngine {
  nonisolated let account: AccountID
  let store: TodoStore
  let backend: any SyncBackend
  let clock: any SyncClock
  let policy: RetryPolicy
  let requests: any RequestStarter
  private var random: any RandomNumberGenerator & Sendable
  private let onRequest: @Sendable () -> Void
  /// Records that live updates announced and no round has read since.
  var announced: [RecordKey: RecordVersion?] = [:]

  /// When the last listing of each kind was begun by this engine.
  var listingsBegun: [RecordKind: Timestamp] = [:]

  /// How many deleted or missing records were read so far.
  var deletionsRead = 0

  /// The user's answers about missing records, as they were when the round first met some.
  var missingAnswers: [ListID: (answer: MissingAnswer, count: Int)]?

  /// Whether the server answered the last request.
  private var isReached = false

  /// The newest version in any answer to a batch.
  var newestAnswer: Int64?

  // One record or page is handled at a time. An actor accepts other calls while it awaits, and an edit that
  // is being discarded must not be in flight.
  private var isTaken = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// - Parameters:
  ///   - requests: starts requests that run beside each other.
  ///   - onRequest: runs before each request except live updates, on any thread.
  public init(
    account: AccountID, store: TodoStore, backend: any SyncBackend,
    clock: any SyncClock = SystemSyncClock(),
    random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
    policy: RetryPolicy = .standard, requests: any RequestStarter = ConcurrentRequestStarter(),
    onRequest: @escaping @Sendable () -> Void = {}
  ) {
    self.account = account
    self.store = store
    self.backend = backend
    self.clock = clock
    self.random = random
    self.policy = policy
    self.requests = requests
    self.onRequest = onRequest
  }

  /// A sync round, or round for short: sends unsent changes, then reads the server's changes if asked to.
  ///
  /// A refused change is quarantined alone. Any other error that persists after a few quick attempts ends the
  /// round; the store then says when to retry.
  /// - Parameters:
  ///   - pull: whether to read the server's changes after sending; they are also read if a list turns out to be missing.
  ///   - wake: whether to try although an earlier failure asks for a pause; for an edit, a change of the
  ///     network, and a user's request.
  public func syncOnce(pull: Bool, wake: Bool = false) async -> SyncOutcome {
    var outcome = SyncOutcome()
    let beginning = store.now
    do throws(SyncStop) {
      if !wake, let retry = try await retryInForce() {
        outcome.end = .tooEarly(retry)
        return outcome
      }
      let refusal = try await sendAll(&outcome)
      // What happens to a missing list is known once the lists have been read.
      let isListMissing = try await isAnyListMissing(outcome)
      if pull || isListMissing {
        try await receive(&outcome, beginning: beginning)
        (outcome.isListMissing, outcome.isMergedWhileSending) = (false, false)
        // What a pull restores has to be sent too.
        if refusal == nil, outcome.failure == nil {
          try await sendPending(isCareful: false, &outcome)
        }
        if try await isAnyListMissing(outcome) { try await reconcileLists() }
      }
      if let refusal { throw refusal }
      if let failure = outcome.failure { throw .problem(failure.error, at: failure.key) }
      if outcome.didReachServer {
        try await stored { () throws(StoreError) in
          try await store.setAccountRetry(nil, of: account)
        }
      }
    } catch {
      outcome.end = await end(after: error)
    }
    return outcome
  }

  /// Whether a list is missing on the server, or here. A to-do that was merged while it was sent may be in a list that
  /// is not here, where nobody would see it until the next round.
  private func isAnyListMissing(_ outcome: SyncOutcome) async throws(SyncStop) -> Bool {
    if outcome.isListMissing { return true }
    guard outcome.isMergedWhileSending else { return false }
    return try await stored { () throws(StoreError) in
      try await !store.missingLists(of: account).isEmpty
    }
  }

  /// Sends all unsent changes. A refusal is returned instead of thrown, so that the server is read all the same.
  /// - Returns: the refusal that ended it.
  private func sendAll(_ outcome: inout SyncOutcome) async throws(SyncStop) -> SyncStop? {
    let previous = try await stored { () throws(StoreError) in
      try await store.accountRetry(of: account)
    }
    do throws(SyncStop) {
      try await sendPending(isCareful: previous?.asksForCare ?? false, &outcome)
      return nil
    } catch {
      guard case .problem(.rejected, _) = error else { throw error }
      return error
    }
  }

  // MARK: Attempts

  /// Sends a request, with quick retries if they may help: up to three attempts in all. An interruption is reported
  /// even if the server could not be reached at all afterwards.
  func attempt<T: Sendable>(_ request: () async throws(SyncError) -> T)
    async throws(SyncStop) -> Result<T, SyncError>
  {
    var pauses = policy.quickPauses[...]
    var wasInterrupted = false
    while true {
      if Task.isCancelled { throw .cancelled }
      let failure: SyncError
      onRequest()
      do {
        let answer = try await request()
        isReached = true
        return .success(answer)
      } catch {
        failure = error
      }
      isReached = !failure.problem.isUnreached
      if Task.isCancelled { throw .cancelled }
      wasInterrupted = wasInterrupted || failure.isInterruption
      guard failure.isWorthAQuickTry, let pause = pauses.popFirst() else {
        return .failure(wasInterrupted ? failure.afterInterruption : failure)
      }
      do {
        try await clock.sleep(for: quickPause(pause))
      } catch {
        throw .cancelled
      }
    }
  }

  /// Makes a small request if the server did not answer the last one. A write without an answer has to be read back
  /// afterwards, so nothing is sent before the server is known to be there.
  func reachServer() async throws(SyncStop) {
    guard !isReached, let kind = backend.kinds.first else { return }
    let answer = try await attempt { () throws(SyncError) in try await backend.count(of: kind) }
    // A refusal is an answer too, and says nothing about the changes to send.
    if case .failure(let error) = answer, error.problem.isUnreached {
      throw .problem(error, at: nil)
    }
  }

  func stored<T: Sendable>(_ work: () async throws(StoreError) -> T) async throws(SyncStop) -> T {
    do {
      return try await work()
    } catch {
      throw SyncStop(error)
    }
  }

  private func quickPause(_ pause: Duration) -> Duration {
    randomly { policy.quickPause(pause, using: &$0) }
  }

  /// Draws from the engine's random number generator.
  func randomly<T>(_ draw: (inout AnyRandom) -> T) -> T {
    var generator = AnyRandom(random)
    defer { random = generator.base }
    return draw(&generator)
  }

  // MARK: Pauses

  /// The stored retry state, if it asks to wait now.
  private func retryInForce() async throws(SyncStop) -> SyncRetry? {
    let found = try await stored { () throws(StoreError) in
      try await store.accountRetry(of: account)
    }
    guard let found, isInForce(found) else { return nil }
    return found
  }

  /// Whether a pause still counts. One that ends further ahead than any pause does was set before the clock was set
  /// back.
  private func isInForce(_ retry: SyncRetry) -> Bool {
    if retry.problem == .authentication { return true }
    let now = clock.now()
    return retry.notBefore > now
      && retry.notBefore <= now.adding(max(policy.longestPause, RetryAfter.longest))
  }

  private func end(after stop: SyncStop) async -> SyncOutcome.End {
    switch stop {
    case .cancelled:
      return .cancelled
    case .store(let error):
      return .storeFailed(error)
    case .problem(let error, let key):
      do {
        // While the account was kept out, records that could not be read may have been taken for deleted.
        if case .rejected = error, key == nil {
          try await store.requestComparison(of: backend.kinds, of: account)
        }
        let previous = try await store.accountRetry(of: account)
        let retry = nextRetry(after: error, at: key, previous: previous)
        try await store.setAccountRetry(retry, of: account)
        return .stopped(retry)
      } catch {
        return error == .cancelled ? .cancelled : .storeFailed(error)
      }
    }
  }

  private func nextRetry(after error: SyncError, at key: RecordKey?, previous: SyncRetry?)
    -> SyncRetry
  {
    let now = clock.now()
    // A round that started before the pause was over says nothing new about how long to wait.
    let isEarly = previous.map { isInForce($0) } ?? false
    let attempts = max(1, (previous?.attempts ?? 0) + (isEarly ? 0 : 1))
    let notBefore: Timestamp
    if error == .authentication {
      notBefore = .farAhead
    } else if let retryAfter = error.retryAfter {
      notBefore = now.adding(max(retryAfter, policy.shortestPause))
    } else {
      notBefore = now.adding(randomly { policy.pause(attempts: attempts, using: &$0) })
    }
    // Neither error is about the change that was being sent.
    let isOfAccount = error.problem.isUnreached || error == .authentication
    return SyncRetry(
      attempts: attempts, notBefore: notBefore, problem: error.problem,
      isAsked: error.isAskedByServer,
      wasInterrupted: error.isInterruption || previous?.wasInterrupted ?? false,
      record: isOfAccount ? nil : key)
  }

  // MARK: Mutual exclusion

  func inTurn<T: Sendable>(_ work: () async throws(SyncStop) -> T) async throws(SyncStop) -> T {
    await takeTurn()
    defer { endTurn() }
    return try await work()
  }

  func takeTurn() async {
    guard isTaken else {
      isTaken = true
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  func endTurn() {
    if waiting.isEmpty {
      isTaken = false
    } else {
      waiting.removeFirst().resume()
    }
  }
}

extension SyncRetry {
  /// Whether a large batch may have been the cause; not if there was merely no network.
  fileprivate var asksForCare: Bool { wasInterrupted || !problem.isUnreached }
}

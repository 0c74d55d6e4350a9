import Core
import Synchronization

/// What a round should do.
struct SyncRequest: Hashable, Sendable {
  var pull: Bool
  var wake: Bool

  /// Whether it is for sending edits. A round that also reads sends them first.
  var isUrgent: Bool { !pull && wake }

  /// One request that asks for what both ask for.
  func joined(with other: SyncRequest?) -> SyncRequest {
    guard let other else { return self }
    return SyncRequest(pull: pull || other.pull, wake: wake || other.wake)
  }
}

/// The pending request for a scheduler's next round, and the timer for it.
final class SyncRequestQueue: Sendable {
  private struct State {
    var wanted: SyncRequest?
    /// Whether edits are to be sent.
    var isUrgent = false
    /// Whether a pull was requested and is not complete.
    var owesPull = false
    var alarm: Task<Void, Never>?
    /// Whether the alarm is for the next poll, and not for another attempt after a failure.
    var isPolling = false
    /// When the alarm goes off.
    var alarmAt = Timestamp(milliseconds: 0)
    var isRunning = false
    var isStopped = false
    /// The callers that wait until nothing is wanted and nothing runs.
    var waiting: [AsyncStream<Void>.Continuation] = []

    var isIdle: Bool { isStopped || wanted == nil && !isRunning }

    /// The callers that need not wait any more.
    mutating func takeServed() -> [AsyncStream<Void>.Continuation] {
      guard isIdle else { return [] }
      defer { waiting = [] }
      return waiting
    }
  }

  /// The shortest time between two automatic rounds.
  private static let shortestWait = Duration.milliseconds(200)
  private static let waitAfterStoreFailure = Duration.seconds(60)

  /// Emits once for any number of requests.
  let signals: AsyncStream<Void>
  private let signal: AsyncStream<Void>.Continuation
  private let clock: any SyncClock
  private let pollEvery: @Sendable () -> Duration?
  private let patience: @Sendable () -> Duration
  private let state = Mutex(State())

  /// - Parameter pollEvery: the polling interval after a round; nil for no polling.
  /// - Parameter patience: the shortest pause after a failure.
  init(
    clock: any SyncClock, pollEvery: @escaping @Sendable () -> Duration?,
    patience: @escaping @Sendable () -> Duration
  ) {
    self.patience = patience
    self.clock = clock
    self.pollEvery = pollEvery
    (signals, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  func add(_ request: SyncRequest) {
    state.withLock { state in
      guard !state.isStopped else { return }
      state.wanted = request.joined(with: state.wanted)
      if request.isUrgent { state.isUrgent = true }
    }
    signal.yield()
  }

  /// Whether there is anything to do.
  var isWanted: Bool { state.withLock { !$0.isStopped && $0.wanted != nil } }

  /// Whether edits are to be sent.
  var isUrgent: Bool { state.withLock { $0.isUrgent } }

  /// What the next round has to do; nil if an earlier one has done it.
  func take() -> SyncRequest? {
    state.withLock { state in
      guard !state.isStopped, var request = state.wanted else { return nil }
      state.wanted = nil
      state.isUrgent = false
      state.isRunning = true
      state.alarm?.cancel()
      state.alarm = nil
      if state.owesPull { request.pull = true }
      return request
    }
  }

  /// Records how a round ended and sets the timer.
  func finish(_ request: SyncRequest, _ outcome: SyncOutcome) {
    let retry = wait(after: outcome)
    let served = state.withLock { state in
      state.isRunning = false
      state.owesPull = request.pull && !outcome.isPullComplete
      guard !state.isStopped, let wait = retry ?? pollEvery() else { return state.takeServed() }
      state.isPolling = retry == nil
      state.alarmAt = clock.now().adding(wait)
      state.alarm = alarm(after: wait, pull: retry == nil)
      return state.takeServed()
    }
    for continuation in served { continuation.finish() }
  }

  /// Sets the timer of the next poll anew if the interval has become shorter, so that it goes off earlier.
  func pollingDidChange() {
    guard let wait = pollEvery() else { return }
    let end = clock.now().adding(wait)
    state.withLock { state in
      guard !state.isStopped, !state.isRunning, state.isPolling, end < state.alarmAt,
        let old = state.alarm
      else { return }
      old.cancel()
      state.alarmAt = end
      state.alarm = alarm(after: wait, pull: true)
    }
  }

  private func alarm(after wait: Duration, pull: Bool) -> Task<Void, Never> {
    Task { [weak self, clock] in
      guard (try? await clock.sleep(for: wait)) != nil else { return }
      self?.add(SyncRequest(pull: pull, wake: false))
    }
  }

  /// Waits until no round is wanted and none runs, or until the caller is cancelled.
  func idle() async {
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    let isIdle = state.withLock { state in
      if !state.isIdle { state.waiting.append(continuation) }
      return state.isIdle
    }
    if isIdle { return }
    for await _ in stream {}
  }

  func stop() {
    let served = state.withLock { state in
      state.isStopped = true
      state.alarm?.cancel()
      state.alarm = nil
      return state.takeServed()
    }
    for continuation in served { continuation.finish() }
    signal.finish()
  }

  private func wait(after outcome: SyncOutcome) -> Duration? {
    if case .storeFailed = outcome.end { return Self.waitAfterStoreFailure }
    guard let moment = outcome.nextAttempt else { return nil }
    let milliseconds = moment.milliseconds - clock.now().milliseconds
    return max(.milliseconds(milliseconds), Self.shortestWait, patience())
  }
}

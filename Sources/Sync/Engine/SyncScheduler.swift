public import Core
import Synchronization

/// Decides when an engine runs: on request and when a pause is over, one round at a time, in the background.
public final class SyncScheduler: Sendable {
  private let queue: SyncRequestQueue
  private let limiter: SyncConcurrencyLimiter
  private let ticket: SyncConcurrencyLimiter.Ticket
  private let rounds: Task<Void, Never>

  /// - Parameters:
  ///   - limiter: admits each round; nil for none.
  ///   - pollEvery: the polling interval after a round, evaluated each time and in ``pollingDidChange()``; nil for no
  ///     polling.
  ///   - patience: the shortest pause after a failure, evaluated each time.
  ///   - onOutcome: called after each round, on any thread.
  ///   - onStoreError: receives database errors, on any thread. The next round is then a minute away, or
  ///     comes on request.
  public init(
    engine: SyncEngine, clock: any SyncClock = SystemSyncClock(),
    limiter: SyncConcurrencyLimiter? = nil,
    pollEvery: @escaping @autoclosure @Sendable () -> Duration? = nil,
    patience: @escaping @Sendable () -> Duration = { .zero },
    onOutcome: @escaping @Sendable (SyncOutcome) -> Void = { _ in },
    onStoreError: @escaping @Sendable (StoreError) -> Void
  ) {
    let queue = SyncRequestQueue(clock: clock, pollEvery: pollEvery, patience: patience)
    let limiter = limiter ?? SyncConcurrencyLimiter()
    let ticket = limiter.makeTicket()
    self.queue = queue
    self.limiter = limiter
    self.ticket = ticket
    rounds = Task(priority: .utility) {
      for await _ in queue.signals {
        guard queue.isWanted else { continue }
        guard await limiter.enter(ticket, isUrgent: { queue.isUrgent }) else { return queue.stop() }
        defer { limiter.leave() }
        // Taken only now, so that requests from the meantime are included.
        guard let request = queue.take() else { continue }
        let outcome = await engine.syncOnce(pull: request.pull, wake: request.wake)
        if case .storeFailed(let error) = outcome.end { onStoreError(error) }
        onOutcome(outcome)
        queue.finish(request, outcome)
      }
    }
  }

  deinit {
    queue.stop()
    rounds.cancel()
  }

  /// Requests a round. Requests that come while one runs are served by one round after it.
  /// - Parameters:
  ///   - pull: whether to read the server as well.
  ///   - wake: whether to try although an earlier failure asks for a pause.
  public func requestSync(pull: Bool, wake: Bool = true) {
    let request = SyncRequest(pull: pull, wake: wake)
    queue.add(request)
    if request.isUrgent { limiter.promote(ticket) }
  }

  /// Polls next when the present interval is over, if the next round is a poll: the interval has become shorter.
  public func pollingDidChange() {
    queue.pollingDidChange()
  }

  /// Waits until no round is wanted and none runs, or until the caller is cancelled.
  func idle() async {
    await queue.idle()
  }

  /// Cancels the round in progress and waits for its end; nothing is started afterwards.
  public func stop() async {
    queue.stop()
    rounds.cancel()
    await rounds.value
  }
}

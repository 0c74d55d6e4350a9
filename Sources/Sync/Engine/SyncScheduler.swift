public import Core
import Synchronization

/// Decides when an engine moves: on request and when a pause is over, one round at a time, in the
/// background.
public final class SyncScheduler: Sendable {
  private let queue: SyncRequestQueue
  private let gate: SyncGate
  private let ticket: SyncGate.Ticket
  private let rounds: Task<Void, Never>

  /// - Parameters:
  ///   - gate: what each round waits in line at; nil where there is no line.
  ///   - pollEvery: how long after a round the server is read again unasked, asked anew each time; nil:
  ///     never.
  ///   - patience: how long after a failure at least it waits with the next try, asked anew each time.
  ///   - onOutcome: told after each round, on no particular thread.
  ///   - onStoreError: told when the database failed, on no particular thread. The next round is
  ///     then a minute away, or comes on request.
  public init(
    engine: SyncEngine, clock: any SyncClock = SystemSyncClock(), gate: SyncGate? = nil,
    pollEvery: @escaping @autoclosure @Sendable () -> Duration? = nil,
    patience: @escaping @Sendable () -> Duration = { .zero },
    onOutcome: @escaping @Sendable (SyncOutcome) -> Void = { _ in },
    onStoreError: @escaping @Sendable (StoreError) -> Void
  ) {
    let queue = SyncRequestQueue(clock: clock, pollEvery: pollEvery, patience: patience)
    let gate = gate ?? SyncGate()
    let ticket = gate.makeTicket()
    self.queue = queue
    self.gate = gate
    self.ticket = ticket
    rounds = Task(priority: .utility) {
      for await _ in queue.signals {
        guard queue.isWanted else { continue }
        guard await gate.enter(ticket, isUrgent: { queue.isUrgent }) else { return }
        defer { gate.leave() }
        // Only now: what was asked for in the meantime is part of it.
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

  /// Asks for a round soon. Requests that come while one runs are answered by one round after it.
  /// - Parameters:
  ///   - pull: whether to read the server as well.
  ///   - wake: whether to try although an earlier failure asks to wait.
  public func requestSync(pull: Bool, wake: Bool = true) {
    let request = SyncRequest(pull: pull, wake: wake)
    queue.add(request)
    if request.isUrgent { gate.promote(ticket) }
  }

  /// Ends the round under way and waits for its end; nothing is started afterwards.
  public func stop() async {
    queue.stop()
    rounds.cancel()
    await rounds.value
  }
}

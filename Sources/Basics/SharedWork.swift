import Synchronization

/// Work whose result is shared by all who want it at the same time (single flight). A cancelled caller
/// returns at once.
public final class SharedWork<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private typealias Waiter = CheckedContinuation<Value?, Never>

  private struct Flight {
    let number: Int
    let task: Task<Void, Never>
    var waiters: [Int: Waiter] = [:]
  }

  private struct State {
    var flights: [Key: Flight] = [:]
    var count = 0

    mutating func makeNumber() -> Int {
      count += 1
      return count
    }
  }

  private let endsUnawaited: Bool
  private let state = Mutex(State())

  /// - Parameter endsUnawaited: whether work is cancelled when nobody waits for it any more.
  public init(endsUnawaited: Bool = false) {
    self.endsUnawaited = endsUnawaited
  }

  /// How many callers are waiting for a result.
  public func waiterCount(_ key: Key) -> Int {
    state.withLock { $0.flights[key]?.waiters.count ?? 0 }
  }

  /// Waits for the result of the work in progress, or else starts `work`.
  /// - Returns: the result, and whether this caller's work produced it; nil if the caller or the work was
  ///   cancelled.
  public func value(_ key: Key, _ work: @escaping @Sendable () async -> Value) async -> (
    value: Value, isOwn: Bool
  )? {
    let waiter = state.withLock { $0.makeNumber() }
    let isOwn = Mutex(false)
    let value = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isWaiting = state.withLock { state in
          guard !Task.isCancelled else { return false }
          if state.flights[key] == nil {
            let number = state.makeNumber()
            state.flights[key] = Flight(
              number: number, task: Task { self.finish(key, number, await work()) })
            isOwn.withLock { $0 = true }
          }
          state.flights[key]?.waiters[waiter] = continuation
          return true
        }
        if !isWaiting { continuation.resume(returning: nil) }
      }
    } onCancel: {
      leave(key, waiter)
    }
    return value.map { ($0, isOwn.withLock { $0 }) }
  }

  /// Cancels the work in progress; nobody who waits for it gets a result.
  /// - Returns: a task that ends when the work has ended; nil if there is none.
  @discardableResult
  public func callOff(_ key: Key) -> Task<Void, Never>? {
    let flight = state.withLock { $0.flights.removeValue(forKey: key) }
    return flight.map { end($0) }
  }

  /// Cancels all work in progress.
  public func callOffAll() {
    let flights = state.withLock { state in
      defer { state.flights = [:] }
      return Array(state.flights.values)
    }
    for flight in flights { end(flight) }
  }

  // MARK: Parts

  private func finish(_ key: Key, _ number: Int, _ value: Value) {
    let flight: Flight? = state.withLock { state in
      guard state.flights[key]?.number == number else { return nil }
      return state.flights.removeValue(forKey: key)
    }
    guard let flight else { return }
    for waiter in flight.waiters.values { waiter.resume(returning: value) }
  }

  private func leave(_ key: Key, _ waiter: Int) {
    let (continuation, task) = state.withLock { state -> (Waiter?, Task<Void, Never>?) in
      guard let continuation = state.flights[key]?.waiters.removeValue(forKey: waiter) else {
        return (nil, nil)
      }
      guard endsUnawaited, state.flights[key]?.waiters.isEmpty == true else {
        return (continuation, nil)
      }
      return (continuation, state.flights.removeValue(forKey: key)?.task)
    }
    task?.cancel()
    continuation?.resume(returning: nil)
  }

  @discardableResult
  private func end(_ flight: Flight) -> Task<Void, Never> {
    flight.task.cancel()
    for waiter in flight.waiters.values { waiter.resume(returning: nil) }
    return flight.task
  }
}

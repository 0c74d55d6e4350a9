import Synchronization

/// Work whose result is shared by all callers that want it at the same time (single flight). A cancelled caller returns
/// at once.
public final class SharedWork<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private typealias Waiter = @Sendable (Value?) -> Void

  private struct Flight {
    let number: Int
    let work: @Sendable () async -> Value
    /// Nil until it begins.
    var task: Task<Void, Never>?
    var waiters: [Int: Waiter] = [:]
  }

  private struct State {
    var flights: [Key: Flight] = [:]
    /// What has not begun, first come first served.
    var queue: [Key] = []
    var count = 0

    mutating func makeNumber() -> Int {
      count += 1
      return count
    }
  }

  private let endsUnawaited: Bool
  private let mostRunning: Int
  private let state = Mutex(State())

  /// - Parameters:
  ///   - endsUnawaited: whether work is cancelled when nobody waits for it any more. Cancelled work no longer counts as
  ///     running.
  ///   - mostRunning: how many pieces of work run at a time. The rest begins in the order of the requests.
  public init(endsUnawaited: Bool = false, mostRunning: Int = .max) {
    self.endsUnawaited = endsUnawaited
    self.mostRunning = max(1, mostRunning)
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
    let value: Value? = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isWaiting = state.withLock { state in
          guard !Task.isCancelled else { return false }
          let isNew = add(key, waiter, work, &state) { continuation.resume(returning: $0) }
          isOwn.withLock { $0 = isNew }
          return true
        }
        if !isWaiting { continuation.resume(returning: nil) }
      }
    } onCancel: {
      leave(key, waiter)
    }
    return value.map { ($0, isOwn.withLock { $0 }) }
  }

  /// The same for a caller that cannot suspend.
  /// - Parameter onEnd: receives the result, on any thread; nil if the caller has left or the work was cancelled.
  /// - Returns: a function with which the caller stops waiting.
  public func join(
    _ key: Key, _ work: @escaping @Sendable () async -> Value,
    onEnd: @escaping @Sendable (Value?) -> Void
  ) -> @Sendable () -> Void {
    let waiter = state.withLock { state in
      let waiter = state.makeNumber()
      _ = add(key, waiter, work, &state, onEnd)
      return waiter
    }
    return { self.leave(key, waiter) }
  }

  /// Cancels the work in progress. Its waiters get no result.
  /// - Returns: a task that ends when the work has ended; nil if there is none.
  @discardableResult
  public func cancel(_ key: Key) -> Task<Void, Never>? {
    let flight = state.withLock { remove(key, &$0) }
    return flight.flatMap { end($0) }
  }

  /// Cancels all work in progress.
  public func cancelAll() {
    let flights = state.withLock { state in
      defer { (state.flights, state.queue) = ([:], []) }
      return Array(state.flights.values)
    }
    for flight in flights { end(flight) }
  }

  // MARK: Parts

  /// - Returns: whether the work is the caller's.
  private func add(
    _ key: Key, _ waiter: Int, _ work: @escaping @Sendable () async -> Value,
    _ state: inout State, _ onEnd: @escaping Waiter
  ) -> Bool {
    let isNew = state.flights[key] == nil
    if isNew {
      let number = state.makeNumber()
      state.flights[key] = Flight(number: number, work: work)
      state.queue.append(key)
    }
    state.flights[key]?.waiters[waiter] = onEnd
    if isNew { beginNext(&state) }
    return isNew
  }

  private func beginNext(_ state: inout State) {
    while !state.queue.isEmpty, state.flights.count - state.queue.count < mostRunning {
      let key = state.queue.removeFirst()
      guard let flight = state.flights[key] else { continue }
      let (number, work) = (flight.number, flight.work)
      state.flights[key]?.task = Task { self.finish(key, number, await work()) }
    }
  }

  private func remove(_ key: Key, _ state: inout State) -> Flight? {
    guard let flight = state.flights.removeValue(forKey: key) else { return nil }
    if flight.task == nil { state.queue.removeAll { $0 == key } }
    beginNext(&state)
    return flight
  }

  private func finish(_ key: Key, _ number: Int, _ value: Value) {
    let flight: Flight? = state.withLock { state in
      guard state.flights[key]?.number == number else { return nil }
      return remove(key, &state)
    }
    guard let flight else { return }
    for onEnd in flight.waiters.values { onEnd(value) }
  }

  private func leave(_ key: Key, _ waiter: Int) {
    let (onEnd, task) = state.withLock { state -> (Waiter?, Task<Void, Never>?) in
      guard let onEnd = state.flights[key]?.waiters.removeValue(forKey: waiter) else {
        return (nil, nil)
      }
      guard endsUnawaited, state.flights[key]?.waiters.isEmpty == true else {
        return (onEnd, nil)
      }
      return (onEnd, remove(key, &state)?.task)
    }
    task?.cancel()
    onEnd?(nil)
  }

  @discardableResult
  private func end(_ flight: Flight) -> Task<Void, Never>? {
    flight.task?.cancel()
    for onEnd in flight.waiters.values { onEnd(nil) }
    return flight.task
  }
}

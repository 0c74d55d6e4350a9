import Synchronization

/// The outcome of pending work, set exactly once: by the work, by timeout or by cancellation, whichever comes first.
public final class Promise<Outcome: Sendable>: Sendable {
  private struct State {
    var isResolved = false
    /// The outcome, kept for a receiver that is set later.
    var early: Outcome?
    var completion: (@Sendable (Outcome) -> Void)?
    var timer: Task<Void, Never>?
  }

  private let state = Mutex(State())

  public init() {}

  public var isResolved: Bool { state.withLock { $0.isResolved } }

  /// Starts the timeout and sets the receiver of the outcome, which gets it immediately if the work has already ended.
  /// - Parameter late: the outcome in case of a timeout.
  public func begin(
    within limit: Duration, late: Outcome, _ completion: @escaping @Sendable (Outcome) -> Void
  ) {
    let timer = Task { [weak self] in
      guard (try? await Task.pause(for: limit)) != nil else { return }
      self?.resolve(late)
    }
    let early: Outcome? = state.withLock { state in
      guard !state.isResolved else { return state.early }
      state.completion = completion
      state.timer = timer
      return nil
    }
    if let early {
      timer.cancel()
      completion(early)
    }
  }

  /// Waits for the outcome.
  /// - Parameters:
  ///   - late: the outcome in case of a timeout.
  ///   - start: starts the work, once the timeout has begun.
  public func wait(
    within limit: Duration, late: Outcome, isolation: isolated (any Actor)? = #isolation,
    starting start: () -> Void = {}
  ) async -> Outcome {
    await withCheckedContinuation { continuation in
      begin(within: limit, late: late) { continuation.resume(returning: $0) }
      start()
    }
  }

  /// Sets the outcome; all calls after the first are ignored.
  /// - Returns: whether this was the first.
  @discardableResult
  public func resolve(_ outcome: Outcome) -> Bool {
    let (isFirst, completion) = state.withLock { state in
      guard !state.isResolved else { return (false, nil as (@Sendable (Outcome) -> Void)?) }
      state.isResolved = true
      state.timer?.cancel()
      state.timer = nil
      if state.completion == nil { state.early = outcome }
      defer { state.completion = nil }
      return (true, state.completion)
    }
    completion?(outcome)
    return isFirst
  }
}

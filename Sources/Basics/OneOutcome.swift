import Synchronization

/// Something on its way that ends exactly once: by its outcome, when its time is over or when it is called off,
/// whichever comes first.
public final class OneOutcome<Outcome: Sendable>: Sendable {
  private struct State {
    var isEnded = false
    /// Kept only for somebody who asks later.
    var early: Outcome?
    var completion: (@Sendable (Outcome) -> Void)?
    var timer: Task<Void, Never>?
  }

  private let state = Mutex(State())

  public init() {}

  public var isEnded: Bool { state.withLock { $0.isEnded } }

  /// Starts the time limit and says who is told the outcome: at once if it has ended already.
  /// - Parameter late: the outcome when the time is over.
  public func begin(
    within limit: Duration, late: Outcome, _ completion: @escaping @Sendable (Outcome) -> Void
  ) {
    let timer = Task { [weak self] in
      guard (try? await Task.pause(for: limit)) != nil else { return }
      self?.end(late)
    }
    let early: Outcome? = state.withLock { state in
      guard !state.isEnded else { return state.early }
      state.completion = completion
      state.timer = timer
      return nil
    }
    if let early {
      timer.cancel()
      completion(early)
    }
  }

  /// Ends it; everything after the first call is ignored.
  public func end(_ outcome: Outcome) {
    let completion: (@Sendable (Outcome) -> Void)? = state.withLock { state in
      guard !state.isEnded else { return nil }
      state.isEnded = true
      state.timer?.cancel()
      state.timer = nil
      if state.completion == nil { state.early = outcome }
      defer { state.completion = nil }
      return state.completion
    }
    completion?(outcome)
  }
}

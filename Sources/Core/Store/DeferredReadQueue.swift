import Synchronization

/// Holds back large reads, so that they do not compete with more urgent work.
final class DeferredReadQueue: Sendable {
  private struct State {
    var isHeld = false
    var waiting: [@Sendable () -> Void] = []
  }

  private let state = Mutex(State())

  var isHeld: Bool { state.withLock { $0.isHeld } }

  /// Makes all closures passed from now on wait for ``release()``.
  func hold() {
    state.withLock { $0.isHeld = true }
  }

  /// Runs the waiting closures in their order. Closures passed later run at once.
  func release() {
    let waiting = state.withLock { state in
      defer { state = State() }
      return state.waiting
    }
    for body in waiting { body() }
  }

  /// Runs a closure at once, or else with ``release()``.
  func perform(_ body: @escaping @Sendable () -> Void) {
    let isHeld = state.withLock { state in
      if state.isHeld { state.waiting.append(body) }
      return state.isHeld
    }
    if !isHeld { body() }
  }
}

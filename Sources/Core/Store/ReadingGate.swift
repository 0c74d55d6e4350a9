import Synchronization

/// Holds back what reads much, so that it does not compete with something more urgent.
final class ReadingGate: Sendable {
  private struct State {
    var isHeld = false
    var waiting: [@Sendable () -> Void] = []
  }

  private let state = Mutex(State())

  var isHeld: Bool { state.withLock { $0.isHeld } }

  /// Keeps everything that comes from now on waiting, until ``release()``.
  func hold() {
    state.withLock { $0.isHeld = true }
  }

  /// Runs what waits, in the order in which it came, and from now on everything at once.
  func release() {
    let waiting = state.withLock { state in
      defer { state = State() }
      return state.waiting
    }
    for body in waiting { body() }
  }

  /// Runs a closure at once, or else with ``release()``.
  func pass(_ body: @escaping @Sendable () -> Void) {
    let isHeld = state.withLock { state in
      if state.isHeld { state.waiting.append(body) }
      return state.isHeld
    }
    if !isHeld { body() }
  }
}

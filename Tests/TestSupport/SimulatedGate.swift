import Foundation

/// Blocks threads while it is closed.
///
/// Unchecked: the condition guards the flag.
final class SimulatedGate: @unchecked Sendable {
  private let condition = NSCondition()
  private var isClosed = false

  func close() {
    condition.withLock { isClosed = true }
  }

  func open() {
    condition.withLock {
      isClosed = false
      condition.broadcast()
    }
  }

  /// Returns once the gate is open.
  func pass() {
    condition.withLock {
      while isClosed { condition.wait() }
    }
  }
}

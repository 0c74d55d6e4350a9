import Synchronization

/// The state of the file when it was last checked.
final class SeenVersion: Sendable {
  struct Look: Sendable {
    /// Changes when another process has committed.
    let version: Int
    /// The highest outbox entry number so far.
    let sequence: Int64
  }

  private let last = Mutex<Look?>(nil)

  /// Stores the result of a check.
  /// - Returns: the previous one; nil for the first.
  @discardableResult
  func replace(with new: Look) -> Look? {
    last.withLock { last in
      defer { last = new }
      return last
    }
  }
}

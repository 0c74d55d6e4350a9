import Synchronization

/// What was last seen of the file.
final class SeenVersion: Sendable {
  struct Look: Sendable {
    /// Another one when another process has committed something.
    let version: Int
    /// The highest number that an outbox entry has had.
    let sequence: Int64
  }

  private let last = Mutex<Look?>(nil)

  /// Takes over a look at the file.
  /// - Returns: the one before; nil for the first.
  @discardableResult
  func replace(with new: Look) -> Look? {
    last.withLock { last in
      defer { last = new }
      return last
    }
  }
}

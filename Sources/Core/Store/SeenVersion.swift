import Synchronization

/// The version of the file that was last looked at.
final class SeenVersion: Sendable {
  private let version = Mutex<Int?>(nil)

  /// Takes over a version.
  /// - Returns: whether it is another one than before. The first is not.
  @discardableResult
  func replace(with new: Int) -> Bool {
    version.withLock { old in
      defer { old = new }
      return old != nil && old != new
    }
  }
}

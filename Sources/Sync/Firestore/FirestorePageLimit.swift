import Synchronization

/// How many documents a page may have on the present connection. A large page saves requests; one that does not
/// arrive within the time limit is asked for again with fewer documents.
final class FirestorePageLimit: Sendable {
  private static let step = 4

  private let most: Int
  private let present: Mutex<Int>

  init(most: Int) {
    self.most = max(1, most)
    present = Mutex(self.most)
  }

  var value: Int { present.withLock { $0 } }

  /// A page of so many documents was interrupted.
  func shrink(from limit: Int) {
    present.withLock { $0 = max(1, min($0, limit) / Self.step) }
  }

  /// A full page has arrived.
  func grow() {
    present.withLock { $0 = min(most, $0 * Self.step) }
  }
}

import Core
import Synchronization

/// What a server has not taken of how lists look: that is here alone, as what a calendar does not show. Known until the
/// program ends; after that it is sent once more.
final class CalDAVUntakenLooks: Sendable {
  private let fields = Mutex<[ListID: Set<String>]>([:])

  /// Notes what came of a write.
  /// - Parameter names: of the fields that were to be written and were not taken.
  func note(_ names: Set<String>, of list: ListID) {
    fields.withLock { $0[list] = names.isEmpty ? nil : names }
  }

  func names(of list: ListID) -> Set<String> { fields.withLock { $0[list] ?? [] } }
}

import Core
import Synchronization

/// The colours and places of lists that a server has refused. They are kept on this computer only, so a list that is read
/// back keeps them. Known until the program ends; after that they are sent once more.
final class CalDAVUntakenLooks: Sendable {
  private let fields = Mutex<[ListID: Set<String>]>([:])

  /// Notes what came of a write.
  /// - Parameter names: of the fields that were to be written and were not taken.
  func note(_ names: Set<String>, of list: ListID) {
    fields.withLock { $0[list] = names.isEmpty ? nil : names }
  }

  func names(of list: ListID) -> Set<String> { fields.withLock { $0[list] ?? [] } }
}

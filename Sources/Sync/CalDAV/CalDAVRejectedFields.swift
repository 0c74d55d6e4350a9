import Core
import Synchronization

/// The colours and positions of lists that a server has rejected. They exist only on this computer, so a list that is
/// read back keeps them. After a restart of the program they are sent once more.
final class CalDAVRejectedFields: Sendable {
  private let fields = Mutex<[ListID: Set<String>]>([:])

  /// Notes the outcome of a write.
  /// - Parameter names: the fields that were sent and not accepted.
  func note(_ names: Set<String>, of list: ListID) {
    fields.withLock { $0[list] = names.isEmpty ? nil : names }
  }

  func names(of list: ListID) -> Set<String> { fields.withLock { $0[list] ?? [] } }
}

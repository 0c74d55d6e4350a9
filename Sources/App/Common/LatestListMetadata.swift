import Core

/// The metadata of lists that is not part of the lists themselves, read on request.
///
/// Two readings may overlap. The result of the one that began later wins, whichever ends first.
@MainActor
final class LatestListMetadata {
  /// Nil before the first reading.
  private(set) var value: ListMetadata?
  private let store: TodoStore
  private var begun = 0
  private var ended = 0

  init(store: TodoStore) {
    self.store = store
  }

  /// - Returns: whether ``value`` was updated; false if a later reading ended first.
  func read() async throws(StoreError) -> Bool {
    begun += 1
    let number = begun
    let found = try await store.listMetadata()
    guard number > ended else { return false }
    ended = number
    value = found
    return true
  }
}

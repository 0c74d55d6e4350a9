import Core

/// What is known of the lists beside themselves, read as often as somebody asks.
///
/// Two readings may overlap: the one that began later knows more, whichever ends first.
@MainActor
final class LatestListFacts {
  /// Nil before the first reading.
  private(set) var value: ListFacts?
  private let store: TodoStore
  private var begun = 0
  private var ended = 0

  init(store: TodoStore) {
    self.store = store
  }

  /// - Returns: whether ``value`` was read anew; not if a later reading was faster.
  func read() async throws(StoreError) -> Bool {
    begun += 1
    let number = begun
    let found = try await store.listFacts()
    guard number > ended else { return false }
    ended = number
    value = found
    return true
  }
}

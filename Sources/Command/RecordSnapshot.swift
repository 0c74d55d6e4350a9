import Core
import Sync

/// A snapshot of all to-dos and lists.
struct RecordSnapshot: Sendable {
  private let todos: [TodoID: Todo]
  private let lists: [ListID: TodoList]

  static func read(_ store: TodoStore) async throws(StoreError) -> RecordSnapshot {
    let todos = try await store.allTodos(isWithDone: true)
    let lists = try await store.lists()
    return RecordSnapshot(
      todos: Dictionary(todos.map { ($0.id, $0) }) { $1 },
      lists: Dictionary(lists.map { ($0.id, $0) }) { $1 })
  }

  /// The number of an account's records that were added, removed or changed.
  func changes(since before: RecordSnapshot, of account: AccountID) -> Int {
    func count<ID: Hashable, Value: Hashable>(
      _ old: [ID: Value], _ new: [ID: Value], _ owner: (Value) -> AccountID?
    ) -> Int {
      func isOwned(_ value: Value?) -> Bool { value.flatMap(owner)?.root == account }
      let changed = new.count { id, value in
        let before = old[id]
        return before != value && (isOwned(before) || isOwned(value))
      }
      return changed + old.count { new[$0.key] == nil && isOwned($0.value) }
    }
    return count(before.todos, todos, \.account) + count(before.lists, lists, \.account)
  }
}

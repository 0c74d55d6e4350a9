import Core
import Sync

/// A snapshot of all to-dos and lists.
struct RecordCensus: Sendable {
  private let todos: [TodoID: Todo]
  private let lists: [ListID: TodoList]

  static func read(_ store: TodoStore) async throws(StoreError) -> RecordCensus {
    let todos = try await store.allTodos(isWithDone: true)
    let lists = try await store.lists()
    return RecordCensus(
      todos: Dictionary(todos.map { ($0.id, $0) }) { $1 },
      lists: Dictionary(lists.map { ($0.id, $0) }) { $1 })
  }

  /// How many of an account's records were added, removed or changed.
  func changes(since before: RecordCensus, of account: AccountID) -> Int {
    func count<ID: Hashable, Value: Hashable>(
      _ old: [ID: Value], _ new: [ID: Value], _ owner: (Value) -> AccountID?
    ) -> Int {
      Set(old.keys).union(new.keys).count { id in
        guard old[id] != new[id] else { return false }
        return [old[id], new[id]].contains { $0.flatMap(owner)?.root == account }
      }
    }
    return count(before.todos, todos, \.account) + count(before.lists, lists, \.account)
  }
}

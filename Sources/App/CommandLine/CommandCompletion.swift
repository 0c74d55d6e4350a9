import ArgumentParser
import Core
import Dispatch
import Synchronization

/// What the shells offer when Tab is pressed.
enum CommandCompletion {
  /// The days that `--date` understands, as examples.
  static let days = [
    "today", "tomorrow", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
    "sunday", "+7",
  ]

  /// The names of the lists.
  static let lists: @Sendable ([String], Int, String) -> [String] = { _, _, _ in
    answer { store throws(StoreError) in
      try await store.lists().map { Terminal.plain($0.name) }
    }
  }

  /// The identifiers of the to-dos that are open; or done, after `--undo`.
  static let todos: @Sendable ([String], Int, String) -> [String] = { words, _, _ in
    let isUndoing = words.contains("--undo")
    return answer { store throws(StoreError) in
      let todos = try await store.allTodos(isWithDone: isUndoing).filter { $0.isDone == isUndoing }
      let ids = try await store.shortIDs(of: todos.map(\.id))
      return todos.map { Self.line(ids[$0.id] ?? $0.id.rawValue, Terminal.plain($0.content)) }
    }
  }

  // MARK: Parts

  /// A candidate with what it means, for the shells that can show it.
  private static func line(_ id: String, _ title: String) -> String {
    switch CompletionShell.requesting {
    case .fish: id + "\t" + title
    case .zsh: id + ":" + title
    default: id
    }
  }

  /// Asks the store, if there is one; a failure offers nothing. Blocks: nothing else is going on.
  private static func answer(
    _ question: @escaping @Sendable (TodoStore) async throws(StoreError) -> [String]
  ) -> [String] {
    let location = StoreLocation.standard()
    guard location.hasFile else { return [] }
    let end = DispatchSemaphore(value: 0)
    let words = Answer()
    Task.detached {
      if case .success(let store) = await location.open(mayMigrate: { false }) {
        words.set((try? await question(store)) ?? [])
        try? store.close()
      }
      end.signal()
    }
    end.wait()
    return words.value
  }

  private final class Answer: Sendable {
    private let words = Mutex<[String]>([])
    var value: [String] { words.withLock { $0 } }
    func set(_ new: [String]) { words.withLock { $0 = new } }
  }
}

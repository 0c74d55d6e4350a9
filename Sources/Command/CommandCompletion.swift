import ArgumentParser
import Core
import Dispatch
import Platform
import Service
import Sync
import Synchronization

/// What the shells offer when Tab is pressed.
enum CommandCompletion {
  /// The days that `--due` understands, as examples.
  static let days = [
    "today", "tomorrow", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
    "sunday", "+7",
  ]

  /// The names of the lists.
  static let lists: @Sendable ([String], Int, String) -> [String] = { _, _, _ in
    answer { store throws(StoreError) in
      ListFinder(lists: try await store.lists(), foreign: try await store.foreignLists())
        .candidates.map(\.line)
    }
  }

  /// The IDs of the open to-dos, or of the done ones after `--undo`.
  static let todos: @Sendable ([String], Int, String) -> [String] = { words, _, _ in
    let isUndoing = words.contains("--undo")
    return answer { store throws(StoreError) in
      let todos = try await store.allTodos(isWithDone: isUndoing).filter { $0.isDone == isUndoing }
      let ids = try await store.shortIDs(of: todos.map(\.id))
      return todos.compactMap { todo in
        let id = ids[todo.id] ?? todo.id.rawValue
        guard CompletionCandidate.isTypable(id) else { return nil }
        return CompletionCandidate(id, todo.content).line
      }
    }
  }

  /// The names of the accounts.
  static let accounts: @Sendable ([String], Int, String) -> [String] = { _, _, _ in
    answer { store throws(StoreError) in
      try await store.accounts().compactMap { account in
        CompletionCandidate.isTypable(account.name) ? CompletionCandidate(account.name).line : nil
      }
    }
  }

  /// The people of all accounts who are known on this computer.
  static let people: @Sendable ([String], Int, String) -> [String] = { _, _, _ in
    let path = ServerRepository.cachePath(in: ServerRepository.standardFolder)
    return answer { store throws(StoreError) in
      var lines: [String] = []
      for account in try await store.accounts() where account.offers.contains(.people) {
        let people: [Person]? = await CacheStore.answer("people", of: account.id, inFile: path)
        lines += PersonFinder(people ?? []).candidates.map(\.line)
      }
      return lines
    }
  }

  /// The tags in use.
  static let tags: @Sendable ([String], Int, String) -> [String] = { _, _, _ in
    answer { store throws(StoreError) in
      try await store.tags().compactMap { found in
        CompletionCandidate.isTypable(found.tag) ? CompletionCandidate(found.tag).line : nil
      }
    }
  }

  /// The word with which a script of ``CompletionScript`` asks the program for an answer. After it comes a protocol:
  /// `bash LINE REPLACED` is answered with the text that readline inserts, `words WORD... CURRENT` with candidates and
  /// their meanings.
  static let request = "---complete"

  /// The answer to a request.
  /// - Parameter words: the words after ``request``.
  /// - Returns: lines; none if nothing can be offered.
  static func answer(to words: [String]) throws -> [String] {
    let completer = Completer(try CommandGrammar.ofOptimist(), values: values)
    switch (words.first, words.count) {
    case ("bash", 3):
      guard let line = BashLine(words[1], replaced: words[2]) else { return [] }
      return completer.candidates(after: Array(line.words.dropFirst()), current: line.current)
        .compactMap { line.reply($0.word) }
    case ("words", 2...):
      return completer.candidates(
        after: Array(words[1..<(words.count - 1)]), current: words[words.count - 1]
      ).map(\.line)
    default: return []
    }
  }

  // MARK: Parts

  /// Calls the parser's own completion function for the argument.
  private static let values: Completer.Values = { path, argument, words in
    let request = ["---completion"] + path + ["--", argument, "0", "0"] + words + [""]
    do {
      _ = try OptimistCommand.parseAsRoot(request)
      return []
    } catch {
      return OptimistCommand.message(for: error).split(separator: "\n").compactMap(
        CompletionCandidate.init(line:))
    }
  }

  /// Asks the store, if there is one; after a failure, nothing is offered. It may block, since nothing else is running.
  private static func answer(
    _ question: @escaping @Sendable (TodoStore) async throws(StoreError) -> [String]
  ) -> [String] {
    let location = StoreLocation.standard()
    guard location.hasFile else { return [] }
    let end = DispatchSemaphore(value: 0)
    let words = Answer()
    Task.detached {
      if case .success(let store) = await location.open() {
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

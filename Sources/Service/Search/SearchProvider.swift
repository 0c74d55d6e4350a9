import Basics
import Core
import Platform
import Sync

/// Finds to-dos for the desktop's search, and offers to add what was typed.
@MainActor
package final class SearchProvider {
  private let service: IdleTimeout
  private let store: @MainActor () async -> TodoStore?
  private let today: @MainActor () -> CalendarDay
  private let open: @MainActor (WindowRequest?, _ timestamp: UInt32) -> Void
  /// The unfinished search of each caller.
  private var searches: [String: Task<[TodoID], Never>] = [:]

  /// The most to-dos in a result. The desktop shows five results of an application; the fifth offers to add what was
  /// typed.
  package static let limit = 4
  /// The longest name. Longer ones are cut, because a result is one line.
  private static let nameLimit = 200

  /// - Parameters:
  ///   - serve: keeps the process alive while it answers.
  ///   - store: opens the to-dos; nil if that fails.
  ///   - today: the current day.
  ///   - open: shows the window and passes a request to it.
  package init(
    serve service: IdleTimeout, store: @escaping @MainActor () async -> TodoStore?,
    today: @escaping @MainActor () -> CalendarDay,
    open: @escaping @MainActor (WindowRequest?, _ timestamp: UInt32) -> Void
  ) {
    self.service = service
    self.store = store
    self.today = today
    self.open = open
  }

  /// What the bus asks. It keeps this provider alive.
  package var answers: SearchAnswers {
    SearchAnswers(
      results: { await self.results(for: $0, caller: $1) }, metas: { await self.metas(of: $0) },
      activate: { self.activate($0, timestamp: $1) }, launch: { self.launch($0, timestamp: $1) })
  }

  // MARK: Questions

  /// The identifiers of the results, best first.
  /// - Parameters:
  ///   - terms: the typed text, split at white space; all must match.
  ///   - caller: who asks; a new search cancels an unfinished one of the same caller.
  package func results(for terms: [String], caller: String) async -> [String] {
    await service.serve {
      let text = Self.text(of: terms)
      var results = await find(terms, caller).map { Result.todo($0).id }
      if let text { results.append(Result.add(text).id) }
      return results
    }
  }

  /// How results are shown; results that no longer exist are left out.
  package func metas(of ids: [String]) async -> [SearchResultMeta] {
    await service.serve {
      let results = ids.compactMap(Result.init)
      let found = await read(results)
      return results.compactMap { result in
        switch result {
        case .todo(let id): found.first { $0.id == id }.map(meta)
        case .add(let text): Self.meta(adding: text)
        }
      }
    }
  }

  // MARK: Activation

  /// The user chose a result.
  /// - Parameter timestamp: of the key press or click, for the window system.
  package func activate(_ id: String, timestamp: UInt32) {
    switch Result(id) {
    case .todo(let id): open(.show(id), timestamp)
    case .add(let text): open(.add(text), timestamp)
    case nil: open(nil, timestamp)
    }
  }

  /// The user wants to continue the search in the application.
  package func launch(_ terms: [String], timestamp: UInt32) {
    open(nil, timestamp)
  }

  // MARK: Parts

  private func find(_ terms: [String], _ caller: String) async -> [TodoID] {
    searches[caller]?.cancel()
    guard let wanted = SearchTerms(terms) else { return [] }
    let search = Task { [store] () -> [TodoID] in
      guard let store = await store(), !Task.isCancelled else { return [] }
      do throws(StoreError) {
        return try await store.search(limit: Self.limit) { wanted.rank(title: $0, notes: $1) }
          .map(\.id)
      } catch {
        if error != .cancelled { Log.warning("the search failed: \(ErrorText.reason(error))") }
        return []
      }
    }
    searches[caller] = search
    let found = await search.value
    if searches[caller] == search { searches[caller] = nil }
    return found
  }

  private func read(_ results: [Result]) async -> [FoundTodo] {
    let ids = results.compactMap { result -> TodoID? in
      if case .todo(let id) = result { id } else { nil }
    }
    guard !ids.isEmpty, let store = await store() else { return [] }
    do throws(StoreError) {
      return try await store.found(ids)
    } catch {
      Log.warning("the search failed: \(ErrorText.reason(error))")
      return []
    }
  }

  private func meta(_ todo: FoundTodo) -> SearchResultMeta {
    var parts = todo.listName.isEmpty ? [] : [todo.listName]
    if let due = todo.due { parts.append(day(due.local(in: .local).day)) }
    if todo.isDone { parts.append(tr("completed")) }
    return SearchResultMeta(
      id: Result.todo(todo.id).id, name: String(todo.content.prefix(Self.nameLimit)),
      description: parts.isEmpty ? nil : parts.joined(separator: " · "),
      icon: todo.isDone ? "checkbox-checked-symbolic" : "checkbox-symbolic")
  }

  private func day(_ date: CalendarDay) -> String {
    date == today() ? tr("Today") : DateText.medium(date)
  }

  private static func meta(adding text: String) -> SearchResultMeta {
    SearchResultMeta(
      id: Result.add(text).id,
      /// Translators: in the search of the desktop; adds what was typed as a to-do
      name: tr("Add “%s”", String(text.prefix(nameLimit))), description: tr("New to-do"),
      icon: "list-add-symbolic")
  }

  /// The typed text as a title; nil if it cannot be one.
  private static func text(of terms: [String]) -> String? {
    TodoContent.normalized(terms.joined(separator: " ")).flatMap {
      $0.utf8.count <= TodoContent.maximumBytes ? $0 : nil
    }
  }

  /// A result, identified by a string on the bus.
  private enum Result {
    case todo(TodoID)
    case add(String)

    var id: String {
      switch self {
      case .todo(let id): "todo:" + id.rawValue
      case .add(let text): "add:" + text
      }
    }

    init?(_ id: String) {
      if let todo = id.dropping(exactPrefix: "todo:") {
        self = .todo(TodoID(rawValue: todo))
      } else if let text = id.dropping(exactPrefix: "add:") {
        self = .add(text)
      } else {
        return nil
      }
    }
  }
}

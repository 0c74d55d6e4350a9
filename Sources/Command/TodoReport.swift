import Basics
import Core
import Platform
import Service
import Sync

/// Prints to-dos for a command.
struct TodoReport: Sendable {
  private let todos: [Todo]
  private let lists: [ListID: TodoList]
  private let accounts: [AccountID: String]
  private let ids: [TodoID: String]
  private let today: CalendarDay

  /// Reads what is printed besides the to-dos themselves.
  @MainActor
  static func read(_ todos: [Todo], _ context: CommandContext) async throws(CommandFailure)
    -> TodoReport
  {
    let (lists, accounts, ids) = try await context.stored { store throws(StoreError) in
      (
        try await store.lists(), try await store.accounts(),
        try await store.shortIDs(of: todos.map(\.id))
      )
    }
    return TodoReport(
      todos: todos, lists: Dictionary(lists.map { ($0.id, $0) }) { $1 },
      accounts: Dictionary(accounts.map { ($0.id, $0.name) }) { $1 }, ids: ids,
      today: context.today)
  }

  /// The to-do's short identifier.
  func id(_ todo: Todo) -> String { PlainText.line(ids[todo.id] ?? todo.id.rawValue) }

  /// Prints one sentence about a to-do.
  /// - Parameter sentence: receives its title, the name of its list and its short identifier.
  func printLine(_ todo: Todo, _ sentence: (String, String, String) -> String) {
    Terminal.say(
      sentence(PlainText.line(todo.content), PlainText.line(listName(of: todo)), id(todo)))
  }

  /// Prints the to-dos below the names of their lists.
  /// - Parameter withEmpty: whether lists without to-dos are included.
  func printLists(_ order: [TodoList], withEmpty: Bool) {
    let finder = ListFinder(lists: Array(lists.values))
    let groups = Dictionary(grouping: todos, by: \.listID)
    let width = todos.map { id($0).count }.max() ?? 0
    // If the list has not been received yet, its to-dos are printed all the same.
    let strays = groups.keys.filter { lists[$0] == nil }.map { ($0, "") }
    for (key, name) in order.map({ ($0.id, $0.name) }) + strays {
      let group = groups[key] ?? []
      if group.isEmpty && !withEmpty { continue }
      let id = lists[key].map { finder.hasDouble($0) ? " (\(finder.shortID(of: $0)))" : "" } ?? ""
      Terminal.say(PlainText.line(name) + id)
      for todo in group { Terminal.say("  " + line(todo, width)) }
    }
  }

  func printJSON() throws(CommandFailure) {
    let records = todos.map { todo in
      TodoRecord(
        todo, short: ids[todo.id] ?? todo.id.rawValue, listName: listName(of: todo),
        account: todo.account.flatMap { accounts[$0.root] })
    }
    try CommandJSON.print(records)
  }

  // MARK: Parts

  private func listName(of todo: Todo) -> String { lists[todo.listID]?.name ?? "" }

  private func line(_ todo: Todo, _ width: Int) -> String {
    let id = id(todo)
    let parts = [
      id + String(repeating: " ", count: width - id.count), todo.isDone ? "[x]" : "[ ]",
      todo.priority.isStarred ? "*" : "", PlainText.line(todo.content),
      todo.due.map { "(\(text($0.day)))" } ?? "",
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: " ")
  }

  private func text(_ day: CalendarDay) -> String {
    day.year == today.year
      ? DateText.short(year: day.year, month: day.month, day: day.day)
      : DateText.medium(year: day.year, month: day.month, day: day.day)
  }
}

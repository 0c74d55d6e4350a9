import Basics
import Core
import Platform
import Service
import Sync

/// Prints to-dos for a command.
struct TodoReport: Sendable {
  let todos: [Todo]
  let lists: [ListID: TodoList]
  /// The names of the accounts.
  let accounts: [AccountID: String]
  /// The short IDs.
  let ids: [TodoID: String]
  /// The texts that depend on the current time.
  let text: TodoText

  /// Reads what is needed to print the to-dos.
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
    let zone = ZoneRules.local
    let (day, time) = zone.clock(at: context.store.now)
    let clock = CalendarTime(day: day, time: time)
    return TodoReport(
      todos: todos, lists: Dictionary(lists.map { ($0.id, $0) }) { $1 },
      accounts: Dictionary(accounts.map { ($0.id, $0.name) }) { $1 }, ids: ids,
      text: TodoText(now: clock, zone: zone))
  }

  /// The to-do's short ID.
  func id(_ todo: Todo) -> String { PlainText.line(ids[todo.id] ?? todo.id.rawValue) }

  /// Prints one sentence about a to-do.
  /// - Parameter sentence: receives the to-do's title, the name of its list and its short ID.
  func printLine(_ todo: Todo, _ sentence: (String, String, String) -> String) {
    Terminal.printLine(
      sentence(PlainText.line(todo.content), PlainText.line(listName(of: todo)), id(todo)))
  }

  /// A date in words, as in a line about a to-do.
  func words(_ time: CalendarTime) -> String { text.text(time) }

  /// Prints one sentence about each to-do.
  /// - Parameter sentence: as for ``printLine(_:_:)``.
  func printLines(_ sentence: (String, String, String) -> String) {
    for todo in todos { printLine(todo, sentence) }
  }

  /// Prints everything that is stored about a to-do.
  func printDetails(_ todo: Todo, _ family: TodoFamily) {
    for line in details(todo, family) { Terminal.printLine(line) }
  }

  /// Everything that is stored about a to-do, in lines that are safe for a terminal whatever the fields contain.
  func details(_ todo: Todo, _ family: TodoFamily) -> [String] {
    var lines = [text.line(todo, id: id(todo))]
    let title = family.parent?.content
    for (name, value) in text.details(todo, list: listName(of: todo), parent: title) {
      lines.append(value.isEmpty ? "  \(name):" : "  \(name): \(value)")
    }
    for line in todo.notes.split(separator: "\n", omittingEmptySubsequences: false)
    where !todo.notes.isEmpty {
      lines.append("    \(line)")
    }
    if !family.subtasks.isEmpty { lines.append("  \(tr("Subtasks")):") }
    for subtask in family.subtasks {
      let box = text.box(subtask.isCancelled ? .cancelled : subtask.isDone ? .done : .open)
      lines.append("    \(box) \(subtask.content)")
    }
    return lines.map(PlainText.line)
  }

  /// Prints the to-dos below the names of their lists, and subtasks below their parents.
  /// - Parameter withEmpty: whether lists without to-dos are included.
  func printLists(_ order: [TodoList], withEmpty: Bool) {
    let finder = ListFinder(lists: Array(lists.values))
    let groups = Dictionary(grouping: todos, by: \.listID)
    let width = todos.map { id($0).count }.max() ?? 0
    // To-dos of a list that has not been received yet are printed too.
    let orphans = groups.keys.filter { lists[$0] == nil }.map { ($0, "") }
    for (key, name) in order.map({ ($0.id, $0.name) }) + orphans {
      let group = groups[key] ?? []
      if group.isEmpty && !withEmpty { continue }
      let id = lists[key].map { finder.hasDouble($0) ? " (\(finder.shortID(of: $0)))" : "" } ?? ""
      Terminal.printLine(PlainText.line(name) + id)
      for (todo, depth) in TodoOutline.lines(of: group) {
        let indent = String(repeating: "  ", count: depth + 1)
        Terminal.printLine(indent + text.line(todo, id: self.id(todo), width: width))
      }
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
}

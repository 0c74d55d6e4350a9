import ArgumentParser
import Core
import Platform
import Sync

/// `optimist done`
struct DoneCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "done", abstract: "Tick to-dos.",
    discussion: "If one of the IDs is not understood, nothing is changed.")

  @Argument(
    help: .init(
      "The ID of a to-do or its beginning, at least four characters, as “optimist list” shows it.",
      valueName: "id"), completion: .custom(CommandCompletion.todos))
  var ids: [String]

  @Flag(help: "Open them again instead.")
  var undo = false

  @Flag(help: "Print the to-dos as JSON.")
  var json = false

  func run(on desk: CommandDesk) async throws(CommandFailure) -> CommandStatus {
    var found: [Todo] = []
    for typed in ids {
      let todo = try await Self.todo(typed, desk)
      if !found.contains(where: { $0.id == todo.id }) { found.append(todo) }
    }
    let (todos, isDone) = (found, !undo)
    try await desk.stored { store throws(StoreError) in
      try await store.setDone(todos.map(\.id), isDone)
    }
    let changed = todos.filter { $0.isDone != isDone }
    desk.sendInBackground(changed.map(\.account))
    if json {
      let after = try await desk.stored { store throws(StoreError) in
        var after: [Todo] = []
        for todo in todos { if let todo = try await store.todo(todo.id) { after.append(todo) } }
        return after
      }
      try await TodoReport.read(after, desk).printJSON()
      return .done
    }
    let report = try await TodoReport.read(todos, desk)
    for todo in todos {
      let isChanged = todo.isDone != isDone
      report.printLine(todo) { title, list, id in
        switch (isDone, isChanged) {
        case (true, true): tr("Done: “%s” in “%s” (%s).", title, list, id)
        case (true, false): tr("Done before: “%s” in “%s” (%s).", title, list, id)
        case (false, true): tr("Open again: “%s” in “%s” (%s).", title, list, id)
        case (false, false): tr("Open already: “%s” in “%s” (%s).", title, list, id)
        }
      }
    }
    return .done
  }

  /// The to-do with this identifier or prefix.
  private static func todo(_ typed: String, _ desk: CommandDesk) async throws(CommandFailure)
    -> Todo
  {
    let wanted = TodoContent.normalized(typed) ?? ""
    let found = try await desk.stored { store throws(StoreError) in
      try await store.todos(withIDPrefix: wanted)
    }
    if let todo = found.first, todo.id.rawValue == wanted { return todo }
    guard wanted.count >= TodoStore.shortestID else {
      throw CommandFailure(
        .notFound,
        tr(
          "“%s” is too short for an ID: at least %d characters are needed. “optimist list” shows them.",
          PlainText.line(typed), TodoStore.shortestID))
    }
    guard let todo = found.first else {
      throw CommandFailure(
        .notFound,
        tr(
          "No to-do has an ID that begins with “%s”. “optimist list --all” shows them.",
          PlainText.line(typed)))
    }
    guard found.count == 1 else {
      let report = try await TodoReport.read(found, desk)
      throw CommandFailure(
        .notFound,
        tr("Several to-dos have an ID that begins with “%s”:", PlainText.line(typed))
          + found.map { "\n  \(report.id($0))  \(PlainText.line($0.content))" }.joined())
    }
    return todo
  }
}

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

  @Flag(help: "They will not be done: strike them out without counting them as done.")
  var cancel = false

  @Flag(help: "Print the to-dos as JSON.")
  var json = false

  func validate() throws {
    if undo && cancel { throw ValidationError("--undo does not go with --cancel.") }
  }

  func run(in context: CommandContext) async throws(CommandFailure) -> CommandStatus {
    let finder = TodoFinder(context: context)
    let todos = try await finder.todos(ids)
    let status: Todo.Status = undo ? .open : cancel ? .cancelled : .done
    let next = try await context.recorded { store throws(StoreError) -> [NextOccurrence] in
      let ids = todos.map(\.id)
      guard status == .cancelled else { return try await store.setDone(ids, status == .done) }
      try await store.cancel(ids)
      return []
    }
    // Subtasks may have changed although what they are a part of has not.
    context.sendInBackground(todos.map(\.account))
    if json {
      try await TodoReport.read(try await finder.again(todos), context).printJSON()
      return .done
    }
    let report = try await TodoReport.read(todos, context)
    for todo in todos {
      let isChanged = todo.status != status
      let time = next.first { $0.id == todo.id }?.time
      report.printLine(todo) { title, list, id in
        switch (status, isChanged) {
        case (.cancelled, true): tr("Cancelled: “%s” in “%s” (%s).", title, list, id)
        case (.cancelled, false): tr("Cancelled before: “%s” in “%s” (%s).", title, list, id)
        case (.done, true):
          if let time {
            tr("Done: “%1$s” in “%2$s” (%3$s). Next: %4$s", title, list, id, report.words(time))
          } else {
            tr("Done: “%s” in “%s” (%s).", title, list, id)
          }
        case (.done, false): tr("Done before: “%s” in “%s” (%s).", title, list, id)
        case (.open, true): tr("Open again: “%s” in “%s” (%s).", title, list, id)
        case (.open, false): tr("Open already: “%s” in “%s” (%s).", title, list, id)
        }
      }
    }
    return .done
  }
}

import ArgumentParser
import Core
import Platform

/// `optimist delete`
struct DeleteCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Put to-dos into the trash.",
    discussion: """
      “optimist undo” brings them back, and so does Trash in the window. If one of the IDs is not understood, nothing \
      is deleted.
      """)

  @OptionGroup var named: TodoArguments

  @Flag(help: "Print what was deleted as JSON.")
  var json = false

  func run(in context: CommandContext) async throws(CommandFailure) -> CommandStatus {
    let todos = try await TodoFinder(context: context).todos(named.ids)
    let report = try await TodoReport.read(todos, context)
    try await context.recorded { store throws(StoreError) in
      try await store.delete(todos.map(\.id))
    }
    context.sendInBackground(todos.map(\.account))
    if json {
      try report.printJSON()
    } else {
      report.printLines { tr("Deleted “%s” from “%s” (%s).", $0, $1, $2) }
    }
    return .done
  }
}

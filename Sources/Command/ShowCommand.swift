import ArgumentParser
import Core
import Platform
import Service

/// `optimist show`
struct ShowCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show everything about to-dos.")

  @OptionGroup var named: TodoArguments

  @Flag(help: "Print the to-dos as JSON.")
  var json = false

  var writes: Bool { false }

  func run(in context: CommandContext) async throws(CommandFailure) -> CommandStatus {
    let todos = try await TodoFinder(context: context).todos(named.ids)
    let report = try await TodoReport.read(todos, context)
    if json {
      try report.printJSON()
    } else {
      for (index, todo) in todos.enumerated() {
        if index > 0 { Terminal.printLine("") }
        let family = try await context.stored { store throws(StoreError) in
          try await store.family(of: todo.id)
        }
        report.printDetails(todo, family)
      }
    }
    return .done
  }
}

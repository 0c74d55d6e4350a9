import ArgumentParser
import Core
import Platform
import Service

/// `optimist list`
struct ListCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Show what there is to do.",
    discussion: """
      Each line has the beginning of the to-do’s ID, as “optimist done” takes it, and an asterisk where \
      it has a star. The JSON is an array of objects; see the manual page for their fields.
      """)

  @Argument(
    help: "Only this list, by its name or the beginning of its ID.",
    completion: .custom(CommandCompletion.lists))
  var name: String?

  @Flag(help: "Only what is planned for today.")
  var today = false

  @Flag(help: "Only what has a star.")
  var important = false

  @Flag(name: .shortAndLong, help: "Show what is done as well.")
  var all = false

  @Flag(help: "Print JSON, in a form that stays the same.")
  var json = false

  var writes: Bool { false }

  func run(in context: CommandContext) async throws(CommandFailure) -> CommandStatus {
    let lists = try await context.stored { store throws(StoreError) in try await store.lists() }
    let list = try await context.list(name)
    let day = today ? context.today : nil
    let (all, important) = (all, important)
    let todos = try await context.stored { store throws(StoreError) in
      try await store.allTodos(in: list?.id, isWithDone: all).filter { todo in
        (day == nil || todo.due?.day == day) && (!important || todo.priority.isStarred)
      }
    }
    let report = try await TodoReport.read(todos, context)
    if json {
      try report.printJSON()
    } else {
      // Lists without anything to do are included if no filter is set.
      let isFiltered = day != nil || important
      report.printLists(list.map { [$0] } ?? lists, withEmpty: !isFiltered)
      if todos.isEmpty && (isFiltered || lists.isEmpty) { Terminal.say(tr("Nothing to do.")) }
    }
    return .done
  }
}

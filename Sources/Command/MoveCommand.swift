import ArgumentParser
import Core
import Platform

/// `optimist move`
struct MoveCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "move", abstract: "Move to-dos to another list or another place.",
    discussion: """
      Subtasks go with what they are a part of. What comes from another list comes last. If one of the IDs is not \
      understood, nothing is moved.
      """)

  @OptionGroup var named: TodoArguments

  @Option(
    name: .shortAndLong,
    help: .init(
      "The list to move it to, by its name or the beginning of its ID.", valueName: "name"),
    completion: .custom(CommandCompletion.lists))
  var list: String?

  @Option(
    help: .init("The ID of the to-do that it becomes a part of; “none” for none.", valueName: "id"),
    completion: .custom(CommandCompletion.todos))
  var parent: String?

  @Option(
    help: .init("Put it before this one of the same list.", valueName: "id"),
    completion: .custom(CommandCompletion.todos))
  var before: String?

  @Option(
    help: .init("Put it after this one of the same list.", valueName: "id"),
    completion: .custom(CommandCompletion.todos))
  var after: String?

  @Flag(help: "Print the to-dos as JSON.")
  var json = false

  func validate() throws {
    switch [list, parent, before, after].compactMap(\.self).count {
    case 0: throw ValidationError("One of --list, --parent, --before and --after is needed.")
    case 1: break
    default:
      throw ValidationError("Only one of --list, --parent, --before and --after is possible.")
    }
  }

  func run(in context: CommandContext) async throws(CommandFailure) -> CommandStatus {
    let finder = TodoFinder(context: context)
    let todos = try await finder.todos(named.ids)
    let list = try await context.list(list)
    var place = TodoPlace.last
    var above: TodoID?
    if let parent, parent != TimeWords.none { above = try await finder.todo(parent).id }
    if let name = before ?? after {
      let places = Set(todos.map(\.listID))
      let lists = try await context.stored { store throws(StoreError) in try await store.lists() }
      if let sorted = lists.first(where: { places.contains($0.id) && $0.order != .manual }) {
        throw CommandFailure(
          .usage,
          sorted.account == sorted.account?.root
            ? tr("The list is sorted. “optimist lists edit NAME --sort manual” changes that.")
            : tr("The list is sorted. Only its owner can change that."))
      }
      let other = try await finder.todo(name).id
      // The visible parent, because the stored one may be gone or in another list.
      above = try await context.stored { store throws(StoreError) in
        try await store.family(of: other).parent?.id
      }
      place = before == nil ? .after(other) : .before(other)
    }
    let (parent, goal) = (above, place)
    do {
      try await context.recorded { store throws(StoreError) in
        if let list { return try await store.move(todos.map(\.id), to: list.id) }
        try await store.place(todos.map(\.id), below: parent, goal)
      }
    } catch  where error == CommandFailure(.unsuitable) {
      throw CommandFailure(
        .usage, tr("A to-do cannot be a part of itself or of one in another list."))
    }
    context.sendInBackground(todos.map(\.account) + [list?.account])
    let after = try await finder.again(todos)
    let report = try await TodoReport.read(after, context)
    if json {
      try report.printJSON()
    } else {
      for (old, new) in zip(todos, after) {
        report.printLine(new) { title, list, id in
          old == new
            ? tr("Not changed: “%s” in “%s” (%s).", title, list, id)
            : tr("Moved: “%s” in “%s” (%s).", title, list, id)
        }
      }
    }
    return .done
  }
}

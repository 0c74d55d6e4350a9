import ArgumentParser
import Core
import Platform
import Service

/// `optimist lists add`
struct AddListCommand: StoreCommand {
  static let configuration = CommandConfiguration(commandName: "add", abstract: "Make a list.")

  @Argument(
    help: .init("What it is called. Several words make one name.", valueName: "name"))
  var words: [String]

  @OptionGroup var options: ListOptions

  @Option(
    help: .init(
      "The account that keeps it, by name or identifier; “none” for this computer only. Without it, the first one.",
      valueName: "name"), completion: .custom(CommandCompletion.accounts))
  var account: String?

  @Flag(help: "Print the list as JSON.")
  var json = false

  func run(in context: CommandContext) async throws(CommandFailure) -> CommandStatus {
    let change = try options.change()
    let name = words.joined(separator: " ")
    guard TodoContent.normalized(name) != nil else { throw CommandFailure.namelessList }
    var place = ListPlace.firstAccount
    if let account {
      place =
        account == TimeWords.none
        ? .thisComputer : .account(try await context.account(account).id)
    }
    let made = place
    let list = try await context.recorded { store throws(StoreError) in
      try await store.addList(named: name, to: made, change)
    }
    try await ListReport(list: list, typed: name, isJSON: json).print(context) {
      tr("Added the list “%s”.", $0)
    }
    return .done
  }
}

/// `optimist lists edit`
struct EditListCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Change a list.",
    discussion:
      "Only what an option names is changed, on all devices. Lists of others stay as their owners made them."
  )

  @Argument(
    help: .init("The list, by its name or the beginning of its ID.", valueName: "name"),
    completion: .custom(CommandCompletion.lists))
  var list: String

  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: .init("Another name.", valueName: "text"))
  var name: String?

  @OptionGroup var options: ListOptions

  @Option(
    help: .init("Put it before this list of the same account.", valueName: "name"),
    completion: .custom(CommandCompletion.lists))
  var before: String?

  @Option(
    help: .init("Put it after this list of the same account.", valueName: "name"),
    completion: .custom(CommandCompletion.lists))
  var after: String?

  @Flag(help: "Print the list as JSON.")
  var json = false

  func validate() throws {
    if before != nil, after != nil {
      throw ValidationError("--before does not go with --after.")
    }
    if name == nil, before == nil, after == nil, options.isEmpty {
      throw ValidationError("Nothing is to be changed. Name a field, such as --name or --color.")
    }
  }

  func run(in context: CommandContext) async throws(CommandFailure) -> CommandStatus {
    let change = try options.change()
    if let name, TodoContent.normalized(name) == nil { throw CommandFailure.namelessList }
    let list = try await context.namedList(list)
    var place: ListPlacement?
    if let before { place = .before(try await context.namedList(before).id) }
    if let after { place = .after(try await context.namedList(after).id) }
    let goal = place
    let changed: TodoList
    do {
      changed = try await context.recorded { store throws(StoreError) in
        try await store.editList(list.id, named: name, at: goal, change)
      }
    } catch  where error == CommandFailure(.unsuitable) {
      throw CommandFailure(.usage, tr("A list is put beside another one of its account."))
    }
    try await ListReport(list: changed, typed: name, isJSON: json).print(context) {
      changed == list ? tr("Not changed: the list “%s”.", $0) : tr("Changed the list “%s”.", $0)
    }
    return .done
  }
}

/// `optimist lists delete`
struct DeleteListCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Put a list and all its to-dos into the trash.",
    discussion: "“optimist undo” brings them back, and so does Trash in the window.")

  @Argument(
    help: .init("The list, by its name or the beginning of its ID.", valueName: "name"),
    completion: .custom(CommandCompletion.lists))
  var list: String

  @Flag(help: "Print the list as JSON.")
  var json = false

  func run(in context: CommandContext) async throws(CommandFailure) -> CommandStatus {
    let list = try await context.namedList(list)
    let count = try await context.stored { store throws(StoreError) in
      try await store.todoCount(in: list.id)
    }
    let records = try await ListRecord.read([list], context)
    try await context.recorded { store throws(StoreError) in try await store.deleteList(list.id) }
    context.sendInBackground([list.account])
    if json {
      try CommandJSON.print(records)
    } else {
      Terminal.printLine(
        ntr(
          "Deleted the list “%2$s” and its %1$d to-do.",
          "Deleted the list “%2$s” and its %1$d to-dos.", count, PlainText.line(list.name)))
    }
    return .done
  }
}

extension CommandFailure {
  fileprivate static var namelessList: Self { .init(.usage, tr("A list needs a name.")) }
}

/// Reports what was done to a list.
private struct ListReport {
  let list: TodoList
  /// The typed name, if any.
  let typed: String?
  let isJSON: Bool

  func print(
    _ context: CommandContext, _ line: @Sendable (String) -> String
  ) async throws(CommandFailure) {
    if typed.map(TodoContent.hasUnwantedControls) ?? false {
      Terminal.printToStandardError(tr("Invisible characters were removed."))
    }
    context.sendInBackground([list.account])
    if isJSON {
      try CommandJSON.print(try await ListRecord.read([list], context))
    } else {
      Terminal.printLine(line(PlainText.line(list.name)))
    }
  }
}

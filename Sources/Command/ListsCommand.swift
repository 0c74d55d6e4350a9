import ArgumentParser
import Core
import Platform
import Service

/// `optimist lists`: lists, adds, changes and deletes lists.
struct ListsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lists", abstract: "Show, add, change and delete lists.",
    subcommands: [
      ListListsCommand.self, AddListCommand.self, EditListCommand.self, DeleteListCommand.self,
    ],
    defaultSubcommand: ListListsCommand.self)
}

/// `optimist lists list`
struct ListListsCommand: StoreCommand {
  static let configuration = CommandConfiguration(commandName: "list", abstract: "Show the lists.")

  @Flag(help: "Print JSON, in a form that stays the same.")
  var json = false

  var writes: Bool { false }

  func run(in context: CommandContext) async throws(CommandFailure) -> CommandStatus {
    let lists = try await context.stored { store throws(StoreError) in try await store.lists() }
    let records = try await ListRecord.read(lists, context)
    if json {
      try CommandJSON.print(records)
      return .done
    }
    let finder = ListFinder(lists: lists)
    for (list, record) in zip(lists, records) {
      let emoji = list.emoji.map { PlainText.line($0) + " " } ?? ""
      let id = finder.hasDouble(list) ? " (\(finder.shortID(of: list)))" : ""
      Terminal.printLine(emoji + PlainText.line(list.name) + id + " – " + openText(record.open))
    }
    return .done
  }

  private func openText(_ count: Int) -> String {
    ntr("%d to-do", "%d to-dos", count)
  }
}

/// A list in the JSON of the commands. Fields may be added later, but none is renamed or removed.
struct ListRecord: Encodable {
  enum CodingKeys: CodingKey, CaseIterable {
    case account, color, emoji, id, name, open, position, sortOrder
  }

  let open: Int
  private let list: TodoList
  private let account: String?

  /// Reads the additional facts about lists: the number of open to-dos, and the account.
  static func read(
    _ lists: [TodoList], _ context: CommandContext
  ) async throws(CommandFailure) -> [ListRecord] {
    let (accounts, todos) = try await context.stored { store throws(StoreError) in
      (try await store.accounts(), try await store.allTodos())
    }
    let names = Dictionary(accounts.map { ($0.id, $0.name) }) { $1 }
    let open = Dictionary(todos.map { ($0.listID, 1) }, uniquingKeysWith: +)
    return lists.map { list in
      ListRecord(
        open: open[list.id] ?? 0, list: list, account: list.account.flatMap { names[$0.root] })
    }
  }

  /// Unknown values are `null`, so that every object has every field.
  func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(list.id.rawValue, forKey: .id)
    try fields.encode(list.name, forKey: .name)
    try fields.encode(open, forKey: .open)
    try fields.encode(list.colour, forKey: .color)
    try fields.encode(list.emoji, forKey: .emoji)
    try fields.encode(list.position, forKey: .position)
    try fields.encode(list.order.rawValue, forKey: .sortOrder)
    try fields.encode(account, forKey: .account)
  }
}

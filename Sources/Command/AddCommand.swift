import ArgumentParser
import Basics
import Core
import Platform
import QuickAdd
import Service

/// `optimist add`
struct AddCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Write down a to-do.",
    discussion: """
      “Call Ann tomorrow 5pm !! #home every week” is understood as in the window: days, times, repeats, priorities \
      (!, !!, !!!), tags, people (@) and lists (~). People are those whom the window has shown for the account of the \
      list, by their whole name or their user name. An option wins over the words. With --literal nothing in the title \
      is understood, nor if “Understand What Is Typed” is turned off in the preferences of the window.

      The to-do is on disk when the command ends. If its list belongs to an account, it is sent in the \
      background; the terminal does not wait.
      """)

  @Argument(
    help: .init(
      "What there is to do. Several words make one to-do; “-” reads them from standard input, one to-do on each line.",
      valueName: "title"))
  var words: [String]

  @Option(
    name: .shortAndLong,
    help: .init(
      "The list to put it on, by its name or the beginning of its ID. Without it, the first list.",
      valueName: "name"), completion: .custom(CommandCompletion.lists))
  var list: String?

  @Option(
    help: .init("The ID of the to-do that it is a part of.", valueName: "id"),
    completion: .custom(CommandCompletion.todos))
  var parent: String?

  @OptionGroup var options: TodoOptions

  @Flag(name: .shortAndLong, help: "Give it a star: it is important.")
  var star = false

  @Flag(help: "Take the title as it is typed.")
  var literal = false

  @Flag(help: "Print what was added as JSON.")
  var json = false

  func validate() throws {
    if star, options.priority != nil {
      throw ValidationError("--star does not go with --priority.")
    }
    if list != nil, parent != nil {
      throw ValidationError("--list does not go with --parent: a subtask is where its parent is.")
    }
  }

  func run(in context: CommandContext) async throws(CommandFailure) -> CommandStatus {
    let tags = try await TagFinder.read(context, for: options.tag)
    var changes = try options.changes(at: context.store.now, tags)
    if star { changes.priority = .highest }
    var list = try await context.list(list)?.id
    if let parent {
      let found = try await TodoFinder(context: context).todo(parent)
      (changes.parent, list) = (found.id, found.listID)
    }
    let titles = try Self.titles(words)
    guard !titles.isEmpty else { throw CommandFailure(.blank) }
    var drafts: [TodoDraft] = []
    let isUnderstood = !literal && Self.isUnderstood()
    let people = PersonFinders(context)
    let lines = isUnderstood ? try await TypedLines.read(context, people, for: titles) : nil
    for title in titles {
      var draft = TodoDraft(
        id: TodoID(rawValue: context.store.makeID()), listID: list, content: title)
      try lines?.fill(&draft, from: title)
      changes.apply(to: &draft)
      if let typed = options.assignee {
        if draft.listID == nil { draft.listID = try await context.listForNewTodos()?.id }
        draft.assignee = try await people.person(typed, forListOf: draft)
      }
      drafts.append(draft)
    }
    let made = drafts
    let todos = try await context.recorded { store throws(StoreError) in
      try await store.add(made)
    }
    if (titles + changes.texts).contains(where: TodoContent.hasUnwantedControls) {
      Terminal.printToStandardError(tr("Invisible characters were removed."))
    }
    TodoWarnings.printAll(for: todos)
    context.sendInBackground(todos.map(\.account))
    let report = try await TodoReport.read(todos, context)
    if json {
      try report.printJSON()
    } else {
      report.printLines { tr("Added “%s” to “%s” (%s).", $0, $1, $2) }
    }
    return .done
  }

  /// Whether the preferences allow recognising dates, tags and so on in the typed text.
  @MainActor
  private static func isUnderstood() -> Bool {
    Settings(directory: .installed()).understandsTyping
  }

  /// The typed titles; empty lines are left out.
  private static func titles(_ words: [String]) throws(CommandFailure) -> [String] {
    guard words == ["-"] else { return [words.joined(separator: " ")] }
    var titles: [String] = []
    for var line in try StandardInput.lines() {
      // Some editors begin a file with a byte order mark.
      if titles.isEmpty, line.hasPrefix("\u{FEFF}") { line.unicodeScalars.removeFirst() }
      if TodoContent.normalized(line) != nil { titles.append(line) }
    }
    return titles
  }
}

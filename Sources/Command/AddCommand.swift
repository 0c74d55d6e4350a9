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
      (!, !!, !!!), tags, people (@) and lists (~). An option wins over the words; --literal takes the words as they \
      are, and so does the preference for it.

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
    var changes = try options.changes(at: context.store.now)
    if star { changes.priority = .highest }
    var list = try await context.list(list)?.id
    if let parent {
      let found = try await TodoFinder(context: context).todo(parent)
      (changes.parent, list) = (found.id, found.listID)
    }
    let titles = Self.titles(words)
    guard !titles.isEmpty else { throw CommandFailure(.blank) }
    var drafts: [TodoDraft] = []
    let isUnderstood = !literal && Self.isUnderstood()
    let lines = isUnderstood ? try await TypedLines.read(context) : nil
    for title in titles {
      var draft = TodoDraft(
        id: TodoID(rawValue: context.store.makeID()), listID: list, content: title)
      lines?.fill(&draft, from: title)
      changes.apply(to: &draft)
      drafts.append(draft)
    }
    let made = drafts
    let todos = try await context.recorded { store throws(StoreError) in
      try await store.add(made)
    }
    if (titles + changes.texts).contains(where: TodoContent.hasUnwantedControls) {
      Terminal.complain(tr("Invisible characters were removed."))
    }
    context.sendInBackground(todos.map(\.account))
    let report = try await TodoReport.read(todos, context)
    if json {
      try report.printJSON()
    } else {
      report.printLines { tr("Added “%s” to “%s” (%s).", $0, $1, $2) }
    }
    return .done
  }

  /// Whether what is typed is understood, by the preferences.
  @MainActor
  private static func isUnderstood() -> Bool {
    Settings(directory: .installed()).understandsTyping
  }

  /// The typed titles; empty lines are left out.
  private static func titles(_ words: [String]) -> [String] {
    guard words == ["-"] else { return [words.joined(separator: " ")] }
    var titles: [String] = []
    while let line = readLine() {
      if TodoContent.normalized(line) != nil { titles.append(line) }
    }
    return titles
  }
}

/// Understands titles as they are typed.
struct TypedLines: Sendable {
  private let reader: QuickAddReader
  private let lists: [TodoList]
  private let now: Timestamp

  static func read(_ context: CommandContext) async throws(CommandFailure) -> TypedLines {
    let now = context.store.now
    let (lists, tags) = try await context.stored { store throws(StoreError) in
      (try await store.lists(), try await store.tags())
    }
    // The name of somebody else's list never takes a to-do of the user's own.
    let own = lists.filter { $0.account.map { $0.root == $0 } ?? true }
    return TypedLines(
      reader: QuickAddReader(
        LocalQuickAdd.context(now: now, lists: own.map(\.name), tags: tags.map(\.tag))),
      lists: own, now: now)
  }

  /// Takes over what a line says. A list is taken only where none is chosen yet.
  func fill(_ draft: inout TodoDraft, from line: String) {
    let reading = reader.read(line, zone: LocalClock.zone)
    guard draft.listID == nil || reading.list == nil else {
      // It was given by an option: the words stay.
      let named = reading.parts.filter { if case .list = $0.meaning { true } else { false } }
      let names = Set(named.map(\.text))
      return draft.take(reader.read(line, asText: names, zone: LocalClock.zone), now: now)
    }
    draft.take(reading, now: now)
    if let list = reading.list { draft.listID = lists[list].id }
  }
}

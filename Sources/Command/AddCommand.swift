import ArgumentParser
import Basics
import Core
import Platform
import Service

/// `optimist add`
struct AddCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Write down a to-do.",
    discussion: """
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
    name: .shortAndLong,
    help: .init(
      "The day to do it: 2026-12-24, today, tomorrow, a day of the week such as friday (the next one), or +3 for in three days.",
      valueName: "day"), completion: .list(CommandCompletion.days))
  var date: String?

  @Option(name: .shortAndLong, help: .init("Notes to keep with it.", valueName: "text"))
  var notes: String?

  @Flag(name: .shortAndLong, help: "Give it a star: it is important.")
  var star = false

  @Flag(help: "Print what was added as JSON.")
  var json = false

  func run(in context: CommandContext) async throws(CommandFailure) -> CommandStatus {
    let day = try date.map { typed throws(CommandFailure) in
      guard let day = DayWords(today: context.today).day(typed) else {
        throw CommandFailure(.usage, DayWords.complaint(typed))
      }
      return day
    }
    let list = try await context.list(list)
    let titles = Self.titles(words)
    guard !titles.isEmpty else { throw CommandFailure(.blank) }
    let (notes, star) = (notes ?? "", star)
    let todos = try await context.stored { store throws(StoreError) in
      try await store.add(
        titles.map { title in
          TodoDraft(
            id: TodoID(rawValue: store.makeID()), listID: list?.id, content: title, notes: notes,
            due: day.map { CalendarTime(day: $0) }, isStarred: star)
        })
    }
    if (titles + [notes]).contains(where: TodoContent.hasUnwantedControls) {
      Terminal.complain(tr("Invisible characters were removed."))
    }
    context.sendInBackground(todos.map(\.account))
    try await tell(todos, context)
    return .done
  }

  private func tell(_ todos: [Todo], _ context: CommandContext) async throws(CommandFailure) {
    let report = try await TodoReport.read(todos, context)
    if json { return try report.printJSON() }
    for todo in todos { report.printLine(todo) { tr("Added “%s” to “%s” (%s).", $0, $1, $2) } }
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

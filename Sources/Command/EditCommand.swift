import ArgumentParser
import Basics
import Core
import Platform
import Service

/// `optimist edit`
struct EditCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Change to-dos.",
    discussion: """
      Only what an option names is changed. “none” takes a due date, a start, a repetition, the reminders, the person \
      or a link away. If one of the IDs is not understood, nothing is changed.
      """)

  @OptionGroup var named: TodoArguments

  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: .init("Another title.", valueName: "text"))
  var title: String?

  @OptionGroup var options: TodoOptions

  @Option(
    help: .init("A tag to take away. Can be given several times.", valueName: "tag"),
    completion: .custom(CommandCompletion.tags))
  var untag: [String] = []

  @Option(
    help: .init(
      "A reminder to take away: as for --remind, or as “show” prints it in brackets. Can be given several times.",
      valueName: "time"))
  var unremind: [String] = []

  @Flag(help: "Print the to-dos as JSON.")
  var json = false

  func validate() throws {
    if title == nil, untag.isEmpty, unremind.isEmpty, options.isEmpty {
      throw ValidationError("Nothing is to be changed. Name a field, such as --title or --due.")
    }
  }

  func run(in context: CommandContext) async throws(CommandFailure) -> CommandStatus {
    let finder = TodoFinder(context: context)
    let todos = try await finder.todos(named.ids)
    let tags = try await TagFinder.read(context, for: options.tag + untag)
    var changes = try options.changes(at: context.store.now, tags)
    changes.title = title
    // The stored spelling is accepted too, because other programs write tags that could not be typed otherwise.
    changes.removedTags = Set(
      (untag + untag.compactMap(TodoTag.normalized) + untag.compactMap(tags.known))
        .map { ExactText($0) })
    let words = TimeWords(now: context.store.now)
    for typed in unremind {
      // The stored text is accepted too: exact moments are hard to type, and other programs write reminders in other
      // forms.
      let stored = Reminder(text: typed)
      if todos.contains(where: { $0.reminders.contains(stored) }) {
        changes.removedReminders.insert(stored)
      } else {
        try changes.removedReminders.insert(typed, words, due: todos.first?.due)
      }
    }
    if let typed = options.assignee {
      let people = PersonFinders(context)
      for account in Set(todos.map(\.account)) {
        changes.assignees[account] = .some(try await people.person(typed, of: account))
      }
    }
    let made = changes
    try await context.recorded { store throws(StoreError) in
      try await store.edit(todos.map(\.id)) { made.apply(to: &$0) }
    }
    if made.texts.contains(where: TodoContent.hasUnwantedControls) {
      Terminal.printToStandardError(tr("Invisible characters were removed."))
    }
    context.sendInBackground(todos.map(\.account))
    let after = try await finder.again(todos)
    if made.touchesDays { TodoWarnings.printAll(for: after) }
    let report = try await TodoReport.read(after, context)
    if json {
      try report.printJSON()
    } else {
      for (old, new) in zip(todos, after) {
        report.printLine(new) { title, list, id in
          old == new
            ? tr("Not changed: “%s” in “%s” (%s).", title, list, id)
            : tr("Changed “%s” in “%s” (%s).", title, list, id)
        }
      }
    }
    return .done
  }
}

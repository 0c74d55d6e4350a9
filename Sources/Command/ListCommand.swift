import ArgumentParser
import Basics
import Core
import Platform
import QuickAdd
import Service

/// `optimist list`
struct ListCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Show what there is to do.",
    discussion: """
      Each line has the beginning of the to-do’s ID, as “optimist done” takes it, and an asterisk where \
      it has a star; subtasks stand below what they are a part of. The JSON is an array of objects; see the manual \
      page for their fields.
      """)

  @Argument(
    help: "Only this list, by its name or the beginning of its ID.",
    completion: .custom(CommandCompletion.lists))
  var name: String?

  @Option(
    help: .init("Only what is due on this day.", valueName: "day"),
    completion: .list(CommandCompletion.days))
  var due: String?

  @Flag(help: "Only what is due today.")
  var today = false

  @Flag(help: "Only what is overdue.")
  var overdue = false

  @Flag(help: "Only what has a star.")
  var important = false

  @Option(
    help: .init("Only what has this tag. Can be given several times.", valueName: "tag"),
    completion: .custom(CommandCompletion.tags))
  var tag: [String] = []

  @Option(
    parsing: .unconditional,
    help: .init("Only what has these words in its title or notes.", valueName: "words"))
  var search: String?

  @Flag(name: .shortAndLong, help: "Show what is done as well.")
  var all = false

  @Flag(help: "Print JSON, in a form that stays the same.")
  var json = false

  var writes: Bool { false }

  func run(in context: CommandContext) async throws(CommandFailure) -> CommandStatus {
    let filter = TodoFilter(
      day: try due.map { typed throws(CommandFailure) in
        try TimeWords(now: context.store.now).time(typed).day
      } ?? (today ? context.today : nil),
      isOverdue: overdue, isImportant: important,
      tags: tag, words: TextFolding.words(search ?? ""), now: context.store.now,
      zone: .local)
    let list = try await context.list(name)
    let tags = try await TagFinder.read(context, for: tag)
    for typed in tag { try tags.require(typed) }
    let all = all
    let (lists, todos) = try await context.stored { store throws(StoreError) in
      (
        try await store.lists(),
        try await store.allTodos(in: list?.id, isWithDone: all).filter(filter.contains)
      )
    }
    let report = try await TodoReport.read(todos, context)
    if json {
      try report.printJSON()
    } else {
      // Without any filter, lists without open to-dos are included.
      report.printLists(list.map { [$0] } ?? lists, withEmpty: !filter.isSet)
      if todos.isEmpty && (filter.isSet || lists.isEmpty) {
        Terminal.printLine(tr("Nothing to do."))
      }
    }
    return .done
  }
}

/// Selects to-dos.
struct TodoFilter: Sendable {
  let day: CalendarDay?
  let isOverdue: Bool
  let isImportant: Bool
  /// The to-do must have all these tags, as stored or as typed, ignoring case.
  let tags: [String]
  /// Folded words, all of which must occur in the title or the notes.
  let words: [String]
  let now: Timestamp
  /// The time zone in which days are understood.
  let zone: ZoneRules

  var isSet: Bool {
    day != nil || isOverdue || isImportant || !tags.isEmpty || !words.isEmpty
  }

  func contains(_ todo: Todo) -> Bool {
    (day == nil || todo.due?.local(in: zone).day == day)
      && (!isImportant || todo.priority.isStarred)
      && (!isOverdue || isOverdue(todo)) && tags.allSatisfy { has($0, todo) } && matches(todo)
  }

  /// A day without a time is over at its end; a time is over when it has come.
  private func isOverdue(_ todo: Todo) -> Bool {
    guard !todo.isDone, let due = todo.due else { return false }
    return due.isDay ? due.day < zone.clock(at: now).day : due.moment(local: zone) < now
  }

  private func has(_ typed: String, _ todo: Todo) -> Bool {
    [typed, TodoTag.normalized(typed) ?? typed].contains { tag in
      todo.tags.contains { TagSpellings.areSame($0.text, tag) }
    }
  }

  private func matches(_ todo: Todo) -> Bool {
    guard !words.isEmpty else { return true }
    let text = TextFolding.words(todo.content + " " + todo.notes).joined(separator: " ")
    return words.allSatisfy { text.contains($0) }
  }
}

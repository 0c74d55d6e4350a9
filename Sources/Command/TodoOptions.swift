import ArgumentParser
import Basics
import Core
import Platform
import Service

extension Priority.Level: ExpressibleByArgument {}

extension MissingAnswer: ExpressibleByArgument {}

/// The options for the fields of a to-do, which `add` and `edit` share.
struct TodoOptions: ParsableArguments, Sendable {
  @Option(
    name: [.customShort("d"), .long],
    help: .init(
      "When it is due: 2026-12-24, 2026-12-24T17:00, today, “tomorrow 5pm”, a day of the week such as friday (the next one), or +3 for in three days.",
      valueName: "time"), completion: .list(CommandCompletion.days))
  var due: String?

  @Option(
    help: .init("From when on it can be done, as for --due.", valueName: "time"),
    completion: .list(CommandCompletion.days))
  var start: String?

  @Option(
    name: .customLong("repeat"),
    help: .init(
      "How it repeats: “every week”, “every second tuesday”, or a rule such as FREQ=MONTHLY;BYMONTHDAY=-1.",
      valueName: "rule"))
  var recurrence: String?

  @Option(
    help: .init(
      "When to remind: 15m, 2h, 1d or 1w before it is due, 0 for the time itself, the same after “start” (“start 1h”) for when it starts, or a time. Can be given several times.",
      valueName: "time"))
  var remind: [String] = []

  @Option(
    help: .init("none, low, medium or high. High is a star.", valueName: "priority"),
    completion: .list(Priority.Level.allCases.map(\.rawValue)))
  var priority: Priority.Level?

  @Option(
    help: .init("A tag. Can be given several times.", valueName: "tag"),
    completion: .custom(CommandCompletion.tags))
  var tag: [String] = []

  @Option(
    help: .init(
      "The person it is given to: the name, the user name or the user ID of somebody whom the account of the list knows. “none” or nothing: nobody.",
      valueName: "person"), completion: .custom(CommandCompletion.people))
  var assignee: String?

  @Option(help: .init("A link to keep with it.", valueName: "address"))
  var url: String?

  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: .init("Notes to keep with it.", valueName: "text"))
  var notes: String?

  /// Whether no field is given.
  var isEmpty: Bool {
    [due, start, recurrence, assignee, url, notes].allSatisfy { $0 == nil }
      && priority == nil && remind.isEmpty && tag.isEmpty
  }

  /// Checks the options and returns the changes that they make.
  /// - Parameter tags: the spellings of the known tags.
  func changes(at now: Timestamp, _ tags: TagFinder) throws(CommandFailure) -> TodoChanges {
    var changes = TodoChanges()
    let words = TimeWords(now: now)
    changes.due = try Self.optional(due) { typed throws(CommandFailure) in try words.time(typed) }
    changes.start = try Self.optional(start) { typed throws(CommandFailure) in
      try words.time(typed)
    }
    changes.recurrence = try Self.optional(recurrence) { typed throws(CommandFailure) in
      let found = try words.recurrence(typed)
      changes.firstDue = found.first
      return found.rule
    }
    changes.url = try Self.optional(url) { typed throws(CommandFailure) in
      let link = TodoLink.completed(typed)
      guard TodoLink.isSafe(link) else {
        throw CommandFailure(
          .usage, tr("“%s” is not a link that can be opened.", PlainText.line(typed)))
      }
      return link
    }
    changes.notes = notes
    changes.priority = priority.map(Priority.init)
    for typed in tag {
      guard let tag = TodoTag.normalized(typed) else {
        throw CommandFailure(.usage, tr("“%s” is not a tag.", PlainText.line(typed)))
      }
      changes.addedTags.insert(ExactText(tags.known(tag) ?? tag))
    }
    for typed in remind {
      if typed == TimeWords.none {
        changes.removesReminders = true
      } else {
        try changes.reminders.insert(typed, words, due: changes.due ?? nil)
      }
    }
    return changes
  }

  /// Nil if the option was not given; an inner nil if the value is to be removed.
  private static func optional<T>(
    _ typed: String?, _ read: (String) throws(CommandFailure) -> T
  ) throws(CommandFailure) -> T?? {
    guard let typed else { return nil }
    if typed == TimeWords.none { return .some(nil) }
    return .some(try read(typed))
  }
}

/// The changes of a to-do. Nil leaves a field unchanged; an inner nil removes its value.
struct TodoChanges: Sendable {
  var title: String?
  var notes: String?
  var due: CalendarTime??
  var start: CalendarTime??
  var recurrence: RecurrenceRule??
  /// The first due date of a repeating to-do, if nothing else sets it.
  var firstDue: CalendarTime?
  var reminders = TypedReminders()
  var removesReminders = false
  var removedReminders = TypedReminders()
  var priority: Priority?
  var addedTags: Set<ExactText> = []
  var removedTags: Set<ExactText> = []
  var url: String??
  var parent: TodoID??
  /// The assignee for each account that may keep the to-do, since a user ID is valid only on its own server. An inner
  /// nil stands for nobody.
  var assignees: [AccountID?: String?] = [:]

  func apply(to todo: inout Todo) {
    // They were made for the days that it has had.
    let removed = removedReminders.found(
      in: todo.reminders, due: todo.due, start: todo.start)
    if let title { todo.content = title }
    if let notes { todo.notes = notes }
    if let due { todo.due = due }
    if let start { todo.start = start }
    if let recurrence {
      todo.recurrence = recurrence
      if todo.due == nil, todo.start == nil, due == nil { todo.due = firstDue }
    }
    if removesReminders { todo.reminders = [] }
    todo.reminders.subtract(removed)
    todo.reminders.formUnion(reminders.all(due: todo.due, start: todo.start))
    if let priority { todo.priority = priority }
    todo.tags.subtract(removedTags)
    todo.tags.formUnion(addedTags)
    if let url { todo.url = url }
    if let parent { todo.parent = parent }
    if let assignee = assignees[todo.account] { todo.assignee = assignee }
  }

  func apply(to draft: inout TodoDraft) {
    if let notes { draft.notes = notes }
    if let due { draft.due = due }
    if let start { draft.start = start }
    if let recurrence {
      draft.recurrence = recurrence
      if draft.due == nil, draft.start == nil, due == nil { draft.due = firstDue }
    }
    if removesReminders { draft.reminders = [] }
    draft.reminders.formUnion(reminders.all(due: draft.due, start: draft.start))
    if let priority { draft.priority = priority }
    draft.tags.formUnion(addedTags)
    if let url { draft.url = url }
    if let parent { draft.parent = parent }
  }

  /// Whether the changes affect the due date, the start or the recurrence.
  var touchesDays: Bool {
    due != nil || start != nil || recurrence != nil || !reminders.isEmpty
  }

  /// The typed texts.
  var texts: [String] { [title, notes].compactMap(\.self) }
}

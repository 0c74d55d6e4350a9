import Basics
import Core
import Platform
import Service

/// A to-do as text for the terminal.
struct TodoText {
  /// The local time.
  let now: CalendarTime
  let zone: ZoneRules

  private var today: CalendarDay { now.day }

  /// ID, box, star, title, due date, start and tags on one line.
  /// - Parameter width: the width of the column of IDs.
  func line(_ todo: Todo, id: String, width: Int = 0) -> String {
    let parts = [
      id + String(repeating: " ", count: max(0, width - id.count)), box(todo.status),
      marks(todo.priority), PlainText.line(todo.content), times(todo),
      todo.recurrence == nil ? "" : "↻",
      todo.tags.map { "#" + PlainText.line($0.text) }.sorted().joined(separator: " "),
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The names and values of all other fields that are set.
  /// - Parameter title: the title of the parent, if it is on this computer.
  func details(_ todo: Todo, list: String, parent title: String?) -> [(name: String, value: String)]
  {
    var lines: [(String, String)] = [(tr("List"), PlainText.line(list))]
    if let start = todo.start { lines.append((tr("Starts"), text(start))) }
    if let due = todo.due { lines.append((tr("Due"), text(due))) }
    if let rule = todo.recurrence {
      lines.append((tr("Repeats"), "\(RecurrenceText.words(rule)) (\(PlainText.line(rule.text)))"))
    }
    for reminder in todo.reminders.map(\.text).sorted() {
      let words = ReminderText.words(Reminder(text: reminder), zone: LocalTime.zoneName)
      lines.append((tr("Reminder"), "\(words) (\(PlainText.line(reminder)))"))
    }
    if todo.priority.level != .none {
      lines.append((tr("Priority"), todo.priority.level.rawValue))
    }
    if let parent = todo.parent {
      let id = PlainText.line(parent.rawValue)
      lines.append((tr("Part of"), title.map { "\(PlainText.line($0)) (\(id))" } ?? id))
    }
    if let url = todo.url { lines.append((tr("Link"), PlainText.line(url))) }
    if let person = todo.assignee { lines.append((tr("Assigned to"), PlainText.line(person))) }
    if let moment = todo.completedAt {
      lines.append((tr("Completed"), DateText.long(milliseconds: moment.milliseconds)))
    }
    lines.append((tr("ID"), PlainText.line(todo.id.rawValue)))
    if !todo.notes.isEmpty { lines.append((tr("Notes"), "")) }
    return lines
  }

  // MARK: Parts

  func box(_ status: Todo.Status) -> String {
    switch status {
    case .open: "[ ]"
    case .done: "[x]"
    case .cancelled: "[-]"
    }
  }

  /// The due date, and the start unless it has passed.
  private func times(_ todo: Todo) -> String {
    let start = todo.start?.local(in: zone)
    let later = start.flatMap { todo.isDone || $0.isReached(at: now) ? nil : $0 }
    let parts = [todo.due.map(text), later.map { StartText.words($0, today: today) }]
      .compactMap(\.self)
    return parts.isEmpty ? "" : "(\(parts.joined(separator: ", ")))"
  }

  private func marks(_ priority: Priority) -> String {
    switch priority.level {
    case .none: ""
    case .low: "!"
    case .medium: "!!"
    case .high: "*"
    }
  }

  func text(_ time: CalendarTime) -> String {
    let day = time.day
    let words =
      day.year == today.year
      ? DateText.short(year: day.year, month: day.month, day: day.day)
      : DateText.medium(year: day.year, month: day.month, day: day.day)
    guard let clock = time.time else { return words }
    let zone = time.zone.flatMap { $0 == LocalClock.zone ? nil : " \($0.text)" } ?? ""
    return "\(words) \(clock.iso8601)\(zone)"
  }
}

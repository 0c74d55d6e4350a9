import Basics
import Core

/// A to-do as a calendar has it: one or more VTODOs with the same UID (RFC 5545 §3.6.2).
package struct CalendarTodo: Hashable, Sendable {
  /// Empty for a VTODO without a UID, which no calendar should contain.
  @Exact package private(set) var uid: String
  /// The fields of the record, except the list, which no VTODO names.
  package let fields: RecordFields
  /// The UIDs that this to-do names as its parts (RELTYPE=CHILD). A to-do with such a UID is a part of this one if it
  /// names no parent itself.
  package let children: Set<ExactText>
  /// The to-dos that name this one as their part, but that it was taken out of, see ``OwnProperty/deniedParent``.
  package let deniedParents: Set<ExactText>
  /// When reminders were dismissed on another device. They need not ring here then.
  package let acknowledged: [Reminder: Timestamp]
}

/// Reads the VTODOs of one UID.
struct CalendarTodoReader {
  /// The VTODO that is read and written.
  let todo: CalendarComponent
  let dates: CalendarDates
  let alarms: CalendarAlarms
  /// The occurrences that are completed, cancelled or left out.
  let excluded: ExcludedOccurrences
  private let others: [CalendarComponent]
  private let zones: CalendarZones
  /// The user to whom the snoozes of other programs belong.
  private let user: String

  /// - Parameter todos: of one UID, at least one.
  init(_ todos: [CalendarComponent], _ zones: CalendarZones, user: String) {
    let place = CalendarTodoReader.master(of: todos)
    todo = todos[place]
    others = todos.indices.filter { $0 != place }.map { todos[$0] }
    self.zones = zones
    self.user = user
    let done = CalendarTodoReader.closed(others, zones).map(\.occurrence)
    let left = todo.lines("EXDATE").prefix(CalendarLimits.exceptions)
      .compactMap { CalendarProperty($0) }.flatMap(zones.times)
    excluded = ExcludedOccurrences(done + left)
    dates = CalendarDates(todo, zones, excluded: excluded)
    alarms = CalendarAlarms(todo, dates)
  }

  /// The VTODO that stands for the to-do: not a single occurrence, and preferably one that repeats or is open, rather
  /// than a copy that was completed.
  /// - Returns: its index.
  static func master(of todos: [CalendarComponent]) -> Int {
    func rank(_ todo: CalendarComponent) -> Int {
      (todo.lines("RECURRENCE-ID").isEmpty ? 4 : 0) + (todo.lines("RRULE").isEmpty ? 0 : 2)
        + (todo.status == .open ? 1 : 0)
    }
    return todos.indices.max {
      rank(todos[$0]) < rank(todos[$1]) || (rank(todos[$0]) == rank(todos[$1]) && $0 > $1)
    } ?? 0
  }

  /// The occurrences that are done or cancelled, each in a VTODO of its own.
  private static func closed(_ others: [CalendarComponent], _ zones: CalendarZones)
    -> [(occurrence: CalendarTime, todo: CalendarComponent)]
  {
    others.compactMap { other in
      guard other.status != .open,
        let time = other.property("RECURRENCE-ID").flatMap(zones.time)
      else { return nil }
      return (time, other)
    }
  }

  func read(uid: String) -> CalendarTodo {
    let relations = self.relations(uid: uid)
    let status = self.status
    var fields: RecordFields = [
      Todo.Field.content: .string(todo.value("SUMMARY") ?? ""),
      Todo.Field.notes: .string(todo.value("DESCRIPTION") ?? ""),
      Todo.Field.due: dates.due.map(FieldValue.time) ?? .null,
      Todo.Field.start: dates.start.map(FieldValue.time) ?? .null,
      Todo.Field.recurrence: dates.recurrence.map(FieldValue.recurrence) ?? .null,
      Todo.Field.reminders: set(alarms.reminders.map(\.text)),
      Todo.Field.snoozes: set(alarms.snoozes(user: user).map(\.snooze.text)),
      Todo.Field.completions: set(completions),
      Todo.Field.parent: relations.parent.map(FieldValue.string) ?? .null,
      Todo.Field.tags: set(todo.tags),
      Todo.Field.priority: .integer(
        Int64(Priority(rawValue: todo.value("PRIORITY").flatMap { Int($0) } ?? 0).rawValue)),
      Todo.Field.url: todo.value("URL").flatMap { $0.isEmpty ? nil : .string($0) } ?? .null,
      Todo.Field.assignee: todo.ownText(OwnProperty.assignee)
        .flatMap { $0.isEmpty ? nil : .string($0) } ?? .null,
      Todo.Field.status: .string(status.rawValue),
      Todo.Field.completedAt: completedAt(status).map(FieldValue.timestamp) ?? .null,
    ]
    fields[Todo.Field.position] = .string(CalendarOrder.position(of: todo, uid: uid))
    fields[Todo.Field.createdAt] = createdAt.map(FieldValue.timestamp)
    fields[Todo.Field.modifiedAt] =
      (todo.moment("LAST-MODIFIED", exactly: OwnProperty.modified) ?? todo.moment("DTSTAMP"))
      .map(FieldValue.timestamp)
    return CalendarTodo(
      uid: uid, fields: fields, children: relations.children,
      deniedParents: Set(todo.ownTexts(OwnProperty.deniedParent).map { ExactText($0) }),
      acknowledged: alarms.acknowledged)
  }

  /// Not known without CREATED and DTSTAMP.
  private var createdAt: Timestamp? {
    todo.moment("CREATED", exactly: OwnProperty.created) ?? todo.moment("DTSTAMP")
  }

  /// STATUS. A series without one of which nothing is left is done, or cancelled if nothing of it was done: other
  /// programs complete occurrences one by one, and leave the to-do itself as it was.
  private var status: Todo.Status {
    guard dates.isOver, todo.lines("STATUS").isEmpty, todo.status == .open else {
      return todo.status
    }
    return derivedCompletions.isEmpty ? .cancelled : .done
  }

  private func completedAt(_ status: Todo.Status) -> Timestamp? {
    switch status {
    case .open: return nil
    case .done:
      if let own = todo.moment("COMPLETED", exactly: OwnProperty.completed) { return own }
      return dates.isOver
        ? CalendarTodoReader.closed(others, zones).compactMap { $0.todo.moment("COMPLETED") }.max()
        : nil
    case .cancelled:
      return todo.ownText(OwnProperty.cancelled).flatMap(Timestamp.init(iso8601:))
        ?? todo.moment("COMPLETED")
    }
  }

  private var completions: [String] {
    todo.ownTexts(OwnProperty.completion) + derivedCompletions
  }

  /// The completions for which other programs keep a VTODO each.
  var derivedCompletions: [String] {
    CalendarTodoReader.closed(others, zones).compactMap { closed in
      guard closed.todo.status == .done,
        let moment = closed.todo.moment("COMPLETED") ?? closed.todo.moment("LAST-MODIFIED")
      else { return nil }
      return Completion(of: closed.occurrence, at: moment).text
    }
  }

  private func relations(uid: String) -> (parent: String?, children: Set<ExactText>) {
    var parent: String?
    var children: Set<ExactText> = []
    for property in todo.lines("RELATED-TO").lazy.compactMap({ CalendarProperty($0) }) {
      guard let other = property.values.first, !other.isEmpty, !other.isExactly(uid) else {
        continue
      }
      switch property.relation {
      case .parent: parent = parent ?? other
      case .child: children.insert(ExactText(other))
      case .other: break
      }
    }
    return (parent, children)
  }

  private func set(_ texts: [String]) -> FieldValue { .set(CalendarTodoReader.members(texts)) }

  /// At most as many members as are kept of any set. The others stay in the text, because only members that were read
  /// are edited.
  static func members(_ texts: [String]) -> Set<ExactText> {
    SetLimits.bounded(Set(texts.map { ExactText($0) }))
  }
}

extension CalendarProperty {
  enum Relation {
    case parent, child, other
  }

  /// How the other to-do is related; as a parent if RELATED-TO does not say (RFC 5545 §3.2.15).
  var relation: Relation {
    switch parameter("RELTYPE")?.uppercased() {
    case nil, "PARENT": .parent
    case "CHILD": .child
    default: .other
    }
  }
}

extension CalendarComponent {
  /// STATUS; if it is missing or not one of RFC 5545 §3.8.1.11, what other properties tell.
  var status: Todo.Status {
    switch value("STATUS")?.uppercased() {
    case "COMPLETED": return .done
    case "CANCELLED": return .cancelled
    case "NEEDS-ACTION", "IN-PROCESS": return .open
    default:
      let isWhole = value("PERCENT-COMPLETE").flatMap { Int($0) } == 100
      return moment("COMPLETED") != nil || isWhole ? .done : .open
    }
  }

  /// The members of all CATEGORIES.
  var tags: [String] {
    lines("CATEGORIES").compactMap { CalendarProperty($0) }.flatMap(\.values)
      .filter { !$0.isEmpty }
  }
}

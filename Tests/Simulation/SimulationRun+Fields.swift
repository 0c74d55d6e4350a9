import Basics
import Core

// Edits of the other fields of a to-do.

extension SimulationRun {
  /// The names of the fields that are sets.
  static let sets = ["tags", "reminders", "snoozes", "completions"]

  /// Changes one or two fields of a to-do.
  func editFields(
    of id: TodoID, _ store: TodoStore, _ others: [String], _ who: String
  ) async throws {
    for _ in 0..<(1 + chances.number(0..<2)) {
      try await editField(of: id, store, others, who)
    }
  }

  private func editField(
    of id: TodoID, _ store: TodoStore, _ others: [String], _ who: String
  ) async throws {
    let (time, isClearing) = (time(), chances.happens(20))
    let number = chances.number(0..<9)
    let other = chances.pick(others).map(TodoID.init(rawValue:))
    switch chances.number(0..<11) {
    case 0: try await store.edit(id) { $0.due = isClearing ? nil : time }
    case 1: try await store.edit(id) { $0.start = isClearing ? nil : time }
    case 2, 3:
      let tag = ExactText(
        isClearing ? unique("tag") : ["home", "e\u{301}", "é", "work"][number % 4])
      try await store.edit(id) { todo in
        let present = todo.tags.sorted { $0.text.precedesExactly($1.text) }
        if number > 4, let last = present.last {
          todo.tags.remove(last)
        } else if todo.tags.remove(tag) == nil {
          todo.tags.insert(tag)
        }
      }
    case 4:
      let texts = ["DUE PT0S", "DUE -PT15M", "START P1D"]
      let reminder =
        number < 6
        ? Reminder(text: texts[number % 3])
        : Reminder(Alarm(at: Timestamp(milliseconds: Int64(number) * 1_000), zone: "Asia/Seoul"))
      try await store.edit(id) { todo in
        if todo.reminders.remove(reminder) == nil { todo.reminders.insert(reminder) }
      }
    case 5:
      try await store.edit(id) { todo in
        todo.snoozes.set(
          Snooze(
            until: Timestamp(milliseconds: Int64(number)), user: who,
            reminder: Reminder(text: "DUE PT0S")))
      }
    case 6:
      try await store.edit(id) { todo in
        todo.completions.insert(Completion(of: time, at: Timestamp(milliseconds: Int64(number))))
      }
    case 7:
      try await store.edit(id) { todo in
        todo.recurrence =
          isClearing
          ? nil : RecurrenceRule("FREQ=DAILY;INTERVAL=\(number)", isFromCompletion: number > 4)
      }
    case 8: if other != id { try await store.edit(id) { $0.parent = isClearing ? nil : other } }
    case 9:
      let url = isClearing ? nil : unique("https://example.org/").split(separator: " ").joined()
      try await store.edit(id) { $0.url = url }
    default:
      let status = chances.pick(Todo.Status.allCases) ?? .open
      try await store.edit(id) { todo in
        todo.status = status
        todo.priority = Priority(rawValue: number)
      }
    }
  }

  /// Changes the look of a list, and sometimes its position among its neighbours.
  func editLook(of id: ListID, _ store: TodoStore) async throws {
    let number = chances.number(0..<4)
    let lists = try await store.lists()
    let account = lists.first { $0.id == id }?.account
    let other = lists.first { $0.id != id && $0.account?.root == account?.root }?.id
    let place: ListPlacement? =
      switch number {
      case 2: other.map { .before($0) }
      case 3: other.map { .after($0) }
      default: nil
      }
    try await store.editList(id, at: place) { list in
      list.colour = number == 0 ? nil : ListAppearanceRules.colours[number]
      list.emoji = number == 1 ? nil : ["🏠", "💼", "🛒", "🎉"][number]
      list.order = ListOrder.allCases[number]
    }
  }

  private func time() -> CalendarTime {
    let day = CalendarDay.first.adding(days: chances.number(0..<9_000))
    let clock = TimeOfDay(secondsOfDay: chances.number(0..<86_400))
    switch chances.number(0..<3) {
    case 0: return CalendarTime(day: day)
    case 1: return CalendarTime(day: day, time: clock)
    default: return CalendarTime(day: day, time: clock, zone: ZoneName("Asia/Seoul"))
    }
  }

  /// What another program does to fields that it does not know: it leaves them out, or writes values of its own where
  /// the server accepts any.
  func mangle(_ fields: inout RecordFields) {
    let names = ["tags", "snoozes", "completions", "recurrence", "parent", "url"]
    guard let name = chances.pick(names), chances.happens(60) else { return }
    if isOnWire, !isSharing {
      fields[name] = chances.pick([.integer(5), .bool(true), .null])
    } else if chances.happens(50) {
      fields[name] = names.prefix(3).contains(name) ? .set(["foreign"]) : .null
    }
  }
}

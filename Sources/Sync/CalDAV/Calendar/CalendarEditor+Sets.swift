import Basics
import Core

extension CalendarEditor {
  // MARK: Relations

  mutating func writeRelations() {
    guard changed.contains(Todo.Field.parent) else { return }
    let parents = todo.lines("RELATED-TO").filter {
      CalendarProperty($0)?.relation == .parent
    }
    guard case .string(let uid)? = fields[Todo.Field.parent] else {
      for line in parents { todo.replace(line, by: nil) }
      return
    }
    let parameters = parents.first?.parameters() ?? []
    let line = ContentLine("RELATED-TO", parameters, CalendarText.escaped(uid))
    if let first = parents.first { todo.replace(first, by: line) } else { todo.append(line) }
  }

  // MARK: Sets

  mutating func writeSets() {
    if changed.contains(Todo.Field.tags) { writeTags() }
    if changed.contains(Todo.Field.completions) {
      let derived = before.derivedCompletions.map { ExactText($0) }
      let wanted = fields[Todo.Field.completions]?.members ?? []
      writeLines(OwnProperty.completion, wanted.subtracting(derived))
    }
    writeReminders()
    writeDefaultAlarm()
    writeSnoozes()
    writeAcknowledgements()
  }

  /// Only lines that lose or gain a tag are written anew.
  private mutating func writeTags() {
    let wanted = fields[Todo.Field.tags]?.members ?? []
    var missing = wanted.subtracting(todo.tags.map { ExactText($0) })
    for line in todo.lines("CATEGORIES") {
      guard let values = CalendarProperty(line)?.values else { continue }
      let kept = values.filter { wanted.contains(ExactText($0)) }
      if kept.count == values.count, missing.isEmpty { continue }
      let all = kept + sorted(missing)
      missing = []
      guard all.count != values.count || !all.elementsEqual(values, by: { $0.isExactly($1) }) else {
        continue
      }
      todo.replace(line, by: all.isEmpty ? nil : categories(all, line.parameters()))
    }
    if !missing.isEmpty { todo.append(categories(sorted(missing), [])) }
  }

  private func categories(_ tags: [String], _ parameters: [String]) -> ContentLine {
    ContentLine(
      "CATEGORIES", parameters, tags.map(CalendarText.escaped).joined(separator: ","))
  }

  func sorted(_ texts: Set<ExactText>) -> [String] {
    texts.map(\.text).sorted { $0.precedesExactly($1) }
  }

  /// A property of our own with one line for each member.
  mutating func writeLines(_ name: String, _ wanted: Set<ExactText>) {
    let present = Set(todo.ownTexts(name).map { ExactText($0) })
    for line in todo.lines(name) {
      let text = CalendarProperty(ContentLine("COMMENT", [], line.parts.value))?.values.first
      if !wanted.contains(ExactText(text ?? "")) { todo.replace(line, by: nil) }
    }
    for text in sorted(wanted.subtracting(present)) {
      todo.append(ContentLine(name, [], CalendarText.escaped(text)))
    }
  }

  /// The alarms of the text as far as it is written.
  var alarmsNow: CalendarAlarms {
    CalendarAlarms(todo, CalendarDates(todo, zones, passed: before.passed))
  }

  // MARK: Reminders

  /// Alarms whose reminder stays are not touched. A removed and an added reminder are treated as one alarm with a new
  /// trigger, so that the alarm keeps what other programs have put into it. New dates can change what a relative alarm
  /// counts from; its trigger is written so that the reminder stays what it was.
  private mutating func writeReminders() {
    let wanted = (fields[Todo.Field.reminders]?.members ?? []).map { Reminder(text: $0.text) }
    let now = alarmsNow
    guard changed.contains(Todo.Field.reminders) || now.reminders != before.alarms.reminders else {
      return
    }
    var missing = Set(wanted).subtracting(now.reminders)
      .sorted { $0.text.precedesExactly($1.text) }
    let surplus = now.alarms.filter { !$0.isDefault }
      .filter { $0.reminder.map { !wanted.contains($0) } ?? false }
      .sorted { ($0.reminder?.text ?? "").precedesExactly($1.reminder?.text ?? "") }
    for alarm in surplus {
      let place = missing.firstIndex { CalendarAlarm.lines(of: $0, now.anchors) != nil }
      guard let place, let lines = CalendarAlarm.lines(of: missing.remove(at: place), now.anchors)
      else {
        todo.remove(alarm.component)
        continue
      }
      var moved = alarm.component
      moved.set("TRIGGER", lines.trigger)
      moved.set(OwnProperty.reminder, lines.own)
      // It was dismissed at the time it had.
      moved.set("ACKNOWLEDGED", nil)
      todo.replace(alarm.component, by: moved)
    }
    var others: Set<ExactText> = []
    for reminder in missing {
      if let alarm = CalendarAlarm.component(for: reminder, title: title, now.anchors) {
        todo.items.append(.component(alarm))
      } else {
        others.insert(ExactText(reminder.text))
      }
    }
    let kept = todo.ownTexts(OwnProperty.reminder).map { ExactText($0) }
      .filter { text in wanted.contains { $0.text.isExactly(text.text) } }
    writeLines(OwnProperty.reminder, others.union(kept))
  }

  /// Other programs ring only for an alarm. So a due time that rings by itself gets one, with the change that sets the
  /// time: where somebody takes it away later, it stays away (docs/decisions/0073).
  private mutating func writeDefaultAlarm() {
    guard changed.contains(Todo.Field.due) || changed.contains(Todo.Field.reminders) else {
      return
    }
    let now = alarmsNow
    let present = now.alarms.filter(\.isDefault)
    let hasTime = if case .time(let due)? = fields[Todo.Field.due] { !due.isDay } else { false }
    if !hasTime || now.reminders.contains(.atDueTime) {
      for alarm in present { todo.remove(alarm.component) }
    } else if present.isEmpty, dueTimesRing,
      let alarm = CalendarAlarm.defaultAlarm(title: title, now.anchors)
    {
      todo.items.append(.component(alarm))
    }
  }
}

extension CalendarComponent {
  mutating func remove(_ component: CalendarComponent) {
    if let place = items.firstIndex(of: .component(component)) { items.remove(at: place) }
  }

  mutating func replace(_ old: CalendarComponent, by new: CalendarComponent) {
    if let place = items.firstIndex(of: .component(old)) { items[place] = .component(new) }
  }
}

import Basics
import Core

extension CalendarEditor {
  // MARK: Relations

  mutating func writeRelations() {
    guard changed.contains(Todo.Field.parent) else { return }
    var value: String?
    if case .string(let uid)? = fields[Todo.Field.parent] { value = CalendarText.escaped(uid) }
    var isWritten = false
    todo.changeLines("RELATED-TO") { line in
      guard !isWritten, CalendarProperty(line)?.relation == .parent else { return line }
      guard let value else { return nil }
      isWritten = true
      return ContentLine("RELATED-TO", line.parameters(), value)
    }
    if let value, !isWritten { todo.append(ContentLine("RELATED-TO", [], value)) }
  }

  // MARK: Sets

  mutating func writeSets() {
    if changed.contains(Todo.Field.tags) { writeTags() }
    if changed.contains(Todo.Field.completions) {
      let (gone, added) = difference(Todo.Field.completions)
      let derived = before.derivedCompletions.map { ExactText($0) }
      writeLines(OwnProperty.completion, removing: gone, adding: added.subtracting(derived))
    }
    writeReminders()
    writeDefaultAlarm()
    writeSnoozes()
    writeAcknowledgements()
  }

  /// What a set loses and gains. The text may have more members than are read of a set; the others stay in it.
  private func difference(_ field: String) -> (gone: Set<ExactText>, added: Set<ExactText>) {
    let read = current[field]?.members ?? []
    let wanted = fields[field]?.members ?? []
    return (read.subtracting(wanted), wanted.subtracting(read))
  }

  /// The most tags of a line that is written. A line with too many is not read, see ``CalendarLimits/listValues``.
  private static let tagsOfLine = 100

  /// Writes only those lines anew that lose or gain a tag.
  private mutating func writeTags() {
    let (gone, added) = difference(Todo.Field.tags)
    let written = todo.items.map { (item: CalendarComponent.Item) -> [String]? in
      guard case .line(let line) = item, line.name == "CATEGORIES" else { return nil }
      return CalendarProperty(line)?.values
    }
    let present = written.compactMap(\.self).joined().map { ExactText($0) }
    var missing = sorted(added.subtracting(present))
    let items = zip(todo.items, written).compactMap { (item, values) -> CalendarComponent.Item? in
      guard case .line(let line) = item, let values else { return item }
      var all = values.filter { !$0.isEmpty && !gone.contains(ExactText($0)) }
      if all.count + missing.count <= Self.tagsOfLine {
        all += missing
        missing = []
      }
      guard !all.elementsEqual(values, by: { $0.isExactly($1) }) else { return item }
      return all.isEmpty ? nil : .line(Self.categories(all, line.parameters()))
    }
    todo.items = items
    let starts = stride(from: 0, to: missing.count, by: Self.tagsOfLine)
    todo.append(starts.map { Self.categories(Array(missing[$0...].prefix(Self.tagsOfLine)), []) })
  }

  private static func categories(_ tags: [String], _ parameters: [String]) -> ContentLine {
    ContentLine(
      "CATEGORIES", parameters, tags.map(CalendarText.escaped).joined(separator: ","))
  }

  func sorted(_ texts: Set<ExactText>) -> [String] {
    texts.map(\.text).sorted { $0.precedesExactly($1) }
  }

  /// Writes a property of our own, with one line for each member.
  /// - Parameters:
  ///   - gone: the members whose lines are removed. All others stay.
  ///   - added: members that get a line if they have none.
  mutating func writeLines(
    _ name: String, removing gone: Set<ExactText>, adding added: Set<ExactText>
  ) {
    var missing = added
    todo.changeLines(name) { line in
      guard let text = line.ownText.map({ ExactText($0) }) else { return line }
      missing.remove(text)
      return gone.contains(text) ? nil : line
    }
    todo.append(sorted(missing).map { ContentLine(name, [], CalendarText.escaped($0)) })
  }

  /// The alarms of the text as it is now. Only alarms that have changed since the last call are read.
  mutating func alarmsNow() -> CalendarAlarms {
    if alarmsRead.todo != todo {
      let dates = CalendarDates(todo, zones, excluded: before.excluded)
      alarmsRead = CalendarAlarms(todo, dates, known: alarmsRead)
    }
    return alarmsRead
  }

  // MARK: Reminders

  /// Writes the reminders as alarms. An alarm whose reminder stays is not touched. A removed and an added reminder
  /// become one alarm with a new trigger, so that the alarm keeps what other programs have put into it. New dates can
  /// change what a relative alarm counts from; then its trigger is rewritten, so that the reminder stays what it was.
  private mutating func writeReminders() {
    let now = alarmsNow()
    guard changed.contains(Todo.Field.reminders) || now.reminders != before.alarms.reminders else {
      return
    }
    let wanted = fields[Todo.Field.reminders]?.members ?? []
    let missing = sorted(wanted.subtracting(now.reminders.map { ExactText($0.text) }))
      .map { Reminder(text: $0) }
    // A reminder that cannot be read cannot be written as an alarm.
    var ringing = missing.filter { $0.trigger != nil }[...]
    var alarms: [CalendarComponent?] = now.alarms.map { $0.component }
    for place in surplus(of: now, wanted) {
      guard let lines = ringing.popFirst().flatMap({ CalendarAlarm.lines(of: $0, now.anchors) })
      else {
        alarms[place] = nil
        continue
      }
      var moved = now.alarms[place].component
      moved.set("TRIGGER", lines.trigger)
      moved.set(OwnProperty.reminder, lines.own)
      // It was dismissed for its old time.
      moved.set("ACKNOWLEDGED", nil)
      alarms[place] = moved
    }
    todo.setComponents("VALARM", alarms)
    for reminder in ringing {
      if let alarm = CalendarAlarm.component(for: reminder, title: title, now.anchors) {
        todo.items.append(.component(alarm))
      }
    }
    let others = Set(missing.filter { $0.trigger == nil }.map { ExactText($0.text) })
    writeLines(
      OwnProperty.reminder, removing: difference(Todo.Field.reminders).gone, adding: others)
  }

  /// The alarms whose reminder is no longer wanted. The alarms are still those of ``before``; only those that were read
  /// as reminders there count.
  private func surplus(of now: CalendarAlarms, _ wanted: Set<ExactText>) -> [Int] {
    let read = current[Todo.Field.reminders]?.members ?? []
    func text(_ alarm: CalendarAlarm) -> ExactText { ExactText(alarm.reminder?.text ?? "") }
    return zip(now.alarms, before.alarms.alarms).enumerated().compactMap { place, alarm -> Int? in
      let (present, old) = alarm
      guard present.reminder != nil, !present.isDefault, !wanted.contains(text(present)),
        old.isDefault || read.contains(text(old))
      else { return nil }
      return place
    }
    .sorted { text(now.alarms[$0]).text.precedesExactly(text(now.alarms[$1]).text) }
  }

  /// Adds or removes the default alarm. Other programs ring only for an alarm, so a due time that rings by itself gets
  /// one, in the change that sets the time. If somebody removes the alarm later, it is not added again
  /// (docs/decisions/0073).
  private mutating func writeDefaultAlarm() {
    guard changed.contains(Todo.Field.due) || changed.contains(Todo.Field.reminders) else {
      return
    }
    let now = alarmsNow()
    let hasTime = if case .time(let due)? = fields[Todo.Field.due] { !due.isDay } else { false }
    if !hasTime || now.reminders.contains(.atDueTime) {
      todo.setComponents("VALARM", now.alarms.map { $0.isDefault ? nil : $0.component })
    } else if !now.alarms.contains(where: \.isDefault), dueTimesRing,
      let alarm = CalendarAlarm.defaultAlarm(title: title, now.anchors)
    {
      todo.items.append(.component(alarm))
    }
  }
}

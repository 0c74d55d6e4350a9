import Basics
import Core

// What a person says about reminders that have rung, for all programs: until when they are put off, and that they need
// not ring again (RFC 9074 §6 and §7).

extension CalendarEditor {
  /// A snooze of the user's own is an alarm that rings in place of another one. It is noted in a property where no alarm
  /// rings, as for a due time without one, where the alarm itself was made for it, and where it is another person's.
  ///
  /// A snooze that Thunderbird noted belongs to the alarm that rang last, which other dates can change; then it is written
  /// as any other.
  mutating func writeSnoozes() {
    let wanted = fields[Todo.Field.snoozes]?.members ?? []
    let found = alarmsNow.snoozes(user: user)
    guard CalendarTodoReader.members(found.map(\.snooze.text)) != wanted else { return }
    var missing = wanted
    for (snooze, source) in found {
      let isWanted = wanted.contains(ExactText(snooze.text))
      switch source {
      case .mozilla where !isWanted: todo.set("X-MOZ-SNOOZE-TIME", nil)
      case .alarm(let component) where !isWanted: todo.remove(component)
      case .own, .mozilla, .alarm: missing.remove(ExactText(snooze.text))
      }
    }
    var noted = Set(todo.ownTexts(OwnProperty.snooze).map { ExactText($0) }).intersection(wanted)
    for text in sorted(missing) where !putOff(Snooze(text: text)) { noted.insert(ExactText(text)) }
    writeLines(OwnProperty.snooze, noted)
  }

  /// Writes an alarm for a snooze.
  /// - Returns: false if there is no alarm that it puts off, or it is not the user's.
  private mutating func putOff(_ snooze: Snooze) -> Bool {
    guard let reminder = snooze.reminder, let whose = snooze.user, whose.isExactly(user),
      !snooze.hasOwnReminder
    else { return false }
    let rung = alarmsNow.alarms.filter { $0.reminder == reminder }
    guard var origin = (rung.first { $0.component.value("UID") != nil } ?? rung.first)?.component
    else { return false }
    if origin.value("UID") == nil {
      let name = CalDAVNames.identifier(of: Array(todo.uid.utf8) + [0] + Array(reminder.text.utf8))
      let named = origin
      origin.append(ContentLine("UID", [], name))
      todo.replace(named, by: origin)
    }
    let alarm = CalendarAlarm.component(
      for: snooze, of: user, puttingOff: origin.value("UID") ?? "", title: title)
    guard let alarm else { return false }
    todo.items.append(.component(alarm))
    return true
  }

  /// What was put off, and what can have rung of a to-do that is done or went on to its next occurrence, is marked as
  /// dismissed at that moment: a program that shows it takes it away, and one that was off does not ring later.
  mutating func writeAcknowledgements() {
    guard let moment = editedAt else { return }
    var silent: Set<Reminder> = []
    let isOver = fields[Todo.Field.status] != .string(Todo.Status.open.rawValue)
    if changed.contains(Todo.Field.status) && isOver || gained(Todo.Field.completions) != [] {
      silent = before.alarms.ringing.filter { before.alarms.canHaveRung($0, by: moment) }
    }
    for text in gained(Todo.Field.snoozes) {
      let snooze = Snooze(text: text.text)
      if let reminder = snooze.reminder, snooze.user?.isExactly(user) == true,
        !snooze.hasOwnReminder
      {
        silent.insert(reminder)
      }
    }
    var isWritten = false
    for alarm in alarmsNow.alarms {
      guard let reminder = alarm.reminder, silent.contains(reminder) else { continue }
      isWritten = true
      guard alarm.acknowledged.map({ $0 < moment }) ?? true else { continue }
      var dismissed = alarm.component
      dismissed.set("ACKNOWLEDGED", ContentLine("ACKNOWLEDGED", [], moment.iCalendar))
      todo.replace(alarm.component, by: dismissed)
    }
    // Thunderbird reads only this, for all alarms at once; it is written where Thunderbird is used.
    let name = CalendarAlarms.mozillaAcknowledgement
    guard isWritten, todo.lines.contains(where: { $0.name.hasExactPrefix("X-MOZ-") }),
      todo.moment(name).map({ $0 < moment }) ?? true
    else { return }
    todo.set(name, ContentLine(name, [], moment.iCalendar))
  }

  /// The members that a set has now and had not before.
  private func gained(_ field: String) -> Set<ExactText> {
    guard changed.contains(field) else { return [] }
    return (fields[field]?.members ?? []).subtracting(current[field]?.members ?? [])
  }
}

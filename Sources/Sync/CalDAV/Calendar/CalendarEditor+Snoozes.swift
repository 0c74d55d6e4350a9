import Basics
import Core

// What the user does with reminders that have rung, for all programs: snoozing them, and dismissing them so that they
// do not ring again (RFC 9074 §6 and §7).

extension CalendarEditor {
  /// Writes the user's own snooze as an alarm that rings in place of another one. A snooze goes into a property of our
  /// own if no alarm rings (as for a due time without one), if its reminder was made only for it, or if it is another
  /// person's.
  ///
  /// A snooze that Thunderbird noted belongs to the alarm that rang last, which new dates can change; then it is
  /// written like any other.
  mutating func writeSnoozes() {
    let wanted = fields[Todo.Field.snoozes]?.members ?? []
    let now = alarmsNow()
    let found = now.snoozes(user: user)
    // Members beyond those that are read of a set stay in the text.
    let read = CalendarTodoReader.members(found.map(\.snooze.text))
    guard read != wanted else { return }
    let gone = read.subtracting(wanted)
    var missing = wanted
    var alarms: [CalendarComponent?] = now.alarms.map { $0.component }
    for (snooze, source) in found {
      let isGone = gone.contains(ExactText(snooze.text))
      switch source {
      case .mozilla where isGone: todo.set("X-MOZ-SNOOZE-TIME", nil)
      case .alarm(let place) where isGone: alarms[place] = nil
      case .own, .mozilla, .alarm: missing.remove(ExactText(snooze.text))
      }
    }
    todo.setComponents("VALARM", alarms)
    let noted = missing.isEmpty ? [] : putOff(missing)
    writeLines(OwnProperty.snooze, removing: gone, adding: noted)
  }

  /// Writes alarms for the user's snoozes.
  /// - Returns: the other snoozes: those of other people, and those of a reminder without an alarm.
  private mutating func putOff(_ snoozes: Set<ExactText>) -> Set<ExactText> {
    let now = alarmsNow().alarms
    let places = origins(of: snoozes, in: now)
    var alarms: [CalendarComponent?] = now.map { $0.component }
    var added: [CalendarComponent] = []
    var others: Set<ExactText> = []
    for text in sorted(snoozes) {
      let snooze = Snooze(text: text)
      guard isOwn(snooze), let reminder = snooze.reminder, let place = places[reminder],
        var origin = alarms[place]
      else {
        others.insert(ExactText(text))
        continue
      }
      let name = CalDAVNames.identifier(of: Array(todo.uid.utf8) + [0] + Array(reminder.text.utf8))
      let uid = origin.value("UID")
      let alarm = CalendarAlarm.component(
        for: snooze, of: user, puttingOff: uid ?? name, title: title)
      guard let alarm else {
        others.insert(ExactText(text))
        continue
      }
      if uid == nil { origin.append(ContentLine("UID", [], name)) }
      alarms[place] = origin
      added.append(alarm)
    }
    todo.setComponents("VALARM", alarms)
    todo.items += added.map { CalendarComponent.Item.component($0) }
    return others
  }

  /// The place of the alarm that rang, for each snoozed reminder; preferably one that has a UID.
  private func origins(of snoozes: Set<ExactText>, in alarms: [CalendarAlarm]) -> [Reminder: Int] {
    let reminders = Set(snoozes.compactMap { Snooze(text: $0.text).reminder })
    var places: [Reminder: Int] = [:]
    var named: Set<Reminder> = []
    for (place, alarm) in alarms.enumerated() {
      guard let reminder = alarm.reminder, reminders.contains(reminder), !named.contains(reminder)
      else { continue }
      let hasName = alarm.component.value("UID") != nil
      if hasName { named.insert(reminder) }
      if hasName || places[reminder] == nil { places[reminder] = place }
    }
    return places
  }

  /// Whether an alarm can express the whole snooze.
  private func isOwn(_ snooze: Snooze) -> Bool {
    snooze.user?.isExactly(user) == true && !snooze.hasOwnReminder
  }

  /// Marks reminders as dismissed at the moment of the edit: the snoozed ones, and, if the to-do is done or went on to
  /// its next occurrence, those that can have rung. A program that shows such a reminder then takes it away, and a
  /// program that was off does not ring later.
  mutating func writeAcknowledgements() {
    guard let moment = editedAt else { return }
    var silent: Set<Reminder> = []
    let isOver = fields[Todo.Field.status] != .string(Todo.Status.open.rawValue)
    if changed.contains(Todo.Field.status) && isOver || gained(Todo.Field.completions) != [] {
      silent = before.alarms.ringing.filter { before.alarms.canHaveRung($0, by: moment) }
    }
    for text in gained(Todo.Field.snoozes) {
      let snooze = Snooze(text: text.text)
      if let reminder = snooze.reminder, isOwn(snooze) { silent.insert(reminder) }
    }
    if silent.isEmpty { return }
    var isWritten = false
    let alarms = alarmsNow().alarms.map { alarm -> CalendarComponent? in
      guard let reminder = alarm.reminder, silent.contains(reminder) else { return alarm.component }
      isWritten = true
      guard alarm.acknowledged.map({ $0 < moment }) ?? true else { return alarm.component }
      var dismissed = alarm.component
      dismissed.set("ACKNOWLEDGED", ContentLine("ACKNOWLEDGED", [], moment.iCalendar))
      return dismissed
    }
    todo.setComponents("VALARM", alarms)
    // Thunderbird reads only this property, for all alarms at once; it is written only where Thunderbird is used.
    let name = CalendarAlarms.mozillaAcknowledgement
    guard isWritten, todo.lines.contains(where: { $0.name.hasExactPrefix("X-MOZ-") }),
      todo.moment(name).map({ $0 < moment }) ?? true
    else { return }
    todo.set(name, ContentLine(name, [], moment.iCalendar))
  }

  /// The members that a set has gained.
  private func gained(_ field: String) -> Set<ExactText> {
    guard changed.contains(field) else { return [] }
    return (fields[field]?.members ?? []).subtracting(current[field]?.members ?? [])
  }
}

import Core
import TestSupport

// Scenarios with repeating to-dos.

extension SimulationRun {
  /// One device completes two occurrences, and another one completes the first of them before it knows of that.
  func completeOnTwoDevices() async throws {
    guard let (list, owners) = try await makeList(with: 2),
      let key = try await addTodo(to: list, owners)
    else { return }
    log.add("\(key.id) is completed on two devices")
    let id = TodoID(rawValue: key.id)
    await attempt(on: owners[0]) { store, _ in try await self.makeRepeating(id, store) }
    let alarm = Reminder(Self.alarm(at: owners[0].clock.now()))
    await attempt(on: owners[0]) { store, _ in
      try await store.edit(id) { $0.reminders = [alarm] }
    }
    for owner in owners { await syncCalmly(owner) }
    for owner in [owners[0], owners[0], owners[1]] {
      await attempt(on: owner) { store, _ in
        try await self.advance(id, store, isSkipped: false)
      }
    }
    let dues = [try await owners[0].store.todo(id)?.due, try await owners[1].store.todo(id)?.due]
    var isFinished = true
    for owner in [owners[0], owners[1], owners[0]] {
      isFinished = await syncCalmly(owner) && isFinished
    }
    guard isFinished, owners.allSatisfy({ !$0.disk.isDead }) else { return }
    let furthest = dues.compactMap(\.self).max { $0.precedesOnClock($1) }
    for owner in owners {
      guard let todo = try await owner.store.todo(id) else { continue }
      if todo.due != furthest {
        trespasses.append("\(owner.name) has \(key.id) at an occurrence that is over")
      }
      if todo.reminders.count != 1 {
        trespasses.append("\(owner.name) has \(todo.reminders.count) reminders of \(key.id)")
      }
    }
  }

  /// A repeating to-do is completed while a subtask is done, and while it has a reminder at a fixed moment and a
  /// snooze.
  func completeWithSubtasks() async throws {
    guard let (list, owners) = try await makeList(with: 1),
      let key = try await addTodo(to: list, owners),
      let part = try await addTodo(to: list, owners)
    else { return }
    let computer = owners[0]
    log.add("\(key.id) is completed, of which \(part.id) is a part")
    let (id, partID) = (TodoID(rawValue: key.id), TodoID(rawValue: part.id))
    let isFromCompletion = chances.happens(50)
    let alarm = Self.alarm(at: computer.clock.now())
    let snooze = Snooze(
      until: Timestamp(milliseconds: alarm.at.milliseconds + 60_000), user: computer.user,
      reminder: Reminder(alarm))
    await attempt(on: computer) { store, _ in
      try await store.edit(partID) { $0.parent = id }
      try await store.setDone(partID, true)
      try await self.makeRepeating(id, store, isFromCompletion: isFromCompletion)
      try await store.edit(id) { todo in
        todo.reminders = [Reminder(alarm)]
        todo.snoozes = [snooze]
      }
    }
    let before = try await computer.store.todo(id)
    let now = computer.clock.now()
    await attempt(on: computer) { store, _ in
      try await self.advance(id, store, isSkipped: false)
    }
    guard let before, let after = try await computer.store.todo(id), before.snoozes.count == 1,
      let old = before.due, let new = after.due
    else { return }
    if let todo = try await computer.store.todo(partID), todo.status == .done {
      trespasses.append("\(part.id) is still done in the next occurrence of \(key.id)")
    }
    if !after.snoozes.isEmpty {
      trespasses.append("\(key.id) still has a reminder that was put off, of what is over")
    }
    let days = new.day.ordinal - old.day.ordinal
    let moved = Timestamp(milliseconds: alarm.at.milliseconds + Int64(days) * 86_400_000)
    if after.reminders != [Reminder(Alarm(at: moved, zone: alarm.zone))] {
      trespasses.append("\(key.id) moved by \(days) days and not so its reminders")
    }
    lookAtNext(of: before, after, completedOn: ZoneRules.utc.clock(at: now).day)
    await syncCalmly(computer)
  }

  /// Rounded to whole minutes, because users choose such times.
  private static func alarm(at moment: Timestamp) -> Alarm {
    let milliseconds = moment.milliseconds / 60_000 * 60_000
    return Alarm(at: Timestamp(milliseconds: milliseconds), zone: "Asia/Seoul")
  }

  /// Checks the next occurrence: it must be one interval after the completion, or a whole number of intervals after the
  /// previous occurrence.
  private func lookAtNext(of before: Todo, _ after: Todo, completedOn today: CalendarDay) {
    guard let rule = before.recurrence, let old = before.due?.day, let new = after.due?.day,
      let interval = rule.text.split(separator: "=").last.flatMap({ Int($0) })
    else { return }
    let isRight =
      rule.isFromCompletion
      ? new == today.adding(days: interval)
      : new > max(today, old) && new <= max(today, old).adding(days: interval)
        && (new.ordinal - old.ordinal).isMultiple(of: interval)
    if !isRight {
      let days = "\(today.iso8601), and is due \(new.iso8601)"
      trespasses.append("\(after.id.rawValue) by \(rule.text) was completed on \(days)")
    }
  }
}

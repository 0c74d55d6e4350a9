import Core
import Sync
import TestSupport

// To-dos that another program moves: they are missing at their old place, but not lost.

extension CalDAVRun {
  /// Another program moves most to-dos of a calendar to another calendar.
  func moveMostOfACalendar() async throws {
    try await withCalendars { computer, old, new in
      for _ in 0..<(10 + chances.number(0..<4)) { addTodo(to: old) }
      for _ in 0..<2 { _ = await sync(computer, pull: true, wake: true) }
      log.add("most of \(old) is moved to \(new)")
      let names = (server.collections[old]?.resources ?? [:]).keys.sorted()
      for name in names.dropLast(3) { move(name, from: old, to: new) }
      let moved = Set((server.collections[new]?.resources ?? [:]).values.map(\.uid))
      let outcome = await sync(computer, pull: true, wake: true)
      let asked = outcome.held.flatMap(\.records).count { moved.contains($0.key.id) }
      if asked > 0 {
        trespasses.append("\(computer.name) asks about \(asked) of \(old), which were moved")
      }
    }
  }

  /// Another program moves a new to-do before the computer that sent it knows that it has arrived.
  func moveWhatIsUnderWay() async throws {
    try await withCalendars { computer, old, new in
      _ = await sync(computer, pull: true, wake: true)
      guard let list = lists[SimulatedCalDAV.home + old + "/"] else { return }
      let id = TodoID(rawValue: computer.store.makeID())
      let title = unique("todo")
      try await edited(on: computer) { _ in
        try await computer.store.add(
          TodoDraft(id: id, listID: ListID(rawValue: list.id), content: title))
      }
      log.add("\(id.rawValue) is moved to \(new) before anybody knows that it is in \(old)")
      onTaken = (
        id.rawValue,
        {
          let found = self.server.resources.first { $0.resource.uid == id.rawValue }
          if let found { self.move(found.name, from: found.collection, to: new) }
        }
      )
      _ = await sync(computer, pull: true, wake: true)
      onTaken = nil
    }
  }

  /// Prepares two new calendars, and a computer that nothing else disturbs.
  private func withCalendars(
    _ body: (_ computer: CalDAVComputer, _ old: String, _ new: String) async throws -> Void
  ) async throws {
    guard let computer = chances.pick(computers), !computer.isBusy, !computer.disk.isDead else {
      return
    }
    counter += 1
    let (old, new) = ("big-\(counter)", "goal-\(counter)")
    for name in [old, new] { server.set(name, name: unique("calendar")) }
    let isStorm = (weather.isSet, computer.isStormy.isSet)
    (weather.isSet, computer.isStormy.isSet) = (false, false)
    isCalm = true
    defer {
      isCalm = false
      (weather.isSet, computer.isStormy.isSet) = isStorm
    }
    try await body(computer, old, new)
  }
}

import Basics
import Core
import TestSupport
import XCTest

/// Any sequence of gestures with its undos is the identity, also where they reach another device in between, and
/// where somebody uses that one for something else meanwhile.
final class UndoOnTwoDevicesTests: XCTestCase {
  private typealias Records = [RecordKey: RecordFields]

  /// A device whose gestures are on lists of its own.
  private struct Person {
    let device: Device
    let recorder = UndoRecorder()
    let list: ListID
    var steps: [UndoStep] = []
    var redos: [UndoStep] = []
    var store: TodoStore { device.store.recording(in: recorder) }
  }

  func testWhatIsTakenBackIsTakenBackOnBothDevices() async throws {
    for seed: UInt64 in 1...8 {
      var chances = SplitMix64(seed: seed)
      var people = try await people()
      let before = try await agreed(people, seed)
      for _ in 0..<24 {
        let index = Int.random(in: 0..<people.count, using: &chances)
        people[index].device.clock.advance(by: .seconds(1))
        try await gesture(&people[index], &chances)
        if Int.random(in: 0..<4, using: &chances) == 0 {
          _ = await people[index].device.engine.syncOnce(pull: true)
        }
      }
      let between = try await agreed(people, seed)
      for index in people.indices {
        while let step = people[index].steps.popLast() {
          let redo = try await people[index].device.store.undo(step)
          people[index].redos.append(redo)
          if Int.random(in: 0..<4, using: &chances) == 0 {
            _ = await people[index].device.engine.syncOnce(pull: true)
          }
        }
      }
      let after = try await agreed(people, seed)
      guard same(after, before, "seed \(seed), undone") else { return }
      for index in people.indices {
        while let redo = people[index].redos.popLast() {
          _ = try await people[index].device.store.undo(redo)
        }
      }
      let again = try await agreed(people, seed)
      guard same(again, between, "seed \(seed), made again") else { return }
    }
  }

  /// Two devices of one user at one server. Each has a list with a tree, one of them repeats.
  private func people() async throws -> [Person] {
    let server = SimulatedServer()
    let clock = ManualClock(skipsSleep: true)
    var people: [Person] = []
    for name in ["a", "b"] {
      let device = try await Device(server, name: name, clock: clock)
      let list = try await device.store.addList(named: name)
      var first: Todo?
      for number in 0..<4 {
        let todo = try await device.add("\(name) \(number)", to: list.id)
        let parent = number == 1 ? first?.id : nil
        try await device.store.edit(todo.id) {
          $0.parent = parent
          $0.tags = ["shop"]
          if number == 3 {
            $0.due = CalendarTime(day: .first.adding(days: 9_000))
            $0.recurrence = RecurrenceRule("FREQ=WEEKLY")
          }
        }
        first = first ?? todo
      }
      people.append(Person(device: device, list: list.id))
    }
    return people
  }

  /// What both have when all is sent and received.
  private func agreed(_ people: [Person], _ seed: UInt64) async throws -> Records {
    for _ in 0..<3 {
      for person in people { _ = await person.device.engine.syncOnce(pull: true) }
    }
    var all: [Records] = []
    for person in people {
      let waiting = try await person.device.waiting()
      XCTAssertEqual(waiting, 0, "seed \(seed)")
      all.append(
        try await person.device.store.allRecords().mapValues { fields in
          fields.filter { $0.key != Todo.Field.modifiedAt }
        })
    }
    XCTAssertEqual(all[0], all[1], "seed \(seed): the devices differ")
    return all[0]
  }

  private func same(_ now: Records, _ expected: Records, _ what: String) -> Bool {
    let keys = Set(now.keys).union(expected.keys).filter { now[$0] != expected[$0] }
    let lines = keys.map {
      "\($0.kind) \($0.id): \(now[$0] ?? [:]) is not \(expected[$0] ?? [:])"
    }
    XCTAssertEqual(lines, [], what)
    return lines.isEmpty
  }

  /// One command on a list of the person's own, as a row, the details or a menu gives it.
  private func gesture(_ person: inout Person, _ chances: inout SplitMix64) async throws {
    let store = person.store
    let own = try await store.lists().filter {
      $0.id.rawValue.hasPrefix(person.list.rawValue.prefix(1))
    }
    let list = own.randomElement(using: &chances)?.id
    var todos: [Todo] = []
    for list in own { todos += try await store.allTodos(in: list.id, isWithDone: true) }
    todos.sort { $0.id.rawValue.precedesExactly($1.id.rawValue) }
    let todo = todos.randomElement(using: &chances)
    let other = todos.randomElement(using: &chances)
    let text = "text \(Int.random(in: 0..<1_000, using: &chances))"
    let day = CalendarDay.first.adding(days: Int.random(in: 1..<9_000, using: &chances))
    let choice = Int.random(in: 0..<22, using: &chances)
    switch choice {
    case 0:
      let id = TodoID(rawValue: store.makeID())
      if let list { try await store.add(TodoDraft(id: id, listID: list, content: text)) }
    case 1: try await store.addList(named: text)
    case 2: if let list { _ = try await store.renameList(list, to: text) }
    case 3: if own.count > 1, let list, list != person.list { try await store.deleteList(list) }
    case 4: if let list { _ = try await store.editList(list) { $0.colour = "green" } }
    default:
      guard let todo else { return }
      try await change(todo, other, list, text, day, choice, store)
    }
    person.steps += person.recorder.take()
  }

  private func change(
    _ todo: Todo, _ other: Todo?, _ list: ListID?, _ text: String, _ day: CalendarDay,
    _ choice: Int, _ store: TodoStore
  ) async throws {
    switch choice {
    case 5: try await store.setDone([todo.id], !todo.isDone)
    case 6: try await store.setStarred(todo.id, !todo.priority.isStarred)
    case 7: try await store.cancel([todo.id])
    case 8: try await store.delete([todo.id])
    case 9: try await store.edit(todo.id) { $0.content = text }
    case 10: try await store.edit(todo.id) { $0.due = CalendarTime(day: day) }
    case 11: try await store.edit(todo.id) { $0.start = CalendarTime(day: day) }
    case 12: try await store.edit(todo.id) { $0.tags = [ExactText(text), "shop"] }
    case 13: try await store.edit(todo.id) { $0.reminders = [Reminder(text: "DUE -PT15M")] }
    case 14: try await store.edit(todo.id) { $0.notes = text }
    case 15: if let list { try await store.move([todo.id], to: list) }
    case 16:
      guard let other, other.id != todo.id, other.listID == todo.listID else { return }
      // Not below what is a part of it.
      do { try await store.place(todo.id, below: other.id, .last) } catch StoreError.unsuitable {}
    case 17: try await store.edit(todo.id) { $0.url = "https://example.org/\(day.day)" }
    case 18:
      let moment = Timestamp(milliseconds: store.now.milliseconds + Int64(day.day) * 3_600_000)
      try await store.snooze(todo.id, until: moment, zone: "Asia/Seoul")
    case 19: try await store.assign(todo.id, to: todo.assignee == nil ? "mia" : nil)
    case 20: try await store.edit(todo.id) { $0.priority = Priority(rawValue: day.day % 10) }
    default:
      if todo.recurrence != nil { _ = try await store.skipOccurrence(of: todo.id) }
    }
  }
}

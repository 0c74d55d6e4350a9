import Basics
import Core
import TestSupport
import XCTest

/// Any sequence of gestures with its undos is the identity, also where they reach another device in between, and
/// where somebody uses that one for something else meanwhile.
final class UndoOnTwoDevicesTests: XCTestCase {
  private typealias Records = [RecordKey: RecordFields]

  func testWhatIsTakenBackIsTakenBackOnBothDevices() async throws {
    for seed: UInt64 in 1...6 {
      var chances = SplitMix64(seed: seed)
      var people = try await people()
      let before = try await agreed(people, seed)
      for _ in 0..<30 {
        let index = Int.random(in: 0..<people.count, using: &chances)
        people[index].device.clock.advance(by: .seconds(1))
        try await people[index].gesture(&chances)
        if Int.random(in: 0..<4, using: &chances) == 0 { await people[index].sync() }
      }
      let between = try await agreed(people, seed)
      for index in people.indices {
        while let step = people[index].steps.popLast() {
          let redo = try await people[index].device.store.undo(step)
          people[index].redos.append(redo)
          if Int.random(in: 0..<4, using: &chances) == 0 { await people[index].sync() }
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

  /// Two devices of one user at two servers. Each has a list with a tree, one of them repeats, and other lists.
  private func people() async throws -> [UndoingPerson] {
    let server = SimulatedServer()
    let second = SimulatedServer()
    let clock = ManualClock(skipsSleep: true)
    var people: [UndoingPerson] = []
    for name in ["a", "b"] {
      let account = Account(firestore: try FirestoreSettings(project: "p", user: "u"))
      let device = try await Device(
        backend: SimulatedBackend(server, account: account), name: name, clock: clock)
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
      people.append(try await UndoingPerson(device: device, list: list.id, second: second))
    }
    return people
  }

  /// What both have when all is sent and received.
  private func agreed(_ people: [UndoingPerson], _ seed: UInt64) async throws -> Records {
    for _ in 0..<3 {
      for person in people { await person.sync() }
    }
    var all: [Records] = []
    for person in people {
      let waiting = try await person.waiting()
      XCTAssertEqual(waiting, 0, "seed \(seed)")
      all.append(
        try await person.records().mapValues { fields in
          fields.filter { $0.key != Todo.Field.modifiedAt }
        })
    }
    _ = same(all[0], all[1], "seed \(seed): the devices differ")
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
}

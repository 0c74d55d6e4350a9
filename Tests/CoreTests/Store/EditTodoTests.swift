import XCTest

@testable import Core

final class EditTodoTests: XCTestCase {
  /// How many entries the outbox has but for those of the new to-do and its list.
  private func editCount(_ bench: Bench) async throws -> Int {
    try await bench.store.outbox().count - 2
  }

  func testTicksAndOpensAgain() async throws {
    let (bench, _) = try await Bench.connected()
    let todo = try await bench.add("Milk")
    bench.clock.advance(by: 500)
    let tickedAt = bench.clock.now
    try await bench.store.setDone(todo.id, true)
    bench.clock.advance(by: 500)
    try await bench.store.setDone(todo.id, true)
    var stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored?.isDone, true)
    XCTAssertEqual(stored?.completedAt, tickedAt)
    XCTAssertEqual(stored?.modifiedAt, tickedAt)
    try await bench.store.setDone(todo.id, false)
    try await bench.store.setDone(todo.id, false)
    stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored?.isDone, false)
    XCTAssertNil(stored?.completedAt)
    XCTAssertEqual(stored?.position, todo.position)
    let count = try await editCount(bench)
    XCTAssertEqual(count, 2, "doing it twice writes nothing")
  }

  func testStars() async throws {
    let (bench, _) = try await Bench.connected()
    let todo = try await bench.add("Milk")
    for isStarred in [true, true, false, false] {
      bench.clock.advance(by: 1)
      try await bench.store.setStarred(todo.id, isStarred)
      let stored = try await bench.store.todo(todo.id)
      XCTAssertEqual(stored?.priority, isStarred ? .highest : .undefined)
    }
    let count = try await editCount(bench)
    XCTAssertEqual(count, 2)
  }

  func testAStarKeepsTheFinerPriorityOfOthers() async throws {
    let (bench, account) = try await Bench.connected()
    let todo = try await bench.add("Milk")
    try await bench.store.acknowledgeAll(of: account)
    var fields = todo.fields
    fields[Todo.Field.priority] = .integer(3)
    try await bench.store.apply(
      [RemoteRecord(key: todo.key, state: .live(fields), version: .numbered(2))], from: account)
    try await bench.store.setStarred(todo.id, true)
    try await bench.store.update(
      todo.id, to: TodoDraft(id: todo.id, content: "Milk", isStarred: true))
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored?.priority.rawValue, 3)
    let outbox = try await bench.store.outbox()
    XCTAssertEqual(outbox, [])
  }

  func testEditsEverything() async throws {
    let (bench, _) = try await Bench.connected()
    let todo = try await bench.add("Milk")
    bench.clock.advance(by: 1)
    let alarm = Alarm(at: bench.clock.now, zone: "Europe/Vienna")
    try await bench.store.update(
      todo.id,
      to: TodoDraft(
        id: todo.id, content: " Eggs ", notes: "six", due: CalendarTime(day: .first),
        reminders: [Reminder(alarm)], isStarred: true))
    var expected = todo
    expected.content = "Eggs"
    expected.notes = "six"
    expected.due = CalendarTime(day: .first)
    expected.reminders = [Reminder(alarm)]
    expected.priority = .highest
    expected.modifiedAt = bench.clock.now
    var stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored, expected)
    bench.clock.advance(by: 1)
    try await bench.store.update(todo.id, to: TodoDraft(id: todo.id, content: "Eggs"))
    stored = try await bench.store.todo(todo.id)
    XCTAssertNil(stored?.due)
    XCTAssertEqual(stored?.reminders, [])
    XCTAssertEqual(stored?.notes, "")
    XCTAssertEqual(stored?.priority, .undefined)
    let count = try await editCount(bench)
    XCTAssertEqual(count, 2)
  }

  func testAnEditThatChangesNothingWritesNothing() async throws {
    let (bench, _) = try await Bench.connected()
    let todo = try await bench.add("Milk", date: .first, isStarred: true)
    let before = try await bench.store.dump()
    bench.clock.advance(by: 1)
    try await bench.store.update(
      todo.id,
      to: TodoDraft(id: todo.id, content: " Milk", due: CalendarTime(day: .first), isStarred: true))
    let after = try await bench.store.dump()
    XCTAssertEqual(before, after)
  }

  func testRefusesWhatCannotBeKeptAndWritesNothing() async throws {
    let (bench, _) = try await Bench.connected()
    let todo = try await bench.add("Milk")
    let before = try await bench.store.dump()
    let limit = TodoContent.maximumBytes
    let tooLong = String(repeating: "x", count: limit + 1)
    await assertFails(.blank) {
      try await bench.store.update(todo.id, to: TodoDraft(id: todo.id, content: " "))
    }
    await assertFails(.textTooLong(limit: limit)) {
      try await bench.store.update(todo.id, to: TodoDraft(id: todo.id, content: tooLong))
    }
    await assertFails(.textTooLong(limit: limit)) {
      try await bench.store.update(
        todo.id, to: TodoDraft(id: todo.id, content: "Eggs", notes: tooLong))
    }
    let gone = TodoID(rawValue: "gone")
    await assertFails(.missing) { try await bench.store.setDone(gone, true) }
    await assertFails(.missing) { try await bench.store.setStarred(gone, true) }
    await assertFails(.missing) {
      try await bench.store.update(gone, to: TodoDraft(id: gone, content: "x"))
    }
    let after = try await bench.store.dump()
    XCTAssertEqual(before, after)
  }
}

import Basics
import XCTest

@testable import Core

/// Fields of a to-do and a list, from the edit to the outbox and back.
final class FieldEditTests: XCTestCase {
  private let due = CalendarTime(iso8601: "2026-12-24T17:00", zone: ZoneName("Asia/Seoul"))

  func testEveryFieldIsStoredAndSent() async throws {
    let (bench, account, todo) = try await Bench.agreed()
    bench.clock.advance(by: 1)
    let due = due
    let occurrence = CalendarTime(day: .first)
    let snooze = Snooze(until: bench.clock.now, user: "ann", reminder: Reminder(text: "DUE PT0S"))
    let completion = Completion(of: occurrence, at: bench.clock.now)
    try await bench.store.edit(todo.id) { todo in
      todo.due = due
      todo.start = occurrence
      todo.reminders = [Reminder(text: "DUE PT0S")]
      todo.snoozes = [snooze]
      todo.recurrence = RecurrenceRule("FREQ=DAILY", isFromCompletion: true)
      todo.completions = [completion]
      todo.parent = TodoID(rawValue: "p")
      todo.tags = [" #home\n", "e\u{301}", "é", "#"]
      todo.priority = Priority(.medium)
      todo.url = " https://example.org "
      todo.status = .cancelled
    }
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored?.due, due)
    XCTAssertEqual(stored?.start, occurrence)
    XCTAssertEqual(stored?.reminders, [Reminder(text: "DUE PT0S")])
    XCTAssertEqual(stored?.snoozes, [snooze])
    XCTAssertEqual(stored?.recurrence, RecurrenceRule("FREQ=DAILY", isFromCompletion: true))
    XCTAssertEqual(stored?.completions, [completion])
    XCTAssertEqual(stored?.parent, TodoID(rawValue: "p"))
    XCTAssertEqual(stored?.tags, ["home", "e\u{301}", "é"])
    XCTAssertEqual(stored?.priority.rawValue, 5)
    XCTAssertEqual(stored?.url, "https://example.org")
    XCTAssertEqual(stored?.status, .cancelled)
    XCTAssertEqual(stored?.completedAt, bench.clock.now)
    let row = try await bench.store.sections(of: .list(todo.listID)).done.first
    XCTAssertEqual(
      row,
      TodoRow(
        id: todo.id, listID: todo.listID, parent: TodoID(rawValue: "p"), content: "Milk",
        isDone: true, isCancelled: true, priority: Priority(.medium), due: due, start: occurrence,
        hasReminder: true, hasRecurrence: true, tags: ["home", "e\u{301}", "é"],
        position: todo.position, mark: .waiting, createdAt: todo.createdAt))
    let change = try await bench.store.pendingChange(for: todo.key, of: account)
    guard case .update(let sent)? = change?.operation else { return XCTFail("no update") }
    XCTAssertEqual(
      Set(sent.keys),
      [
        "due", "start", "reminders", "snoozes", "recurrence", "completions", "parent", "tags",
        "priority", "url", "status", "completedAt", "modifiedAt",
      ])
    try await bench.store.setDone(todo.id, false)
    let again = try await bench.store.todo(todo.id)
    XCTAssertEqual(again?.status, .open)
    XCTAssertNil(again?.completedAt)
  }

  func testWhatCannotBeKeptIsRefused() async throws {
    let (bench, _) = try await Bench.connected()
    let todo = try await bench.add("Milk")
    let before = try await bench.store.dump()
    let long = String(repeating: "x", count: 5_000)
    await assertFails(.textTooLong(limit: TodoTag.maximumBytes)) {
      try await bench.store.edit(todo.id) { $0.tags = [ExactText(long)] }
    }
    await assertFails(.tooMany(limit: TodoTag.mostTyped)) {
      try await bench.store.edit(todo.id) { $0.tags = Set((0..<65).map { ExactText("\($0)") }) }
    }
    await assertFails(.tooMany(limit: Reminder.mostTyped)) {
      try await bench.store.edit(todo.id) { todo in
        todo.reminders = Set((0..<33).map { Reminder(text: "DUE PT\($0)M") })
      }
    }
    await assertFails(.unsuitable) {
      try await bench.store.edit(todo.id) { $0.reminders = [Reminder(text: "odd")] }
    }
    await assertFails(.unsuitable) {
      try await bench.store.edit(todo.id) { $0.parent = $0.id }
    }
    await assertFails(.textTooLong(limit: Todo.longestRule)) {
      try await bench.store.edit(todo.id) { $0.recurrence = RecurrenceRule(long) }
    }
    await assertFails(.textTooLong(limit: TodoLink.maximumBytes)) {
      try await bench.store.edit(todo.id) { $0.url = long }
    }
    await assertFails(.unsuitable) {
      try await bench.store.editList(todo.listID) { $0.colour = "no colour" }
    }
    await assertFails(.unsuitable) {
      try await bench.store.editList(todo.listID) { $0.emoji = "two" }
    }
    let after = try await bench.store.dump()
    XCTAssertEqual(before, after)
  }

  func testBothSidesTagsHoldAndNothingIsListed() async throws {
    let (bench, account, todo) = try await Bench.agreed()
    try await bench.store.edit(todo.id) { $0.tags = ["a", "b"] }
    try await bench.store.acknowledgeAll(of: account, version: .numbered(2))
    try await bench.store.edit(todo.id) { $0.tags = ["b", "here"] }
    try await bench.store.apply(
      [.live(todo.key, ["tags": .set(["a", "there"])], 3)], from: account)
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored?.tags, ["here", "there"])
    let conflicts = try await bench.store.recentConflicts()
    XCTAssertEqual(conflicts, [])
    let change = try await bench.store.pendingChange(for: todo.key, of: account)
    guard case .update(let sent)? = change?.operation else { return XCTFail("no update") }
    XCTAssertEqual(sent["tags"], .set(["here", "there"]))
  }

  func testUndoTakesBackOnesOwnTagsOnly() async throws {
    let (bench, account, todo) = try await Bench.agreed()
    try await bench.store.edit(todo.id) { $0.tags = ["a", "b"] }
    try await bench.store.acknowledgeAll(of: account, version: .numbered(2))
    let recorder = UndoRecorder()
    try await bench.store.recording(in: recorder).edit(todo.id) { $0.tags = ["b", "mine"] }
    try await bench.store.acknowledgeAll(of: account, version: .numbered(3))
    try await bench.store.apply(
      [.live(todo.key, ["tags": .set(["mine", "theirs"])], 4)], from: account)
    let redo = try await bench.store.undo(try XCTUnwrap(recorder.take().first))
    var stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored?.tags, ["a", "theirs"])
    _ = try await bench.store.undo(redo)
    stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored?.tags, ["mine", "theirs"])
  }

  func testTagsAreCounted() async throws {
    let (bench, account) = try await Bench.connected()
    let milk = try await bench.add("Milk")
    let eggs = try await bench.add("Eggs")
    try await bench.store.edit([milk.id, eggs.id]) { $0.tags = ["é", "home"] }
    try await bench.store.edit(eggs.id) { $0.tags = ["e\u{301}", "home"] }
    try await bench.store.setDone(eggs.id, true)
    var tags = try await bench.store.tags()
    XCTAssertEqual(tags.map(\.tag), ["e\u{301}", "home", "é"])
    XCTAssertEqual(tags.map(\.openCount), [0, 1, 1])
    // What arrives from a server and what leaves with its account are followed too.
    try await bench.store.apply(
      [
        .live(
          RecordKey(kind: .todo, id: "new"),
          [
            "content": .string("x"), "listID": .string(milk.listID.rawValue),
            "tags": .set(["foreign"]),
          ], 9)
      ], from: account)
    tags = try await bench.store.tags()
    XCTAssertEqual(tags.map(\.tag), ["e\u{301}", "foreign", "home", "é"])
    _ = try await bench.store.delete(milk.id)
    try await bench.store.edit(eggs.id) { $0.tags = [] }
    tags = try await bench.store.tags()
    XCTAssertEqual(tags.map(\.tag), ["foreign"])
    try await bench.store.execute("UPDATE todo SET id = 'renamed' WHERE id = 'new'")
    tags = try await bench.store.tags()
    XCTAssertEqual(tags.map(\.tag), ["foreign"])
    try await bench.store.execute("DELETE FROM todo")
    tags = try await bench.store.tags()
    XCTAssertEqual(tags, [])
  }

  func testChildrenFollowAParentThatGetsAnotherIdentifier() async throws {
    let bench = try Bench()
    let parent = try await bench.add("Parent")
    let child = try await bench.add("Child")
    try await bench.store.edit(child.id) { $0.parent = parent.id }
    try await bench.store.execute(
      "UPDATE todo SET id = 'renamed' WHERE id = '\(parent.id.rawValue)'")
    let stored = try await bench.store.todo(child.id)
    XCTAssertEqual(stored?.parent?.rawValue, "renamed")
  }

  func testTheLookOfAList() async throws {
    let (bench, account) = try await Bench.connected()
    let list = try await bench.store.addList(named: "Home")
    try await bench.store.acknowledgeAll(of: account)
    bench.clock.advance(by: 1)
    try await bench.store.editList(list.id) { list in
      list.colour = "#AbCdEf"
      list.emoji = "🏠"
      list.order = .priority
      list.name = "not this way"
    }
    let stored = try await bench.store.lists().first
    XCTAssertEqual(stored?.colour, "#AbCdEf")
    XCTAssertEqual(stored?.emoji, "🏠")
    XCTAssertEqual(stored?.sortOrder, "priority")
    XCTAssertEqual(stored?.name, "Home")
    let change = try await bench.store.pendingChange(for: list.key, of: account)
    guard case .update(let sent)? = change?.operation else { return XCTFail("no update") }
    XCTAssertEqual(Set(sent.keys), ["colour", "emoji", "sortOrder", "modifiedAt"])
    // What another program chose is kept, and read as far as it is known.
    try await bench.store.apply(
      [
        .live(
          list.key, ["colour": .string("mauve"), "sortOrder": .string("moon")],
          5)
      ], from: account)
    try await bench.store.acknowledgeAll(of: account, version: .numbered(6))
    try await bench.store.editList(list.id) { $0.emoji = nil }
    let again = try await bench.store.lists().first
    XCTAssertNil(again?.emoji)
    XCTAssertEqual(again?.order, .priority)
  }
}

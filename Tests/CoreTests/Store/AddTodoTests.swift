import XCTest

@testable import Core

final class AddTodoTests: XCTestCase {
  func testKeepsEverythingThatWasTyped() async throws {
    let bench = try Bench()
    let list = try await bench.store.addList(named: "Home")
    let draft = TodoDraft(
      id: TodoID(rawValue: "t"), listID: list.id, content: " Milk \n", notes: " two\nlitres ",
      due: CalendarTime(day: .first),
      reminders: [Reminder(Alarm(at: bench.clock.now, zone: "Asia/Seoul"))], isStarred: true)
    let added = try await bench.store.add(draft)
    let stored = try await bench.store.todo(draft.id)
    XCTAssertEqual(
      stored,
      Todo(
        id: draft.id, listID: list.id, content: "Milk", notes: " two\nlitres ",
        due: CalendarTime(day: .first),
        reminders: draft.reminders, priority: .highest,
        position: PositionKey.initial(at: bench.clock.now),
        createdAt: bench.clock.now, modifiedAt: bench.clock.now))
    XCTAssertEqual(added, stored)
  }

  func testMakesTheFirstListWhenThereIsNone() async throws {
    let naming = ListNaming(untitled: "Ohne Titel", reserved: ["Wichtig"], firstList: "Aufgaben")
    let bench = try Bench(naming: naming)
    let account = try sampleAccount()
    try await bench.store.connect(account)
    let first = try await bench.add("Milk")
    let second = try await bench.add("Eggs")
    let lists = try await bench.store.lists()
    XCTAssertEqual(lists.map(\.name), ["Aufgaben"])
    XCTAssertEqual(lists.first?.account, account.id)
    XCTAssertEqual(lists.map(\.id), [first.listID])
    XCTAssertEqual(second.listID, first.listID)
    let outbox = try await bench.store.outbox()
    XCTAssertEqual(outbox.map(\.kind), ["list", "todo", "todo"])
  }

  func testGoesIntoTheFirstList() async throws {
    let bench = try Bench()
    let first = try await bench.store.addList(named: "Z")
    bench.clock.advance(by: 1)
    _ = try await bench.store.addList(named: "A")
    let todo = try await bench.add("Milk")
    XCTAssertEqual(todo.listID, first.id)
  }

  /// The disk may be slow; what was typed first stands first.
  func testStandsWhereItWasTyped() async throws {
    let bench = try Bench()
    let typedAt = bench.clock.now
    bench.clock.advance(by: 5_000)
    var draft = TodoDraft(id: TodoID(rawValue: "t"), content: "Milk")
    draft.createdAt = typedAt
    let todo = try await bench.store.add(draft)
    XCTAssertEqual(todo.createdAt, typedAt)
    XCTAssertEqual(todo.modifiedAt, bench.clock.now)
    XCTAssertEqual(todo.position, PositionKey.initial(at: typedAt))
    var earlier = TodoDraft(id: TodoID(rawValue: "s"), content: "Eggs")
    earlier.createdAt = Timestamp(milliseconds: typedAt.milliseconds - 1)
    let next = try await bench.store.add(earlier)
    XCTAssertLessThan(todo.position, next.position, "never before what is there")
  }

  func testTakesTheAccountOfItsList() async throws {
    let (bench, account) = try await Bench.connected()
    let todo = try await bench.add("Milk")
    XCTAssertEqual(todo.account, account)
    let outbox = try await bench.store.outbox()
    XCTAssertEqual(outbox.map(\.account), [account.rawValue, account.rawValue])
    XCTAssertEqual(outbox.map(\.record), [todo.listID.rawValue, todo.id.rawValue])
  }

  func testNoOutboxWithoutAnAccount() async throws {
    let bench = try Bench()
    let todo = try await bench.add("Milk")
    try await bench.store.setDone(todo.id, true)
    try await bench.store.setStarred(todo.id, true)
    _ = try await bench.store.delete(todo.id)
    try await bench.store.restore(todo)
    try await bench.store.renameList(todo.listID, to: "Home")
    try await bench.store.deleteList(todo.listID)
    let outbox = try await bench.store.outbox()
    XCTAssertEqual(outbox, [])
  }

  func testRefusesWhatCannotBeKeptAndWritesNothing() async throws {
    let (bench, _) = try await Bench.connected()
    let before = try await bench.store.dump()
    func add(_ content: String, notes: String = "", list: ListID? = nil) async throws -> Todo {
      try await bench.store.add(
        TodoDraft(id: TodoID(rawValue: "t"), listID: list, content: content, notes: notes))
    }
    let limit = TodoContent.maximumBytes
    let longest = String(repeating: "é", count: limit / 2)
    await assertFails(.blank) { try await add("") }
    await assertFails(.blank) { try await add(" \n\u{3000}") }
    await assertFails(.textTooLong(limit: limit)) { try await add(longest + "x") }
    await assertFails(.textTooLong(limit: limit)) { try await add("x", notes: longest + "x") }
    await assertFails(.missing) { try await add("x", list: ListID(rawValue: "gone")) }
    let after = try await bench.store.dump()
    XCTAssertEqual(before, after)
    let kept = try await add(longest, notes: longest)
    let stored = try await bench.store.todo(kept.id)
    XCTAssertEqual(stored?.content, longest)
    XCTAssertEqual(stored?.notes, longest)
  }

  func testTheSameIdentifierIsNotAddedTwice() async throws {
    let (bench, _) = try await Bench.connected()
    let draft = TodoDraft(id: TodoID(rawValue: "t"), content: "Milk")
    try await bench.store.add(draft)
    let before = try await bench.store.dump()
    do {
      try await bench.store.add(draft)
      XCTFail("added twice")
    } catch {
      guard case .inputOutput = error else { return XCTFail("\(error)") }
    }
    let after = try await bench.store.dump()
    XCTAssertEqual(before, after)
  }
}

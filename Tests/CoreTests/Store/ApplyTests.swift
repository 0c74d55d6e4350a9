import XCTest

@testable import Core

/// What the server holds is brought together with what is here.
final class ApplyTests: XCTestCase {
  func testTakesInWhatIsNew() async throws {
    let (bench, account) = try await Bench.connected()
    let list = TodoList(
      id: ListID(rawValue: "l"), account: account, name: "Important", position: "0V",
      createdAt: Timestamp(milliseconds: 1), modifiedAt: Timestamp(milliseconds: 2))
    let todo = Todo(
      id: TodoID(rawValue: "t"), account: account, listID: list.id, content: "Milk", notes: "n",
      due: CalendarTime(day: .first),
      reminders: [Reminder(Alarm(at: Timestamp(milliseconds: 7), zone: "UTC"))],
      priority: Priority(rawValue: 5), status: .done, completedAt: Timestamp(milliseconds: 6),
      position: "1", createdAt: Timestamp(milliseconds: 3), modifiedAt: Timestamp(milliseconds: 4))
    // A to-do may come before its list.
    try await bench.store.apply([.live(todo.key, todo.fields)], from: account)
    try await bench.store.apply([.live(list.key, list.fields, 3)], from: account)
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored, todo)
    let lists = try await bench.store.lists()
    XCTAssertEqual(lists, [list])
    let outbox = try await bench.store.outbox()
    XCTAssertEqual(outbox, [])
    let base = try await bench.store.syncBase(for: list.key, of: account)
    XCTAssertEqual(base, .live(list.key, list.fields, 3))
  }

  func testTakesOverWhatChanged() async throws {
    let (bench, account, todo) = try await Bench.agreed()
    var fields = todo.fields
    fields["content"] = .string("Eggs")
    fields["status"] = .string("done")
    try await bench.store.apply([.live(todo.key, fields)], from: account)
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored?.fields, fields)
    let base = try await bench.store.syncBase(for: todo.key, of: account)
    XCTAssertEqual(base, .live(todo.key, fields))
  }

  func testMergesFieldByField() async throws {
    let (bench, account, todo) = try await Bench.agreed()
    bench.clock.advance(by: 1)
    try await bench.store.setStarred(todo.id, true)
    try await bench.store.update(
      todo.id, to: TodoDraft(id: todo.id, content: "Here", isStarred: true))
    var fields = todo.fields
    fields["content"] = .string("There")
    fields["notes"] = .string("from there")
    try await bench.store.apply([.live(todo.key, fields)], from: account)
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored?.content, "Here", "what waits to be sent wins")
    XCTAssertEqual(stored?.notes, "from there")
    XCTAssertEqual(stored?.priority, .highest)
    let change = try await bench.store.pendingChange(for: todo.key, of: account)
    XCTAssertEqual(
      change?.operation,
      .update([
        "content": .string("Here"), "priority": .integer(1),
        "modifiedAt": .timestamp(bench.clock.now),
      ]), "only what the server does not have")
  }

  /// The acknowledgement was lost: the server has exactly what was sent.
  func testWhatTheServerHasAlreadyIsNotSentAgain() async throws {
    let (bench, account, todo) = try await Bench.agreed()
    bench.clock.advance(by: 1)
    try await bench.store.setDone(todo.id, true)
    let stored = try await bench.store.todo(todo.id)
    try await bench.store.apply(
      [.live(todo.key, try XCTUnwrap(stored).fields)], from: account)
    let changes = try await bench.store.beginPush([todo.key], of: account)
    XCTAssertEqual(changes, [])
    let outbox = try await bench.store.outbox()
    XCTAssertEqual(outbox, [])
  }

  func testReadingTheSamePageTwiceChangesNothing() async throws {
    let (bench, account, todo) = try await Bench.agreed()
    var fields = todo.fields
    fields["content"] = .string("Eggs")
    let page: [RemoteRecord] = [
      .live(todo.key, fields), .live(RecordKey(kind: .todo, id: "n"), fields),
    ]
    try await bench.store.apply(page, from: account)
    let before = try await bench.store.dump()
    try await bench.store.apply(page, from: account)
    let after = try await bench.store.dump()
    XCTAssertEqual(before, after)
  }

  func testFieldsThatAreNotMentionedStay() async throws {
    let (bench, account, todo) = try await Bench.agreed()
    try await bench.store.apply(
      [.live(todo.key, ["content": .string("Eggs")])], from: account)
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored?.content, "Eggs")
    XCTAssertEqual(stored?.listID, todo.listID)
    XCTAssertEqual(stored?.position, todo.position)
  }

  func testATombstoneRemovesAndIsRemembered() async throws {
    let (bench, account, todo) = try await Bench.agreed()
    try await bench.store.apply([.tombstone(todo.key)], from: account)
    let stored = try await bench.store.todo(todo.id)
    XCTAssertNil(stored)
    let base = try await bench.store.syncBase(for: todo.key, of: account)
    XCTAssertEqual(base, .tombstone(todo.key))
    let outbox = try await bench.store.outbox()
    XCTAssertEqual(outbox, [])
  }

  func testATombstoneOfSomethingUnknownIsRemembered() async throws {
    let (bench, account, _) = try await Bench.agreed()
    let before = try await bench.store.allRecords()
    for kind in [RecordKind.list, .todo, .member] {
      let key = RecordKey(kind: kind, id: "x")
      try await bench.store.apply([.tombstone(key)], from: account)
      let base = try await bench.store.syncBase(for: key, of: account)
      XCTAssertEqual(base, .tombstone(key))
    }
    let after = try await bench.store.allRecords()
    XCTAssertEqual(before, after)
    let trash = try await bench.store.trash()
    XCTAssertEqual(trash, [])
  }

  /// What is written in the place of a tombstone by another device is new.
  func testATodoComesBackAfterItsTombstone() async throws {
    let (bench, account, todo) = try await Bench.agreed()
    try await bench.store.apply([.tombstone(todo.key, 2)], from: account)
    try await bench.store.apply([.live(todo.key, todo.fields, 3)], from: account)
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored, todo)
  }

  func testAnEditBeatsADelete() async throws {
    let (bench, account, todo) = try await Bench.agreed()
    try await bench.store.setDone(todo.id, true)
    try await bench.store.renameList(todo.listID, to: "Renamed")
    try await bench.store.apply([.tombstone(todo.key), .tombstone(todo.listKey)], from: account)
    let changes = try await bench.store.beginPush([todo.listKey, todo.key], of: account)
    XCTAssertEqual(changes.map(\.key), [todo.listKey, todo.key])
    for change in changes {
      guard case .create = change.operation else { return XCTFail("\(change.key)") }
      XCTAssertEqual(change.precondition, .version("v9"), "in the place of the tombstone")
    }
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored?.isDone, true)
  }

  func testWhatWasDeletedHereDoesNotComeBack() async throws {
    let (bench, account, todo) = try await Bench.agreed()
    let list = try await bench.store.lists()[0]
    try await bench.store.deleteList(todo.listID)
    try await bench.store.apply(
      [.live(todo.key, todo.fields), .live(list.key, list.fields)], from: account)
    let records = try await bench.store.allRecords()
    XCTAssertEqual(records, [:])
    let keys = try await bench.store.waitingKeys(of: account)
    XCTAssertEqual(keys, [todo.key, list.key])
    let change = try await bench.store.beginPush(todo.key, of: account)
    XCTAssertEqual(change.precondition, .version("v2"))
  }

  func testAnEditElsewhereTakesADeletionBack() async throws {
    let (bench, account, todo) = try await Bench.agreed()
    _ = try await bench.store.delete(todo.id)
    let fields = todo.fields.changing(["content": .string("Eggs")])
    try await bench.store.apply([.live(todo.key, fields, 7)], from: account)
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored?.content, "Eggs")
    let base = try await bench.store.syncBase(for: todo.key, of: account)
    XCTAssertEqual(base, .live(todo.key, fields, 7))
    let outbox = try await bench.store.outbox()
    XCTAssertEqual(outbox, [])
    let trash = try await bench.store.trash()
    XCTAssertEqual(trash, [])
  }

  func testBothSidesDeleted() async throws {
    let (bench, account, todo) = try await Bench.agreed()
    _ = try await bench.store.delete(todo.id)
    try await bench.store.apply([.tombstone(todo.key)], from: account)
    let stored = try await bench.store.todo(todo.id)
    XCTAssertNil(stored)
    let outbox = try await bench.store.outbox()
    XCTAssertEqual(outbox, [])
    let trash = try await bench.store.trash()
    XCTAssertEqual(trash.map(\.title), ["Milk"])
  }

  func testRowsOfAnotherAccountAreLeftAlone() async throws {
    let (bench, _, todo) = try await Bench.agreed()
    let other = try sampleAccount(user: "bob")
    try await bench.store.connect(other)
    let before = try await bench.store.dump()
    var fields = todo.fields
    fields["content"] = .string("Eggs")
    try await bench.store.apply([.live(todo.key, fields)], from: other.id)
    try await bench.store.apply([.tombstone(todo.key)], from: other.id)
    try await bench.store.discard(todo.key, of: other.id, restoring: nil)
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored?.content, "Milk")
    let after = try await bench.store.dump()
    XCTAssertEqual(
      before.filter { $0.hasPrefix("todo") }, after.filter { $0.hasPrefix("todo") })
  }

  func testRowsThatNeverReachedTheServerStay() async throws {
    let (bench, account, todo) = try await Bench.agreed()
    let fresh = try await bench.add("Fresh", to: todo.listID)
    try await bench.store.apply([.tombstone(fresh.key)], from: account)
    // What a listing does not mention is not deleted either.
    try await bench.store.apply([.live(todo.key, todo.fields)], from: account)
    let stored = try await bench.store.todo(fresh.id)
    XCTAssertEqual(stored, fresh)
  }

  func testARecordWithoutATitleIsNotTakenIn() async throws {
    let (bench, account) = try await Bench.connected()
    let key = RecordKey(kind: .todo, id: "t")
    try await bench.store.apply([.live(key, ["status": .string("done")])], from: account)
    let stored = try await bench.store.todo(TodoID(rawValue: "t"))
    XCTAssertNil(stored)
  }

  func testAPageIsOneCommit() async throws {
    let (bench, account, todo) = try await Bench.agreed()
    let feed = FeedLog(bench.store.todos(in: .list(todo.listID)))
    let hasStarted = await feed.wait { $0.items.count == 2 }
    XCTAssertTrue(hasStarted)
    let page = (0..<50).map { index in
      RemoteRecord.live(RecordKey(kind: .todo, id: "r\(index)"), todo.fields)
    }
    try await bench.store.apply(page, from: account)
    try await bench.store.apply([], from: account)
    try await bench.add("last", to: todo.listID)
    let isTold = await feed.wait { $0.items.count == 4 }
    XCTAssertTrue(isTold)
    guard case .change(let change) = feed.state.items[2] else { return XCTFail("no change") }
    XCTAssertEqual(change.todos.count, 50)
  }
}

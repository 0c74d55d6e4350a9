import XCTest

@testable import Core

/// What the server holds is brought together with what is here.
final class ApplyTests: XCTestCase {
  private func live(_ key: RecordKey, _ fields: RecordFields, _ version: String = "v2")
    -> RemoteRecord
  {
    RemoteRecord(key: key, state: .live(fields), version: version)
  }

  private func tombstone(_ key: RecordKey) -> RemoteRecord {
    RemoteRecord(key: key, state: .deleted, version: "v9")
  }

  /// A to-do that server and device agree on.
  private func agreed() async throws -> (Bench, AccountID, Todo) {
    let (bench, account) = try await Bench.connected()
    let todo = try await bench.add("Milk")
    try await bench.store.acknowledgeAll(of: account)
    return (bench, account, todo)
  }

  func testTakesInWhatIsNew() async throws {
    let (bench, account) = try await Bench.connected()
    let list = TodoList(
      id: ListID(rawValue: "l"), account: account, name: "Important", position: "0V",
      createdAt: Timestamp(milliseconds: 1), modifiedAt: Timestamp(milliseconds: 2))
    let todo = Todo(
      id: TodoID(rawValue: "t"), account: account, listID: list.id, content: "Milk", notes: "n",
      date: .first, alarm: Alarm(at: Timestamp(milliseconds: 7), zone: "UTC"),
      priority: Priority(rawValue: 5), isDone: true, completedAt: Timestamp(milliseconds: 6),
      position: "1", createdAt: Timestamp(milliseconds: 3), modifiedAt: Timestamp(milliseconds: 4))
    // A to-do may come before its list.
    try await bench.store.apply([live(todo.key, todo.fields)], from: account)
    try await bench.store.apply([live(list.key, list.fields, "v3")], from: account)
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored, todo)
    let lists = try await bench.store.lists()
    XCTAssertEqual(lists, [list])
    let outbox = try await bench.store.outbox()
    XCTAssertEqual(outbox, [])
    let base = try await bench.store.syncBase(for: list.key, of: account)
    XCTAssertEqual(base, live(list.key, list.fields, "v3"))
  }

  func testTakesOverWhatChanged() async throws {
    let (bench, account, todo) = try await agreed()
    var fields = todo.fields
    fields["content"] = .string("Eggs")
    fields["done"] = .bool(true)
    try await bench.store.apply([live(todo.key, fields)], from: account)
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored?.fields, fields)
    let base = try await bench.store.syncBase(for: todo.key, of: account)
    XCTAssertEqual(base, live(todo.key, fields))
  }

  func testMergesFieldByField() async throws {
    let (bench, account, todo) = try await agreed()
    bench.clock.advance(by: 1)
    try await bench.store.setStarred(todo.id, true)
    try await bench.store.update(
      todo.id, to: TodoDraft(id: todo.id, content: "Here", isStarred: true))
    var fields = todo.fields
    fields["content"] = .string("There")
    fields["notes"] = .string("from there")
    try await bench.store.apply([live(todo.key, fields)], from: account)
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
    let (bench, account, todo) = try await agreed()
    bench.clock.advance(by: 1)
    try await bench.store.setDone(todo.id, true)
    let stored = try await bench.store.todo(todo.id)
    try await bench.store.apply(
      [live(todo.key, try XCTUnwrap(stored).fields)], from: account)
    let change = try await bench.store.pendingChange(for: todo.key, of: account)
    XCTAssertNil(change)
    let outbox = try await bench.store.outbox()
    XCTAssertEqual(outbox, [])
  }

  func testReadingTheSamePageTwiceChangesNothing() async throws {
    let (bench, account, todo) = try await agreed()
    var fields = todo.fields
    fields["content"] = .string("Eggs")
    let page = [live(todo.key, fields), live(RecordKey(kind: .todo, id: "n"), fields)]
    try await bench.store.apply(page, from: account)
    let before = try await bench.store.dump()
    try await bench.store.apply(page, from: account)
    let after = try await bench.store.dump()
    XCTAssertEqual(before, after)
  }

  func testFieldsThatAreNotMentionedStay() async throws {
    let (bench, account, todo) = try await agreed()
    try await bench.store.apply(
      [live(todo.key, ["content": .string("Eggs")])], from: account)
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored?.content, "Eggs")
    XCTAssertEqual(stored?.listID, todo.listID)
    XCTAssertEqual(stored?.position, todo.position)
  }

  func testATombstoneRemoves() async throws {
    let (bench, account, todo) = try await agreed()
    try await bench.store.apply([tombstone(todo.key)], from: account)
    let stored = try await bench.store.todo(todo.id)
    XCTAssertNil(stored)
    let base = try await bench.store.syncBase(for: todo.key, of: account)
    XCTAssertNil(base)
    let list = RecordKey(kind: .list, id: todo.listID.rawValue)
    try await bench.store.apply([tombstone(list)], from: account)
    let lists = try await bench.store.lists()
    XCTAssertEqual(lists, [])
    let outbox = try await bench.store.outbox()
    XCTAssertEqual(outbox, [])
  }

  func testATombstoneOfSomethingUnknown() async throws {
    let (bench, account, _) = try await agreed()
    let before = try await bench.store.dump()
    for kind in RecordKind.allCases {
      try await bench.store.apply([tombstone(RecordKey(kind: kind, id: "x"))], from: account)
    }
    let after = try await bench.store.dump()
    XCTAssertEqual(before, after)
  }

  func testAnEditBeatsADelete() async throws {
    let (bench, account, todo) = try await agreed()
    try await bench.store.setDone(todo.id, true)
    try await bench.store.renameList(todo.listID, to: "Renamed")
    let list = RecordKey(kind: .list, id: todo.listID.rawValue)
    try await bench.store.apply([tombstone(todo.key), tombstone(list)], from: account)
    for key in [todo.key, list] {
      let change = try await bench.store.pendingChange(for: key, of: account)
      guard case .create? = change?.operation else { return XCTFail("\(key)") }
    }
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored?.isDone, true)
  }

  func testWhatWasDeletedHereDoesNotComeBack() async throws {
    let (bench, account, todo) = try await agreed()
    let list = RecordKey(kind: .list, id: todo.listID.rawValue)
    try await bench.store.deleteList(todo.listID)
    let before = try await bench.store.dump()
    try await bench.store.apply(
      [live(todo.key, todo.fields), live(list, ["name": .string("To-Do")])], from: account)
    let after = try await bench.store.dump()
    XCTAssertEqual(before, after)
    let keys = try await bench.store.pendingKeys(of: account, at: bench.clock.now)
    XCTAssertEqual(keys, [todo.key, list])
  }

  /// The base stays what this device saw, so that sending the deletion notices the edit.
  func testADeletionKeepsTheBaseItWasMadeFor() async throws {
    let (bench, account, todo) = try await agreed()
    _ = try await bench.store.delete(todo.id)
    var fields = todo.fields
    fields["content"] = .string("Eggs")
    try await bench.store.apply([live(todo.key, fields, "v7")], from: account)
    let base = try await bench.store.syncBase(for: todo.key, of: account)
    XCTAssertEqual(base, live(todo.key, todo.fields, "v1"))
  }

  func testBothSidesDeleted() async throws {
    let (bench, account, todo) = try await agreed()
    _ = try await bench.store.delete(todo.id)
    try await bench.store.apply([tombstone(todo.key)], from: account)
    let stored = try await bench.store.todo(todo.id)
    XCTAssertNil(stored)
  }

  func testRowsOfAnotherAccountAreLeftAlone() async throws {
    let (bench, _, todo) = try await agreed()
    let other = try sampleAccount(user: "bob")
    try await bench.store.connect(other)
    try await bench.store.acknowledgeAll(of: other.id)
    // As if it still belonged to an account of before.
    try await bench.store.execute("UPDATE todo SET account = 'elsewhere'")
    let before = try await bench.store.dump()
    var fields = todo.fields
    fields["content"] = .string("Eggs")
    try await bench.store.apply([live(todo.key, fields)], from: other.id)
    try await bench.store.apply([tombstone(todo.key)], from: other.id)
    try await bench.store.discard(todo.key, of: other.id, restoring: nil)
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored?.content, "Milk")
    let after = try await bench.store.dump()
    XCTAssertEqual(
      before.filter { $0.hasPrefix("todo") }, after.filter { $0.hasPrefix("todo") })
  }

  func testRowsThatNeverReachedTheServerStay() async throws {
    let (bench, account, todo) = try await agreed()
    let fresh = try await bench.add("Fresh", to: todo.listID)
    try await bench.store.apply([tombstone(fresh.key)], from: account)
    // What a listing does not mention is not deleted either.
    try await bench.store.apply([live(todo.key, todo.fields)], from: account)
    let stored = try await bench.store.todo(fresh.id)
    XCTAssertEqual(stored, fresh)
  }

  /// Otherwise what was added offline would stand in a list that nobody sees.
  func testAListThatHoldsUnsentTodosComesBack() async throws {
    let (bench, account, todo) = try await agreed()
    let list = RecordKey(kind: .list, id: todo.listID.rawValue)
    let fresh = try await bench.add("Fresh", to: todo.listID)
    try await bench.store.apply([tombstone(list), tombstone(todo.key)], from: account)
    let lists = try await bench.store.lists()
    XCTAssertEqual(lists.map(\.id), [todo.listID])
    let rows = try await bench.store.sections(of: .list(todo.listID))
    XCTAssertEqual(rows.open.map(\.id), [fresh.id])
    let keys = try await bench.store.pendingKeys(of: account, at: bench.clock.now)
    XCTAssertEqual(keys, [list, fresh.key])
    let change = try await bench.store.pendingChange(for: list, of: account)
    guard case .create? = change?.operation else { return XCTFail("not sent again") }
  }

  func testARecordWithoutATitleIsNotTakenIn() async throws {
    let (bench, account) = try await Bench.connected()
    let key = RecordKey(kind: .todo, id: "t")
    try await bench.store.apply([live(key, ["done": .bool(true)])], from: account)
    let stored = try await bench.store.todo(TodoID(rawValue: "t"))
    XCTAssertNil(stored)
  }

  func testAPageIsOneCommit() async throws {
    let (bench, account, todo) = try await agreed()
    let feed = FeedLog(bench.store.todos(in: .list(todo.listID)))
    let hasStarted = await feed.wait { $0.items.count == 2 }
    XCTAssertTrue(hasStarted)
    let page = (0..<50).map { index in
      live(RecordKey(kind: .todo, id: "r\(index)"), todo.fields)
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

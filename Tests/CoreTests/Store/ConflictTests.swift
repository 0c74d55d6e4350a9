import XCTest

@testable import Core

/// Values of another device that gave way are not lost.
final class ConflictTests: XCTestCase {
  /// A to-do whose title both changed.
  private func conflict() async throws -> (Bench, AccountID, Todo) {
    let (bench, account, todo) = try await Bench.agreed()
    bench.clock.advance(by: 1)
    try await bench.store.update(
      todo.id, to: TodoDraft(id: todo.id, content: "Here", notes: "here", isStarred: true))
    let fields = todo.fields.changing([
      "content": .string("There"), "notes": .string("there"),
      "due": .time(CalendarTime(day: .first)),
    ])
    try await bench.store.apply([.live(todo.key, fields)], from: account)
    return (bench, account, todo)
  }

  func testIsLogged() async throws {
    let (bench, _, todo) = try await conflict()
    let found = try await bench.store.recentConflicts()
    XCTAssertEqual(
      found,
      [
        SyncConflict(
          id: found.first?.id ?? 0, key: todo.key, title: "Here",
          lost: ["content": .string("There"), "notes": .string("there")],
          kept: ["content": .string("Here"), "notes": .string("here")], at: bench.clock.now)
      ])
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored?.content, "Here")
    XCTAssertEqual(stored?.due, CalendarTime(day: .first))
  }

  func testReadingTheSameAgainLogsNothing() async throws {
    let (bench, account, todo) = try await conflict()
    let base = try await bench.store.syncBase(for: todo.key, of: account)
    try await bench.store.apply([try XCTUnwrap(base)], from: account)
    let fields = try XCTUnwrap(base?.fields)
    try await bench.store.apply([.live(todo.key, fields, 3)], from: account)
    let found = try await bench.store.recentConflicts()
    XCTAssertEqual(found.count, 1)
  }

  func testIsRestoredAsAnEdit() async throws {
    let (bench, account, todo) = try await conflict()
    try await bench.store.acknowledgeAll(of: account, version: .numbered(3))
    bench.clock.advance(by: 1)
    let id = try await bench.store.newestConflict().id
    try await bench.store.restoreConflict(id)
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored?.content, "There")
    XCTAssertEqual(stored?.notes, "there")
    XCTAssertEqual(stored?.priority, .highest, "what was not in the conflict stays")
    let change = try await bench.store.beginPush(todo.key, of: account)
    XCTAssertEqual(
      change.operation,
      .update([
        "content": .string("There"), "notes": .string("there"),
        "modifiedAt": .timestamp(bench.clock.now),
      ]))
    let left = try await bench.store.recentConflicts()
    XCTAssertEqual(left, [])
    await assertFails(.missing) { try await bench.store.restoreConflict(id) }
  }

  func testANameIsRestored() async throws {
    let (bench, account, todo) = try await Bench.agreed()
    let list = try await bench.store.lists()[0]
    try await bench.store.renameList(list.id, to: "Here")
    let named: RecordFields = [
      "name": .string("There"), "modifiedAt": .timestamp(bench.clock.now),
    ]
    try await bench.store.apply(
      [.live(list.key, list.fields.changing(named))], from: account)
    let found = try await bench.store.recentConflicts()
    XCTAssertEqual(found.map(\.key), [todo.listKey])
    try await bench.store.restoreConflict(try XCTUnwrap(found.first).id)
    let lists = try await bench.store.lists()
    XCTAssertEqual(lists.map(\.name), ["There"])
  }

  func testIsDismissed() async throws {
    let (bench, _, todo) = try await conflict()
    let before = try await bench.store.todo(todo.id)
    try await bench.store.dismissConflict(try await bench.store.newestConflict().id)
    let left = try await bench.store.recentConflicts()
    XCTAssertEqual(left, [])
    let after = try await bench.store.todo(todo.id)
    XCTAssertEqual(before, after)
  }

  func testOfSomethingThatIsGoneCannotBeRestored() async throws {
    let (bench, _, todo) = try await conflict()
    let id = try await bench.store.newestConflict().id
    _ = try await bench.store.delete(todo.id)
    let before = try await bench.store.dump()
    await assertFails(.missing) { try await bench.store.restoreConflict(id) }
    let after = try await bench.store.dump()
    XCTAssertEqual(before, after)
  }

  func testTheNewestStandsFirst() async throws {
    let (bench, account, todo) = try await conflict()
    for (index, name) in ["b", "c"].enumerated() {
      try await bench.store.update(todo.id, to: TodoDraft(id: todo.id, content: "here \(name)"))
      let base = try await bench.store.syncBase(for: todo.key, of: account)
      let fields = try XCTUnwrap(base?.fields).changing(["content": .string(name)])
      try await bench.store.apply([.live(todo.key, fields, Int64(index) + 3)], from: account)
    }
    let found = try await bench.store.recentConflicts()
    XCTAssertEqual(found.map { $0.lost["content"] }, ["c", "b", "There"].map { .string($0) })
  }

  func testEmptyingTheTrashDoesNotDecideConflicts() async throws {
    let (bench, _, _) = try await conflict()
    try await bench.store.emptyTrash(through: .max)
    let found = try await bench.store.recentConflicts()
    XCTAssertEqual(found.count, 1)
  }

  func testASignForEachConflict() async throws {
    let (bench, account, todo) = try await Bench.agreed()
    let signals = FeedLog(bench.store.recoveryChanges())
    var isSignalled = await signals.wait { $0.items.count == 1 }
    XCTAssertTrue(isSignalled)
    try await bench.store.setStarred(todo.id, true)
    try await bench.store.apply(
      [.live(todo.key, todo.fields.changing(["priority": .integer(3)]))], from: account)
    isSignalled = await signals.wait { $0.items.count == 2 }
    XCTAssertTrue(isSignalled)
  }
}

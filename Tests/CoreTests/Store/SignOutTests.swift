import Basics
import TestSupport
import XCTest

@testable import Core

/// Signing out leaves everything on this computer, or takes it away and keeps what the server lacks.
final class SignOutTests: XCTestCase {
  /// Something agreed on, edited, added, deleted and quarantined.
  private func used() async throws -> (Bench, AccountID, [String: Todo]) {
    let (bench, account, first) = try await Bench.agreed()
    let store = bench.store
    var todos: [String: Todo] = ["agreed": first]
    for name in ["edited", "deleted"] { todos[name] = try await bench.add(name, to: first.listID) }
    try await store.acknowledgeAll(of: account)
    todos["added"] = try await bench.add("added", to: first.listID)
    try await store.setDone(try XCTUnwrap(todos["edited"]).id, true)
    let deleted = try XCTUnwrap(todos["deleted"])
    _ = try await store.delete(deleted.id)
    try await store.setRecordRetry(
      SyncRetry(attempts: 1, notBefore: bench.clock.now, problem: .unreachable), for: deleted.key,
      of: account)
    _ = try await store.beginPush([first.listKey, try XCTUnwrap(todos["added"]).key], of: account)
    try await store.apply(.listing(), of: .todo, from: account)
    try await store.noteSync(of: account)
    return (bench, account, todos)
  }

  private func assertNothingToSync(_ bench: Bench, _ account: AccountID, line: UInt = #line)
    async throws
  {
    let tables = [
      "account", "outbox", "inFlightWrite", "syncCursor", "syncRetry", "syncState", "list", "todo",
    ]
    let left = try await bench.store.dump().filter { text in
      text.contains(account.rawValue) && tables.contains { text.hasPrefix($0 + " ") }
    }
    XCTAssertEqual(left, [], line: line)
  }

  func testKeeping() async throws {
    let (bench, account, _) = try await used()
    let before = try await bench.store.allRecords()
    let trash = try await bench.store.trash()
    try await bench.store.disconnect(account)
    let after = try await bench.store.allRecords()
    XCTAssertEqual(before, after)
    try await assertNothingToSync(bench, account)
    let left = try await bench.store.trash()
    XCTAssertEqual(left, trash)
    let rows = try await bench.store.sections(of: .important)
    XCTAssertTrue(rows.open.allSatisfy { $0.mark == .none })
  }

  func testRemoving() async throws {
    let (bench, account, todos) = try await used()
    let here = try await bench.store.addList(named: "Here", to: .thisComputer)
    try await bench.store.disconnect(account, isKeeping: false)
    let records = try await bench.store.allRecords()
    XCTAssertEqual(Set(records.keys), [here.key])
    try await assertNothingToSync(bench, account)
    let bases = try await bench.store.column("SELECT record FROM syncBase")
    XCTAssertEqual(bases, [])
    let trash = try await bench.store.trash()
    XCTAssertEqual(Set(trash.map(\.title)), ["edited", "added", "deleted"])
    XCTAssertEqual(Set(trash.map(\.listName)), ["To-Do"])
    // They come back on this computer.
    let added = try XCTUnwrap(trash.first { $0.title == "added" })
    try await bench.store.restoreFromTrash(added.id)
    let stored = try await bench.store.todo(try XCTUnwrap(todos["added"]).id)
    XCTAssertNil(stored?.account)
    XCTAssertEqual(stored?.content, "added")
    let lists = try await bench.store.lists()
    XCTAssertEqual(Set(lists.map(\.name)), ["To-Do", "Here"])
    let outbox = try await bench.store.outbox()
    XCTAssertEqual(outbox, [])
  }

  func testAListThatWasNeverSentIsInTheTrash() async throws {
    let (bench, account, _) = try await Bench.agreed()
    try await bench.store.addList(named: "New")
    try await bench.store.disconnect(account, isKeeping: false)
    let trash = try await bench.store.trash()
    XCTAssertEqual(trash.map(\.title), ["New"])
  }

  func testReadersAndSignsAreTold() async throws {
    for isKeeping in [true, false] {
      let (bench, account, todo) = try await Bench.agreed()
      try await bench.store.setStarred(todo.id, true)
      let scope = TodoScope.list(todo.listID)
      let feed = FeedLog(bench.store.todos(in: scope))
      let signals = FeedLog(bench.store.syncChanges())
      let recovery = FeedLog(bench.store.recoveryChanges())
      var holds = await feed.wait { $0.items.count == 2 }
      XCTAssertTrue(holds)
      // Who has not begun to listen is told of both at once.
      for log in [signals, recovery] {
        holds = await log.wait { !$0.items.isEmpty }
        XCTAssertTrue(holds)
      }
      try await bench.store.disconnect(account, isKeeping: isKeeping)
      holds = await feed.wait {
        let rows = PageModel(scope, $0.items).open
        return isKeeping ? rows.values.allSatisfy { $0.mark == .none } : rows.isEmpty
      }
      XCTAssertTrue(holds)
      holds = await signals.wait { $0.items.count >= 2 }
      XCTAssertTrue(holds)
      holds = await recovery.wait { $0.items.count >= 2 }
      XCTAssertTrue(holds)
    }
  }
}

import XCTest

@testable import Core

/// Everything that waits, by name and with how far it has come.
final class WaitingItemsTests: XCTestCase {
  func testEachState() async throws {
    let (bench, account, todo) = try await Bench.agreed()
    let names = ["left over", "refused", "deleted"]
    var todos: [Todo] = []
    for name in names { todos.append(try await bench.add(name, to: todo.listID)) }
    try await bench.store.acknowledgeAll(of: account)
    try await bench.store.setDone(todos[0].id, true)
    _ = try await bench.store.holdUnsentChanges(of: account)
    try await bench.store.setDone(todo.id, true)
    _ = try await bench.store.beginPush(todo.key, of: account)
    try await bench.store.setDone(todos[1].id, true)
    let refused = try await bench.store.beginPush(todos[1].key, of: account)
    let retry = SyncRetry(attempts: 1, notBefore: bench.clock.now, problem: .unreachable)
    try await bench.store.quarantine(refused, retry)
    _ = try await bench.store.delete(todos[2].id)
    let items = try await bench.store.waitingItems(of: account)
    XCTAssertEqual(
      items,
      [
        .init(key: todos[1].key, title: "refused", state: .quarantined(retry)),
        .init(key: todos[0].key, title: "left over", state: .unsentOfLastSession),
        .init(key: todo.key, title: "Milk", state: .sending),
        .init(key: todos[2].key, title: "deleted", state: .waiting),
      ], "what is quarantined first, then the oldest edit")
  }

  func testNoMoreThanItsLimit() async throws {
    let (bench, account) = try await Bench.connected()
    let list = try await bench.store.addList(named: "Home")
    for index in 0...SyncSummary.limit { try await bench.add("\(index)", to: list.id) }
    let items = try await bench.store.waitingItems(of: account)
    XCTAssertEqual(items.count, SyncSummary.limit)
    XCTAssertEqual(items.first?.title, "Home")
  }

  func testNothingWaits() async throws {
    let (bench, account, _) = try await Bench.agreed()
    let items = try await bench.store.waitingItems(of: account)
    XCTAssertEqual(items, [])
    let records = try await bench.store.pendingRecords(of: account)
    XCTAssertEqual(records, [])
  }
}

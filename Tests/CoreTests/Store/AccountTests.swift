import XCTest

@testable import Core

final class AccountTests: XCTestCase {
  private func filled() async throws -> (Bench, [Todo]) {
    let bench = try Bench()
    let home = try await bench.store.addList(named: "Home")
    bench.clock.advance(by: 1)
    let work = try await bench.store.addList(named: "Work")
    let todos = [
      try await bench.add("a", to: home.id), try await bench.add("b", to: work.id),
      try await bench.add("c", to: home.id),
    ]
    try await bench.store.setDone(todos[2].id, true)
    return (bench, todos)
  }

  private func contents(_ bench: Bench) async throws -> [String] {
    try await bench.store.read { db in
      try Todo.fetch(db, "ORDER BY id").map { "\($0.content) \($0.isDone)" }
        + TodoStore.lists(db).map(\.name)
    }
  }

  func testConnectingQueuesEverythingOnce() async throws {
    let (bench, todos) = try await filled()
    let before = try await contents(bench)
    let account = try sampleAccount()
    try await bench.store.connect(account)
    let after = try await contents(bench)
    XCTAssertEqual(before, after)
    let lists = try await bench.store.lists()
    let outbox = try await bench.store.outbox()
    XCTAssertEqual(
      outbox.map(\.record), lists.map(\.id.rawValue) + todos.map(\.id.rawValue),
      "lists first, then to-dos, each in their order")
    XCTAssertEqual(Set(outbox.map(\.account)), [account.id.rawValue])
    XCTAssertEqual(Set(lists.map(\.account)), [account.id])
    let accounts = try await bench.store.accounts()
    XCTAssertEqual(accounts, [account])
    let keys = try await bench.store.waitingKeys(of: account.id)
    for change in try await bench.store.beginPush(keys, of: account.id) {
      guard case .create = change.operation else { return XCTFail("\(change.key)") }
    }
  }

  func testConnectingThePresentAccountChangesNothing() async throws {
    let (bench, _) = try await filled()
    let account = try sampleAccount()
    try await bench.store.connect(account)
    let before = try await bench.store.dump()
    bench.clock.advance(by: 1)
    try await bench.store.connect(account)
    let after = try await bench.store.dump()
    XCTAssertEqual(before, after)
  }

  func testDisconnectingKeepsEverythingHere() async throws {
    let (bench, todos) = try await filled()
    let account = try sampleAccount()
    try await bench.store.connect(account)
    try await bench.store.setStarred(todos[0].id, true)
    let before = try await contents(bench)
    try await bench.store.disconnect(account.id)
    let after = try await contents(bench)
    XCTAssertEqual(before, after)
    let left = try await bench.store.dump().filter { $0.contains(account.id.rawValue) }
    XCTAssertEqual(left, [])
    let accounts = try await bench.store.accounts()
    XCTAssertEqual(accounts, [])
    try await bench.store.setStarred(todos[0].id, false)
    let outbox = try await bench.store.outbox()
    XCTAssertEqual(outbox, [])
    try await bench.store.disconnect(account.id)
    let still = try await contents(bench)
    XCTAssertEqual(still, after)
  }

  func testReadersBeginAnew() async throws {
    let (bench, todos) = try await filled()
    let scope = TodoScope.list(todos[0].listID)
    let feed = FeedLog(bench.store.todos(in: scope))
    let account = try sampleAccount()
    var holds = await feed.wait { $0.items.count == 2 }
    XCTAssertTrue(holds)
    try await bench.store.connect(account)
    holds = await feed.wait {
      PageModel(scope, $0.items).open.values.allSatisfy { $0.mark == .waiting }
    }
    XCTAssertTrue(holds)
    try await bench.store.disconnect(account.id)
    holds = await feed.wait {
      PageModel(scope, $0.items).open.values.allSatisfy { $0.mark == .none }
    }
    XCTAssertTrue(holds)
  }
}

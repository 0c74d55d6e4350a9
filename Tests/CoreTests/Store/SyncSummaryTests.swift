import XCTest

@testable import Core

final class SyncSummaryTests: XCTestCase {
  private func refusal(_ bench: Bench, _ code: String = "X") -> SyncRetry {
    SyncRetry(
      attempts: 1, notBefore: bench.clock.now, problem: .refused(status: 403, code: code))
  }

  func testNothingToTell() async throws {
    let (bench, account) = try await Bench.connected()
    let summary = try await bench.store.syncSummary(of: account)
    XCTAssertEqual(summary, SyncSummary())
  }

  func testCountsRecordsNotEdits() async throws {
    let (bench, account) = try await Bench.connected()
    let todo = try await bench.add("Milk")
    try await bench.store.setDone(todo.id, true)
    try await bench.store.setStarred(todo.id, true)
    var summary = try await bench.store.syncSummary(of: account)
    XCTAssertEqual(summary.waiting, 2)
    summary = try await bench.store.syncSummary(of: try sampleAccount(user: "bob").id)
    XCTAssertEqual(summary.waiting, 0)
  }

  func testNamesWhatIsQuarantined() async throws {
    let (bench, account) = try await Bench.connected()
    let store = bench.store
    let milk = try await bench.add("Milk")
    let eggs = try await bench.add("Eggs")
    let list = RecordKey(kind: .list, id: milk.listID.rawValue)
    try await store.acknowledgeAll(of: account)
    try await store.setDone(milk.id, true)
    _ = try await store.delete(eggs.id)
    try await store.renameList(milk.listID, to: "Home")
    var refusals: [SyncSummary.Quarantined] = []
    for (key, title) in [(eggs.key, "Eggs"), (list, "Home"), (milk.key, "Milk")] {
      bench.clock.advance(by: 1)
      let retry = refusal(bench, title)
      try await store.setRecordRetry(retry, for: key, of: account)
      refusals.append(.init(key: key, title: title, retry: retry))
    }
    let summary = try await store.syncSummary(of: account)
    XCTAssertEqual(summary, SyncSummary(waiting: 3, quarantined: refusals))
  }

  func testListsNoMoreThanItsLimit() async throws {
    let (bench, account) = try await Bench.connected()
    let list = try await bench.store.addList(named: "Home")
    for index in 0...SyncSummary.limit {
      let todo = try await bench.add("\(index)", to: list.id)
      try await bench.store.setRecordRetry(refusal(bench), for: todo.key, of: account)
    }
    let summary = try await bench.store.syncSummary(of: account)
    XCTAssertEqual(summary.quarantined.map(\.title), (0..<SyncSummary.limit).map { "\($0)" })
    XCTAssertEqual(summary.waiting, SyncSummary.limit + 2)
  }

  func testTellsWhyTheAccountPauses() async throws {
    let (bench, account) = try await Bench.connected()
    let todo = try await bench.add("Milk")
    let retry = SyncRetry(
      attempts: 4, notBefore: bench.clock.now, problem: .unavailable(status: 503),
      record: todo.key)
    try await bench.store.setAccountRetry(retry, of: account)
    var summary = try await bench.store.syncSummary(of: account)
    XCTAssertEqual(summary, SyncSummary(waiting: 2, retry: retry, retryTitle: "Milk"))
    let stored = try await bench.store.accountRetry(of: account)
    XCTAssertEqual(stored, retry)

    let without = SyncRetry(attempts: 5, notBefore: bench.clock.now, problem: .unreachable)
    try await bench.store.setAccountRetry(without, of: account)
    summary = try await bench.store.syncSummary(of: account)
    XCTAssertEqual(summary, SyncSummary(waiting: 2, retry: without))

    try await bench.store.setAccountRetry(nil, of: account)
    summary = try await bench.store.syncSummary(of: account)
    XCTAssertEqual(summary, SyncSummary(waiting: 2))
  }

  /// The edit was sent or discarded while the refusal was on its way.
  func testNothingIsQuarantinedThatDoesNotWait() async throws {
    let (bench, account) = try await Bench.connected()
    let todo = try await bench.add("Milk")
    try await bench.store.acknowledgeAll(of: account)
    try await bench.store.setRecordRetry(refusal(bench), for: todo.key, of: account)
    let summary = try await bench.store.syncSummary(of: account)
    XCTAssertEqual(summary, SyncSummary())
  }

  func testASignWhenThereIsSomethingNewToSend() async throws {
    let (bench, account) = try await Bench.connected()
    let todo = try await bench.add("Milk")
    let signals = FeedLog(bench.store.outboxAdditions())
    var isSignalled = await signals.wait { $0.items.count == 1 }
    XCTAssertTrue(isSignalled, "one at the beginning")
    let retry = SyncRetry(attempts: 1, notBefore: bench.clock.now, problem: .unreachable)
    try await bench.store.setAccountRetry(retry, of: account)
    try await bench.store.setRecordRetry(retry, for: todo.key, of: account)
    try await bench.store.acknowledgeAll(of: account)
    try await bench.store.setDone(todo.id, true)
    isSignalled = await signals.wait { $0.items.count == 2 }
    XCTAssertTrue(isSignalled)
    try await bench.store.disconnect(account)
    try await bench.store.connect(try sampleAccount())
    isSignalled = await signals.wait { $0.items.count == 3 }
    XCTAssertTrue(isSignalled)
    XCTAssertEqual(signals.state.items.count, 3)
  }

  func testASignForTheAccountThatAMovedTodoMayLeave() async throws {
    let (bench, account) = try await Bench.connected()
    let todo = try await bench.add("Milk")
    let other = try sampleAccount(user: "bob")
    try await bench.store.connect(other)
    let list = try await bench.store.addList(named: "Bob's", to: .account(other.id))
    for each in [account, other.id] { try await bench.store.acknowledgeAll(of: each) }
    try await bench.store.move([todo.id], to: list.id)
    let change = try await bench.store.beginPush(todo.key, of: other.id)
    let signals = FeedLog(bench.store.outboxAdditions())
    var isSignalled = await signals.wait { $0.items.count == 1 }
    XCTAssertTrue(isSignalled, "one at the beginning")
    try await bench.store.acknowledge([change], versions: [.numbered(2)])
    isSignalled = await signals.wait { $0.items.count == 2 }
    XCTAssertTrue(isSignalled)
    XCTAssertEqual(signals.state.items.last, [account])
  }

  func testASignForWhatConcernsSyncAndForNothingElse() async throws {
    let bench = try Bench()
    let signals = FeedLog(bench.store.syncChanges())
    var isSignalled = await signals.wait { $0.items.count == 1 }
    XCTAssertTrue(isSignalled, "one at the beginning")
    let todo = try await bench.add("here only", to: try await bench.store.addList(named: "Home").id)
    let account = try sampleAccount()
    try await bench.store.connect(account)
    isSignalled = await signals.wait { $0.items.count == 2 }
    XCTAssertTrue(isSignalled)
    let retry = SyncRetry(attempts: 1, notBefore: bench.clock.now, problem: .unreachable)
    let steps: [() async throws -> Void] = [
      { try await bench.store.setDone(todo.id, true) },
      { try await bench.store.setAccountRetry(retry, of: account.id) },
      { try await bench.store.setRecordRetry(retry, for: todo.key, of: account.id) },
      { try await bench.store.releaseQuarantined(of: account.id) },
      { try await bench.store.deleteList(todo.listID) },
    ]
    for (index, step) in steps.enumerated() {
      try await step()
      isSignalled = await signals.wait { $0.items.count == index + 3 }
      XCTAssertTrue(isSignalled, "step \(index)")
    }
    // The same state again is no news.
    try await bench.store.setAccountRetry(retry, of: account.id)
    try await bench.store.disconnect(account.id)
    let total = steps.count + 3
    isSignalled = await signals.wait { $0.items.count == total }
    XCTAssertTrue(isSignalled)
    XCTAssertEqual(signals.state.items.count, total)
  }
}

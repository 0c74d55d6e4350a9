import XCTest

@testable import Core

/// What the server refused is quarantined, and only that.
final class QuarantineTests: XCTestCase {
  private func refusal(_ bench: Bench) -> SyncRetry {
    SyncRetry(attempts: 1, notBefore: bench.clock.now, problem: .refused(status: 400, code: "X"))
  }

  func testARefusedChangeIsQuarantined() async throws {
    let (bench, account, todo) = try await Bench.agreed()
    try await bench.store.setDone(todo.id, true)
    let change = try await bench.store.beginPush(todo.key, of: account)
    let retry = refusal(bench)
    try await bench.store.quarantine(change, retry)
    let keys = try await bench.store.waitingKeys(of: account)
    XCTAssertEqual(keys, [])
    let summary = try await bench.store.syncSummary(of: account)
    XCTAssertEqual(summary.quarantined, [.init(key: todo.key, title: "Milk", retry: retry)])
    let items = try await bench.store.waitingItems(of: account)
    XCTAssertEqual(items, [.init(key: todo.key, title: "Milk", state: .quarantined(retry))])
  }

  func testAnEditMeanwhileIsNotQuarantined() async throws {
    let (bench, account, todo) = try await Bench.agreed()
    try await bench.store.setDone(todo.id, true)
    let change = try await bench.store.beginPush(todo.key, of: account)
    try await bench.store.setStarred(todo.id, true)
    try await bench.store.quarantine(change, refusal(bench))
    let keys = try await bench.store.waitingKeys(of: account)
    XCTAssertEqual(keys, [todo.key])
    let summary = try await bench.store.syncSummary(of: account)
    XCTAssertEqual(summary.quarantined, [])
  }

  func testWhatWasSettledMeanwhileIsNotQuarantined() async throws {
    let (bench, account, todo) = try await Bench.agreed()
    try await bench.store.setDone(todo.id, true)
    let change = try await bench.store.beginPush(todo.key, of: account)
    try await bench.store.discard(todo.key, of: account, restoring: .live(todo.key, todo.fields, 1))
    try await bench.store.quarantine(change, refusal(bench))
    let summary = try await bench.store.syncSummary(of: account)
    XCTAssertEqual(summary, SyncSummary())
  }

  func testAQuarantinedChangeIsNotOnItsWay() async throws {
    let (bench, account, todo) = try await Bench.agreed()
    try await bench.store.setDone(todo.id, true)
    let change = try await bench.store.beginPush(todo.key, of: account)
    try await bench.store.quarantine(change, refusal(bench))
    try await bench.store.releaseQuarantined(of: account)
    let items = try await bench.store.waitingItems(of: account)
    XCTAssertEqual(items.map(\.state), [.waiting])
  }
}

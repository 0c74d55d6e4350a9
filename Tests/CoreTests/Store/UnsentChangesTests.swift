import XCTest

@testable import Core

/// Changes of an earlier run wait for an answer of the user, and nothing else does.
final class UnsentChangesTests: XCTestCase {
  private func unsentOfLastSession() async throws -> (Bench, AccountID, Todo, Todo) {
    let (bench, account, first) = try await Bench.agreed()
    let second = try await bench.add("second", to: first.listID)
    try await bench.store.setDone(first.id, true)
    let count = try await bench.store.holdUnsentChanges(of: account)
    XCTAssertEqual(count, 2)
    return (bench, account, first, second)
  }

  func testNothingWasLeft() async throws {
    let (bench, account, todo) = try await Bench.agreed()
    let count = try await bench.store.holdUnsentChanges(of: account)
    XCTAssertEqual(count, 0)
    try await bench.store.setDone(todo.id, true)
    let keys = try await bench.store.waitingKeys(of: account)
    XCTAssertEqual(keys, [todo.key])
  }

  func testTheyAreQuarantinedAndCounted() async throws {
    let (bench, account, first, second) = try await unsentOfLastSession()
    let keys = try await bench.store.waitingKeys(of: account)
    XCTAssertEqual(keys, [])
    let records = try await bench.store.unsentRecordsOfLastSession(of: account)
    XCTAssertEqual(records, [second.key, first.key])
    var summary = SyncSummary(waiting: 2)
    summary.unsentOfLastSession = 2
    let told = try await bench.store.syncSummary(of: account)
    XCTAssertEqual(told, summary)
    let items = try await bench.store.waitingItems(of: account)
    XCTAssertEqual(items.map(\.title), ["second", "Milk"])
    XCTAssertEqual(items.map(\.state), [.unsentOfLastSession, .unsentOfLastSession])
  }

  func testWhatIsNewIsSent() async throws {
    let (bench, account, first, _) = try await unsentOfLastSession()
    let fresh = try await bench.add("fresh", to: first.listID)
    let keys = try await bench.store.waitingKeys(of: account)
    XCTAssertEqual(keys, [fresh.key])
    let items = try await bench.store.waitingItems(of: account)
    XCTAssertEqual(items.map(\.state), [.unsentOfLastSession, .unsentOfLastSession, .waiting])
  }

  func testAnEditReleasesItsRecordWithAllItsEdits() async throws {
    let (bench, account, first, second) = try await unsentOfLastSession()
    try await bench.store.setStarred(first.id, true)
    let keys = try await bench.store.waitingKeys(of: account)
    XCTAssertEqual(keys, [first.key])
    let records = try await bench.store.unsentRecordsOfLastSession(of: account)
    XCTAssertEqual(records, [second.key])
    let summary = try await bench.store.syncSummary(of: account)
    XCTAssertEqual(summary.unsentOfLastSession, 1)
    let change = try await bench.store.beginPush(first.key, of: account)
    guard case .update(let fields) = change.operation else { return XCTFail("\(change)") }
    XCTAssertEqual(fields["status"], .string("done"))
    XCTAssertEqual(fields["priority"], .integer(1))
  }

  func testReleased() async throws {
    let (bench, account, first, second) = try await unsentOfLastSession()
    try await bench.store.releaseUnsentChanges(of: account)
    let keys = try await bench.store.waitingKeys(of: account)
    XCTAssertEqual(keys, [second.key, first.key])
    let summary = try await bench.store.syncSummary(of: account)
    XCTAssertEqual(summary, SyncSummary(waiting: 2))
    let records = try await bench.store.unsentRecordsOfLastSession(of: account)
    XCTAssertEqual(records, [])
  }

  func testStillHeldAfterARestart() async throws {
    let folder = try TestFolder()
    let (bench, account) = try await Bench.connected(path: folder.file())
    try await bench.add("Milk")
    _ = try await bench.store.holdUnsentChanges(of: account)
    try bench.store.close()
    let reopened = try Bench(path: folder.file(), clock: bench.clock, ids: bench.ids)
    var keys = try await reopened.store.waitingKeys(of: account)
    XCTAssertEqual(keys, [])
    let fresh = try await reopened.store.addList(named: "Fresh")
    let count = try await reopened.store.holdUnsentChanges(of: account)
    XCTAssertEqual(count, 3, "what came since is left over at the next start")
    keys = try await reopened.store.waitingKeys(of: account)
    XCTAssertFalse(keys.contains(fresh.key))
  }

  /// A crash in the middle of an upload.
  func testWhatWasOnItsWayIsNotAnyMore() async throws {
    let (bench, account, todo) = try await Bench.agreed()
    try await bench.store.setDone(todo.id, true)
    _ = try await bench.store.beginPush(todo.key, of: account)
    _ = try await bench.store.holdUnsentChanges(of: account)
    try await bench.store.releaseUnsentChanges(of: account)
    let items = try await bench.store.waitingItems(of: account)
    XCTAssertEqual(items.map(\.state), [.waiting])
    let sent = try await bench.sent(todo.key, account)
    XCTAssertEqual(sent.count, 1, "what was sent may have arrived all the same")
  }

  func testOtherAccountsGoOn() async throws {
    let (bench, _, _, _) = try await unsentOfLastSession()
    let other = try sampleAccount(user: "bob")
    try await bench.store.connect(other)
    let list = try await bench.store.addList(named: "Bob's", to: .account(other.id))
    let keys = try await bench.store.waitingKeys(of: other.id)
    XCTAssertEqual(keys, [list.key])
  }

  /// The server would hold a to-do in a list that nobody has.
  func testANewTodoWaitsForItsUnsentChangesList() async throws {
    let (bench, account) = try await Bench.connected()
    let list = try await bench.store.addList(named: "Left over")
    _ = try await bench.store.holdUnsentChanges(of: account)
    let fresh = try await bench.add("fresh", to: list.id)
    let keys = try await bench.store.waitingKeys(of: account)
    XCTAssertTrue(keys.isEmpty || keys == [list.key, fresh.key], "\(keys)")
    try await bench.store.releaseUnsentChanges(of: account)
    let released = try await bench.store.waitingKeys(of: account)
    XCTAssertEqual(released, [list.key, fresh.key])
  }

  func testDiscardedTheyAreGone() async throws {
    let (bench, account, first, second) = try await unsentOfLastSession()
    try await bench.store.discardAll(of: account)
    let records = try await bench.store.allRecords()
    XCTAssertEqual(records[first.key], first.fields)
    XCTAssertNil(records[second.key])
    let summary = try await bench.store.syncSummary(of: account)
    XCTAssertEqual(summary, SyncSummary())
    let trash = try await bench.store.trash()
    XCTAssertEqual(trash.map(\.reason), [.discarded, .discarded])
  }
}

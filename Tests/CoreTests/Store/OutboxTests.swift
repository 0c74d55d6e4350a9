import Basics
import XCTest

@testable import Core

final class OutboxTests: XCTestCase {
  func testANumberIsNeverUsedAgain() async throws {
    let folder = try TestFolder()
    let (bench, account) = try await Bench.connected(path: folder.file())
    try await bench.add("Milk")
    let before = try await bench.store.outbox().map(\.sequence)
    try await bench.store.acknowledgeAll(of: account)
    let emptied = try await bench.store.outbox()
    XCTAssertEqual(emptied, [])
    try await bench.add("Eggs")
    let after = try await bench.store.outbox().map(\.sequence)
    XCTAssertGreaterThan(try XCTUnwrap(after.first), try XCTUnwrap(before.last))

    try await bench.store.acknowledgeAll(of: account)
    try bench.store.close()
    let reopened = try Bench(path: folder.file(), clock: bench.clock, ids: bench.ids)
    try await reopened.add("Tea")
    let later = try await reopened.store.outbox().map(\.sequence)
    XCTAssertGreaterThan(try XCTUnwrap(later.first), try XCTUnwrap(after.last))
  }

  func testAcknowledgingKeepsALaterEdit() async throws {
    let (bench, account) = try await Bench.connected()
    let todo = try await bench.add("Milk")
    let sent = try await bench.store.beginPush(todo.key, of: account)
    bench.clock.advance(by: 1)
    try await bench.store.setDone(todo.id, true)
    try await bench.store.acknowledge([sent], versions: [.numbered(1)])

    let rest = try await bench.store.outbox().filter { $0.record == todo.id.rawValue }
    XCTAssertEqual(rest.count, 1)
    let next = try await bench.store.pendingChange(for: todo.key, of: account)
    XCTAssertEqual(
      next?.operation,
      .update([
        "status": .string("done"), "completedAt": .timestamp(bench.clock.now),
        "modifiedAt": .timestamp(bench.clock.now),
      ]))
    let base = try await bench.store.syncBase(for: todo.key, of: account)
    XCTAssertEqual(
      base, RemoteRecord(key: todo.key, state: .live(todo.fields), version: .numbered(1)))
  }

  func testEditsThatCancelEachOtherOutVanish() async throws {
    let (bench, account) = try await Bench.connected()
    let todo = try await bench.add("Milk")
    try await bench.store.acknowledgeAll(of: account)
    // The clock stands still, so that nothing at all differs in the end.
    try await bench.store.setStarred(todo.id, true)
    try await bench.store.setStarred(todo.id, false)
    var outbox = try await bench.store.outbox()
    XCTAssertEqual(outbox.count, 2)
    let changes = try await bench.store.beginPush([todo.key], of: account)
    XCTAssertEqual(changes, [])
    outbox = try await bench.store.outbox()
    XCTAssertEqual(outbox, [])
    let keys = try await bench.store.waitingKeys(of: account)
    XCTAssertEqual(keys, [])
    let summary = try await bench.store.syncSummary(of: account)
    XCTAssertEqual(summary, SyncSummary())
  }

  func testNothingPendingForWhatWasNeverTouched() async throws {
    let (bench, account) = try await Bench.connected()
    let todo = try await bench.add("Milk")
    try await bench.store.acknowledgeAll(of: account)
    var change = try await bench.store.pendingChange(for: todo.key, of: account)
    XCTAssertNil(change)
    change = try await bench.store.pendingChange(
      for: RecordKey(kind: .todo, id: "never"), of: account)
    XCTAssertNil(change)
  }

  func testTheOrderInWhichAServerCanTakeThem() async throws {
    let (bench, account) = try await Bench.connected()
    let store = bench.store
    let old = try await store.addList(named: "Old")
    let gone = try await bench.add("gone", to: old.id)
    let lone = try await bench.add("lone", to: old.id)
    let kept = try await store.addList(named: "Kept")
    try await store.acknowledgeAll(of: account)

    _ = try await store.delete(lone.id)
    try await store.deleteList(old.id)
    let first = try await bench.add("first", to: kept.id)
    let new = try await store.addList(named: "New")
    let second = try await bench.add("second", to: new.id)
    try await store.renameList(kept.id, to: "Renamed")
    try await store.setDone(first.id, true)
    let keys = try await store.waitingKeys(of: account)
    XCTAssertEqual(
      keys, [new.key, kept.key, first.key, second.key, lone.key, gone.key, old.key])
  }

  func testOtherAccountsAreLeftOut() async throws {
    let (bench, account) = try await Bench.connected()
    try await bench.add("Milk")
    let other = try sampleAccount(user: "bob").id
    var keys = try await bench.store.waitingKeys(of: other)
    XCTAssertEqual(keys, [])
    keys = try await bench.store.waitingKeys(of: account)
    XCTAssertEqual(keys.count, 2)
    let change = try await bench.store.pendingChange(for: keys[1], of: other)
    XCTAssertNil(change)
  }

  func testWhatIsQuarantinedWaitsUntilItIsEdited() async throws {
    let (bench, account) = try await Bench.connected()
    let store = bench.store
    let todo = try await bench.add("Milk", to: try await store.addList(named: "Home").id)
    let list = RecordKey(kind: .list, id: todo.listID.rawValue)
    let refusal = SyncRetry(
      attempts: 1, notBefore: bench.clock.now, problem: .refused(status: 400, code: "X"))
    try await store.setRecordRetry(refusal, for: todo.key, of: account)
    bench.clock.advance(by: 1_000_000)
    var keys = try await store.waitingKeys(of: account)
    XCTAssertEqual(keys, [list])
    try await store.renameList(todo.listID, to: "Other")
    keys = try await store.waitingKeys(of: account)
    XCTAssertEqual(keys, [list], "another record's edit releases nothing")

    try await store.setStarred(todo.id, true)
    keys = try await store.waitingKeys(of: account)
    XCTAssertEqual(keys, [list, todo.key])
    let summary = try await store.syncSummary(of: account)
    XCTAssertEqual(summary.quarantined, [])
  }

  func testReleasesAllThatIsQuarantined() async throws {
    let (bench, account) = try await Bench.connected()
    let store = bench.store
    let todo = try await bench.add("Milk")
    let all = try await store.waitingKeys(of: account)
    let pause = SyncRetry(attempts: 1, notBefore: bench.clock.now, problem: .unreachable)
    for key in all { try await store.setRecordRetry(pause, for: key, of: account) }
    try await store.setAccountRetry(pause, of: account)
    var keys = try await store.waitingKeys(of: account)
    XCTAssertEqual(keys, [])
    try await store.releaseQuarantined(of: account)
    keys = try await store.waitingKeys(of: account)
    XCTAssertEqual(keys, all)
    XCTAssertTrue(keys.contains(todo.key))
    let retry = try await store.accountRetry(of: account)
    XCTAssertEqual(retry, pause, "the account itself still pauses")
  }

  func testAWriteOfTheServersStateIsNotQueued() async throws {
    let (bench, account) = try await Bench.connected()
    let todo = try await bench.add("Milk")
    try await bench.store.acknowledgeAll(of: account)
    var fields = todo.fields
    fields["content"] = .string("Eggs")
    try await bench.store.apply(
      [RemoteRecord(key: todo.key, state: .live(fields), version: .numbered(2))], from: account)
    let outbox = try await bench.store.outbox()
    XCTAssertEqual(outbox, [])
  }
}

import XCTest

@testable import Core

final class DiscardTests: XCTestCase {
  private func agreed() async throws -> (Bench, AccountID, Todo, RemoteRecord) {
    let (bench, account, todo) = try await Bench.agreed()
    return (bench, account, todo, .live(todo.key, todo.fields, 5))
  }

  private func assertNothingWaits(_ bench: Bench, _ account: AccountID, line: UInt = #line)
    async throws
  {
    let keys = try await bench.store.waitingKeys(of: account)
    XCTAssertEqual(keys, [], line: line)
    let summary = try await bench.store.syncSummary(of: account)
    XCTAssertEqual(summary, SyncSummary(), line: line)
  }

  func testAnEditGivesWayToTheServersState() async throws {
    let (bench, account, todo, remote) = try await agreed()
    try await bench.store.update(todo.id, to: TodoDraft(id: todo.id, content: "Eggs"))
    try await bench.store.setRecordRetry(
      SyncRetry(attempts: 1, notBefore: bench.clock.now, problem: .unreachable), for: todo.key,
      of: account)
    try await bench.store.discard(todo.key, of: account, restoring: remote)
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored, todo)
    let base = try await bench.store.syncBase(for: todo.key, of: account)
    XCTAssertEqual(base, remote)
    try await assertNothingWaits(bench, account)
  }

  func testADeletionIsTakenBack() async throws {
    let (bench, account, todo, remote) = try await agreed()
    _ = try await bench.store.delete(todo.id)
    try await bench.store.discard(todo.key, of: account, restoring: remote)
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored, todo)
    try await assertNothingWaits(bench, account)
  }

  func testWhatTheServerNeverHadGoes() async throws {
    let (bench, account, todo, _) = try await agreed()
    let fresh = try await bench.add("Fresh", to: todo.listID)
    try await bench.store.discard(fresh.key, of: account, restoring: nil)
    let stored = try await bench.store.todo(fresh.id)
    XCTAssertNil(stored)
    let other = try await bench.store.todo(todo.id)
    XCTAssertEqual(other, todo)
    try await assertNothingWaits(bench, account)
  }

  func testWhatTheServerDeletedGoes() async throws {
    let (bench, account, todo, _) = try await agreed()
    try await bench.store.setDone(todo.id, true)
    try await bench.store.discard(
      todo.key, of: account,
      restoring: .tombstone(todo.key))
    let stored = try await bench.store.todo(todo.id)
    XCTAssertNil(stored)
    let base = try await bench.store.syncBase(for: todo.key, of: account)
    XCTAssertEqual(base, .tombstone(todo.key))
    try await assertNothingWaits(bench, account)
  }

  func testADeletionOfWhatIsGoneThereToo() async throws {
    let (bench, account, todo, _) = try await agreed()
    _ = try await bench.store.delete(todo.id)
    try await bench.store.discard(todo.key, of: account, restoring: nil)
    let stored = try await bench.store.todo(todo.id)
    XCTAssertNil(stored)
    try await assertNothingWaits(bench, account)
  }

  func testARenamedListGetsItsNameBack() async throws {
    let (bench, account, todo, _) = try await agreed()
    let list = try await bench.store.lists()[0]
    try await bench.store.renameList(list.id, to: "Other")
    try await bench.store.discard(
      list.key, of: account,
      restoring: .live(list.key, list.fields, 5))
    let lists = try await bench.store.lists()
    XCTAssertEqual(lists, [list])
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored, todo)
    try await assertNothingWaits(bench, account)
  }

  /// A list the server never had goes with its to-dos; those that the server has are deleted there.
  func testAListTakesItsTodosAlong() async throws {
    let (bench, account, todo, _) = try await agreed()
    let list = try await bench.store.addList(named: "New")
    let fresh = try await bench.add("Fresh", to: list.id)
    var fields = todo.fields
    fields["listID"] = .string(list.id.rawValue)
    try await bench.store.apply(
      [.live(todo.key, fields, 6)], from: account)
    let elsewhere = try await bench.add("Elsewhere", to: todo.listID)

    try await bench.store.discard(list.key, of: account, restoring: nil)
    let lists = try await bench.store.lists()
    XCTAssertEqual(lists.map(\.id), [todo.listID])
    let left = try await bench.store.read { try Todo.fetch($0) }
    XCTAssertEqual(left, [elsewhere])
    let outbox = try await bench.store.outbox()
    XCTAssertEqual(outbox.map(\.record), [elsewhere.id.rawValue, todo.id.rawValue])
    XCTAssertFalse(outbox.contains { $0.record == fresh.id.rawValue })
    let change = try await bench.store.pendingChange(for: todo.key, of: account)
    XCTAssertEqual(change?.operation, .delete)
  }

  func testOtherRecordsKeepTheirEdits() async throws {
    let (bench, account, todo, remote) = try await agreed()
    let other = try await bench.add("Other", to: todo.listID)
    try await bench.store.setDone(todo.id, true)
    try await bench.store.discard(todo.key, of: account, restoring: remote)
    let keys = try await bench.store.waitingKeys(of: account)
    XCTAssertEqual(keys, [other.key])
  }

  func testAnEditBeforeTheDeletionStaysInTheTrash() async throws {
    let (bench, account, todo, remote) = try await agreed()
    try await bench.store.update(
      todo.id, to: TodoDraft(id: todo.id, content: "Milk", notes: "never sent"))
    _ = try await bench.store.delete(todo.id)
    try await bench.store.discard(todo.key, of: account, restoring: remote)
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored, todo)
    let trash = try await bench.store.trash()
    XCTAssertEqual(trash.map(\.key), [todo.key])
    try await bench.store.restoreFromTrash(try XCTUnwrap(trash.first).id)
    let restored = try await bench.store.todo(todo.id)
    XCTAssertEqual(restored?.notes, "never sent")
  }

  func testADeletionThatIsTakenBackLeavesNothingInTheTrash() async throws {
    let (bench, account, todo, remote) = try await agreed()
    _ = try await bench.store.delete(todo.id)
    try await bench.store.discard(todo.key, of: account, restoring: remote)
    let trash = try await bench.store.trash()
    XCTAssertEqual(trash, [])
  }

  func testWhatDoesNotWaitIsLeftAlone() async throws {
    let (bench, account, todo, _) = try await agreed()
    let before = try await bench.store.dump()
    for remote in [
      nil, RemoteRecord.tombstone(todo.key), .live(todo.key, ["status": .string("done")]),
    ] {
      try await bench.store.discard(todo.key, of: account, restoring: remote)
      let after = try await bench.store.dump()
      XCTAssertEqual(before, after)
    }
  }

  func testEverythingIsGivenUpForTheStatesLastAgreedOn() async throws {
    let (bench, account, todo, _) = try await agreed()
    let kept = try await bench.store.allRecords()
    let gone = try await bench.add("gone", to: todo.listID)
    try await bench.store.acknowledgeAll(of: account)
    let records = try await bench.store.allRecords()
    try await bench.store.setDone(todo.id, true)
    try await bench.store.renameList(todo.listID, to: "Other")
    _ = try await bench.store.delete(gone.id)
    let new = try await bench.store.addList(named: "New")
    let fresh = try await bench.add("fresh", to: new.id)
    let waiting = try await bench.store.pendingRecords(of: account)
    XCTAssertEqual(waiting, [todo.key, todo.listKey, gone.key, new.key, fresh.key])
    try await bench.store.discardAll(of: account)
    let after = try await bench.store.allRecords()
    XCTAssertEqual(after, records)
    XCTAssertNotEqual(after, kept)
    try await assertNothingWaits(bench, account)
    // Each can be made again.
    for item in try await bench.store.trash() { try await bench.store.restoreFromTrash(item.id) }
    let again = try await bench.store.allRecords()
    XCTAssertEqual(Set(again.keys), Set(records.keys).union([new.key, fresh.key]))
    XCTAssertEqual(again[todo.key]?["status"], .string("done"))
    XCTAssertEqual(again[todo.listKey]?["name"], .string("Other"))
  }

  func testWhatWasMovedIntoARefusedListGoesBack() async throws {
    let (bench, account, todo) = try await Bench.agreed()
    let new = try await bench.store.addList(named: "New")
    let fresh = try await bench.add("Fresh", to: new.id)
    try await bench.store.move([todo.id], to: new.id)
    try await bench.store.discard(new.key, of: account, restoring: .absent(new.key))
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored?.listID, todo.listID)
    let change = try await bench.store.pendingChange(for: todo.key, of: account)
    XCTAssertNotEqual(change?.operation, .delete)
    let gone = try await bench.store.todo(fresh.id)
    XCTAssertNil(gone, "it was only in that list")
  }
}

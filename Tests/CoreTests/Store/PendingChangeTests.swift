import TestSupport
import XCTest

@testable import Core

final class PendingChangeTests: XCTestCase {
  private func pending(_ bench: Bench, _ key: RecordKey, _ account: AccountID) async throws
    -> PendingChange
  {
    let change = try await bench.store.pendingChange(for: key, of: account)
    return try XCTUnwrap(change)
  }

  func testWhatTheServerNeverHadIsWrittenWhole() async throws {
    let (bench, account) = try await Bench.connected()
    let todo = try await bench.add("Milk")
    try await bench.store.setStarred(todo.id, true)
    let stored = try await bench.store.todo(todo.id)
    let fields = try XCTUnwrap(stored).fields
    let change = try await pending(bench, todo.key, account)
    let outbox = try await bench.store.outbox()
    XCTAssertEqual(
      change,
      PendingChange(
        key: todo.key, account: account, operation: .create(fields), precondition: .absent,
        fields: fields, list: todo.listID, lastSequence: try XCTUnwrap(outbox.last).sequence,
        title: "Milk"))
    let list = try await bench.store.lists()[0]
    let listChange = try await pending(bench, list.key, account)
    XCTAssertEqual(listChange.operation, .create(list.fields))
    XCTAssertEqual(listChange.title, "To-Do")
  }

  func testAnEditSendsOnlyWhatDiffers() async throws {
    let (bench, account) = try await Bench.connected()
    let todo = try await bench.add("Milk", date: .first)
    try await bench.store.acknowledgeAll(of: account)
    bench.clock.advance(by: 1)
    try await bench.store.update(todo.id, to: TodoDraft(id: todo.id, content: "Eggs"))
    let change = try await pending(bench, todo.key, account)
    XCTAssertEqual(
      change.operation,
      .update([
        "content": .string("Eggs"), "due": .null, "modifiedAt": .timestamp(bench.clock.now),
      ]))
    XCTAssertEqual(change.precondition, .version("v1"))
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(change.fields, stored?.fields)
  }

  func testADeletionIsNamedByWhatTheServerKnows() async throws {
    let (bench, account) = try await Bench.connected()
    let todo = try await bench.add("Milk")
    try await bench.store.acknowledgeAll(of: account)
    _ = try await bench.store.delete(todo.id)
    let change = try await pending(bench, todo.key, account)
    XCTAssertEqual(change.operation, .delete)
    XCTAssertNil(change.fields)
    XCTAssertEqual(change.title, "Milk")
    XCTAssertEqual(change.precondition, .version("v1"))
    try await bench.store.acknowledge([change], versions: [.numbered(2)])
    let base = try await bench.store.syncBase(for: todo.key, of: account)
    XCTAssertEqual(base, .tombstone(todo.key, 2))
    let outbox = try await bench.store.outbox()
    XCTAssertEqual(outbox, [])
  }

  func testWhatWasAddedAndDeletedBeforeItWasSentIsNotTold() async throws {
    let (bench, account) = try await Bench.connected()
    let todo = try await bench.add("Milk")
    _ = try await bench.store.delete(todo.id)
    let changes = try await bench.store.beginPush([todo.key], of: account)
    XCTAssertEqual(changes, [])
    let waiting = try await bench.store.waitingKeys(of: account)
    XCTAssertEqual(waiting, [todo.listKey])
  }

  /// The answer to the creation was lost, so the server may have it.
  func testWhatWasSentWithoutAnAnswerAndDeletedIsDeletedThereToo() async throws {
    let (bench, account) = try await Bench.connected()
    let todo = try await bench.add("Milk")
    let sent = try await bench.store.beginPush(todo.key, of: account)
    try await bench.store.endPush([sent])
    _ = try await bench.store.delete(todo.id)
    let change = try await bench.store.beginPush(todo.key, of: account)
    XCTAssertEqual(change.operation, .delete)
    XCTAssertEqual(change.precondition, .absent)
  }

  func testUndoBeforeTheAcknowledgementSendsNoDeletion() async throws {
    let (bench, account) = try await Bench.connected()
    let todo = try await bench.add("Milk")
    try await bench.store.acknowledgeAll(of: account)
    let deleted = try await bench.store.delete(todo.id)
    bench.clock.advance(by: 1)
    try await bench.store.restore(deleted)
    let change = try await pending(bench, todo.key, account)
    XCTAssertEqual(
      change.operation, .update(["modifiedAt": .timestamp(bench.clock.now)]))
  }

  func testUndoWhileTheDeletionIsOnItsWayIsSentAsNew() async throws {
    let (bench, account) = try await Bench.connected()
    let todo = try await bench.add("Milk")
    try await bench.store.acknowledgeAll(of: account)
    let deleted = try await bench.store.delete(todo.id)
    let sent = try await pending(bench, todo.key, account)
    bench.clock.advance(by: 1)
    try await bench.store.restore(deleted)
    try await bench.store.acknowledge([sent], versions: [.numbered(2)])
    let stored = try await bench.store.todo(todo.id)
    let next = try await pending(bench, todo.key, account)
    XCTAssertEqual(next.operation, .create(try XCTUnwrap(stored).fields))
    XCTAssertEqual(next.precondition, .version("v2"), "in the place of the tombstone")
  }

  func testUndoAfterTheAcknowledgementIsSentAsNew() async throws {
    let (bench, account) = try await Bench.connected()
    let todo = try await bench.add("Milk")
    try await bench.store.acknowledgeAll(of: account)
    let deleted = try await bench.store.delete(todo.id)
    try await bench.store.acknowledgeAll(of: account)
    try await bench.store.restore(deleted)
    let change = try await pending(bench, todo.key, account)
    guard case .create = change.operation else { return XCTFail("\(change.operation)") }
  }

  func testAcknowledgingTwiceChangesNothing() async throws {
    let (bench, account) = try await Bench.connected()
    let todo = try await bench.add("Milk")
    let sent = try await pending(bench, todo.key, account)
    try await bench.store.acknowledge([sent], versions: [.numbered(1)])
    let before = try await bench.store.dump()
    try await bench.store.acknowledge([sent], versions: [.numbered(1)])
    let after = try await bench.store.dump()
    XCTAssertEqual(before, after)
  }

  func testAcknowledgingReleasesWhatWasQuarantined() async throws {
    let (bench, account) = try await Bench.connected()
    let todo = try await bench.add("Milk")
    let sent = try await pending(bench, todo.key, account)
    try await bench.store.setRecordRetry(
      SyncRetry(attempts: 1, notBefore: bench.clock.now, problem: .unreachable), for: todo.key,
      of: account)
    try await bench.store.acknowledge([sent], versions: [.numbered(1)])
    let summary = try await bench.store.syncSummary(of: account)
    XCTAssertEqual(summary.quarantined, [])
    XCTAssertEqual(summary.waiting, 1)
  }

  /// The account was taken away, or another one set up, while the answer was on its way.
  func testAnAnswerForAnAccountThatIsGoneIsDropped() async throws {
    let (bench, account) = try await Bench.connected()
    let todo = try await bench.add("Milk")
    let sent = try await pending(bench, todo.key, account)
    try await bench.store.disconnect(account)
    try await bench.store.connect(try sampleAccount(user: "bob"))
    let before = try await bench.store.dump()
    try await bench.store.acknowledge([sent], versions: [.numbered(1)])
    let remote = RemoteRecord(
      key: RecordKey(kind: .todo, id: "foreign"),
      state: .live(["content": .string("x"), "listID": .string(todo.listID.rawValue)]),
      version: .numbered(1))
    try await bench.store.apply([remote], from: account)
    let page = ChangePage(
      records: [remote], next: SyncCursor(token: "t"), isLast: true, isListing: true, total: 1)
    do throws(StoreError) {
      try await bench.store.apply(page, of: .todo, from: account)
      XCTFail("whoever asks for the next page would ask for ever")
    } catch {
      XCTAssertEqual(error, .cancelled)
    }
    try await bench.store.reconcileLists(of: account)
    try await bench.store.noteSync(of: account)
    try await bench.store.endPush([sent])
    let isQuarantined = try await bench.store.quarantine(
      sent, SyncRetry(attempts: 1, notBefore: bench.clock.now, problem: .authentication))
    XCTAssertFalse(isQuarantined)
    let begun = try await bench.store.beginPush([todo.key], of: account)
    XCTAssertEqual(begun, [])
    try await bench.store.discard(todo.key, of: account, restoring: nil)
    try await bench.store.discard(remote.key, of: account, restoring: remote)
    let retry = SyncRetry(attempts: 1, notBefore: bench.clock.now, problem: .unreachable)
    try await bench.store.setAccountRetry(retry, of: account)
    try await bench.store.setRecordRetry(retry, for: todo.key, of: account)
    let after = try await bench.store.dump()
    XCTAssertEqual(before, after)
  }
}

import TestSupport
import XCTest

@testable import Core

/// An account that was here before gets its lists back, with what both sides did meanwhile.
final class ReconnectTests: XCTestCase {
  /// Signed out while all was agreed on; both lists stayed here.
  private func signedOut() async throws -> (Bench, Account, Todo, Todo) {
    let (bench, account, first) = try await Bench.agreed()
    let second = try await bench.add("Eggs", to: first.listID)
    try await bench.store.acknowledgeAll(of: account)
    try await bench.store.disconnect(account)
    return (bench, try sampleAccount(), first, second)
  }

  private func listing(_ todos: [Todo], _ change: RecordFields, _ number: Int64) -> ChangePage {
    .listing(todos.map { .live($0.key, $0.fields.changing(change), number) })
  }

  func testNothingHappensWhereNothingChanged() async throws {
    let (bench, account, first, second) = try await signedOut()
    try await bench.store.connect(account)
    let keys = try await bench.store.waitingKeys(of: account.id)
    let changes = try await bench.store.beginPush(keys, of: account.id)
    XCTAssertEqual(changes, [])
    let summary = try await bench.store.syncSummary(of: account.id)
    XCTAssertEqual(summary, SyncSummary())
    let unseen = try await bench.store.apply(
      listing([first, second], [:], 1), of: .todo, from: account.id)
    XCTAssertEqual(unseen, [])
    let records = try await bench.store.allRecords()
    XCTAssertEqual(records[first.key], first.fields)
    XCTAssertEqual(records.count, 3)
  }

  func testNewerValuesOfTheServerWinOverUntouchedOnes() async throws {
    let (bench, account, first, second) = try await signedOut()
    try await bench.store.connect(account)
    let change: RecordFields = [
      "content": .string("newer"), "modifiedAt": .timestamp(Timestamp(milliseconds: 5)),
    ]
    try await bench.store.apply(listing([first, second], change, 4), of: .todo, from: account.id)
    let records = try await bench.store.allRecords()
    XCTAssertEqual(records[first.key], first.fields.changing(change))
    let conflicts = try await bench.store.recentConflicts()
    XCTAssertEqual(conflicts, [])
    let keys = try await bench.store.waitingKeys(of: account.id)
    let changes = try await bench.store.beginPush(keys, of: account.id)
    XCTAssertEqual(changes, [])
  }

  func testEditsMadeMeanwhileAreSent() async throws {
    let (bench, account, first, second) = try await signedOut()
    bench.clock.advance(by: 1)
    try await bench.store.setDone(first.id, true)
    try await bench.store.renameList(first.listID, to: "Shopping")
    let outbox = try await bench.store.outbox()
    XCTAssertEqual(outbox, [])
    try await bench.store.connect(account)
    try await bench.store.apply(
      listing([first, second], ["notes": .string("there")], 4), of: .todo, from: account.id)
    let keys = try await bench.store.waitingKeys(of: account.id)
    let changes = try await bench.store.beginPush(keys, of: account.id)
    let moment = FieldValue.timestamp(bench.clock.now)
    XCTAssertEqual(
      changes.map(\.operation),
      [
        .update(["name": .string("Shopping"), "modifiedAt": moment]),
        .update(["status": .string("done"), "completedAt": moment, "modifiedAt": moment]),
      ])
    XCTAssertEqual(changes.map(\.precondition), [.version("v1"), .version("v4")])
    let stored = try await bench.store.todo(first.id)
    XCTAssertEqual(stored?.notes, "there")
  }

  func testWhatBothChangedIsAConflict() async throws {
    let (bench, account, first, second) = try await signedOut()
    try await bench.store.update(first.id, to: TodoDraft(id: first.id, content: "here"))
    try await bench.store.connect(account)
    try await bench.store.apply(
      listing([first, second], ["content": .string("there")], 4), of: .todo, from: account.id)
    let conflicts = try await bench.store.recentConflicts()
    XCTAssertEqual(conflicts.map(\.lost), [["content": .string("there")]])
    let contents = try await bench.store.allRecords().mapValues { $0["content"] }
    XCTAssertEqual(contents[first.key], .string("here"))
    XCTAssertEqual(contents[second.key], .string("there"))
  }

  func testWhatTheServerDeletedMeanwhileGoesUnlessItWasEdited() async throws {
    let (bench, account, first, second) = try await signedOut()
    try await bench.store.setDone(first.id, true)
    try await bench.store.connect(account)
    // What was not touched is not sent, so that the tombstone is no news to it.
    let keys = try await bench.store.waitingKeys(of: account.id)
    _ = try await bench.store.beginPush(keys, of: account.id)
    try await bench.store.apply(
      .listing([.tombstone(first.key), .tombstone(second.key)]), of: .todo, from: account.id)
    let records = try await bench.store.allRecords()
    XCTAssertNotNil(records[first.key])
    XCTAssertNil(records[second.key])
  }

  /// The engine reads before it sends: what nobody touched must not count as an edit.
  func testATombstoneReadFirstRemovesWhatNobodyTouched() async throws {
    let (bench, account, first, second) = try await signedOut()
    try await bench.store.setDone(first.id, true)
    try await bench.store.connect(account)
    try await bench.store.apply(
      .listing([.tombstone(first.key), .tombstone(second.key)]), of: .todo, from: account.id)
    let records = try await bench.store.allRecords()
    XCTAssertNotNil(records[first.key], "an edit beats a delete")
    XCTAssertNil(records[second.key])
  }

  /// The deletion was not meant for the server: the account was not here.
  func testWhatWasDeletedMeanwhileComesFromTheServerAgain() async throws {
    let (bench, account, first, second) = try await signedOut()
    _ = try await bench.store.delete(first.id)
    try await bench.store.connect(account)
    let base = try await bench.store.syncBase(for: first.key, of: account.id)
    XCTAssertNil(base)
    try await bench.store.apply(listing([first, second], [:], 1), of: .todo, from: account.id)
    let stored = try await bench.store.todo(first.id)
    XCTAssertEqual(stored?.content, "Milk")
  }

  func testWhatWasAddedToAListMeanwhileGoesAlong() async throws {
    for isAdopting in [true, false] {
      let (bench, account, first, _) = try await signedOut()
      let added = try await bench.add("added", to: first.listID)
      try await bench.store.connect(account, isAdopting: isAdopting)
      let stored = try await bench.store.todo(added.id)
      XCTAssertEqual(stored?.account, account.id, "adopting: \(isAdopting)")
      let change = try await bench.store.beginPush(added.key, of: account.id)
      guard case .create = change.operation else { return XCTFail("\(change)") }
    }
  }

  func testOtherListsStayUnlessTheyAreAdopted() async throws {
    for isAdopting in [true, false] {
      let (bench, account, first, _) = try await signedOut()
      let here = try await bench.store.addList(named: "Here")
      let todo = try await bench.add("here", to: here.id)
      try await bench.store.connect(account, isAdopting: isAdopting)
      let expected = isAdopting ? account.id : nil
      let lists = try await bench.store.lists()
      XCTAssertEqual(lists.first { $0.id == here.id }?.account, expected)
      XCTAssertEqual(lists.first { $0.id == first.listID }?.account, account.id)
      let stored = try await bench.store.todo(todo.id)
      XCTAssertEqual(stored?.account, expected)
      let waiting = try await bench.store.pendingRecords(of: account.id)
      XCTAssertEqual(waiting.contains(todo.key), isAdopting)
    }
  }

  func testEverythingIsListedAgain() async throws {
    let (bench, account, _, _) = try await signedOut()
    try await bench.store.connect(account)
    for kind in RecordKind.allCases {
      let cursor = try await bench.store.syncCursor(of: kind, of: account.id)
      XCTAssertNil(cursor)
    }
  }

  /// Another account may still hold what is on this computer: the new one gets a copy of its own.
  func testAdoptingGivesNewIdentifiersToWhatAnotherAccountHolds() async throws {
    let (bench, _, first, second) = try await signedOut()
    let fresh = try await bench.add("fresh", to: first.listID)
    let bob = try sampleAccount(user: "bob")
    try await bench.store.connect(bob)
    let lists = try await bench.store.lists()
    XCTAssertEqual(lists.map(\.account), [bob.id])
    XCTAssertEqual(lists.map(\.name), ["To-Do"])
    XCTAssertNotEqual(lists[0].id, first.listID)
    let rows = try await bench.store.sections(of: .list(lists[0].id)).open
    XCTAssertEqual(rows.map(\.content), ["Milk", "Eggs", "fresh"])
    let ids = Set(rows.map(\.id))
    XCTAssertTrue(ids.isDisjoint(with: [first.id, second.id]))
    XCTAssertTrue(ids.contains(fresh.id), "what nobody else holds keeps its own")
    let keys = try await bench.store.waitingKeys(of: bob.id)
    let changes = try await bench.store.beginPush(keys, of: bob.id)
    XCTAssertEqual(changes.count, 4)
    for change in changes {
      XCTAssertEqual(change.precondition, .absent)
      if change.key.kind == .todo {
        XCTAssertEqual(change.fields?["listID"], .string(lists[0].id.rawValue))
      }
    }
  }

  func testWhatWasMovedToAListOfThisComputerLeavesTheAccount() async throws {
    let (bench, account, first, second) = try await signedOut()
    let own = try await bench.store.addList(named: "Private")
    try await bench.store.move([first.id], to: own.id)
    try await bench.store.connect(account, isAdopting: false)
    let stored = try await bench.store.todo(first.id)
    XCTAssertNil(stored?.account)
    XCTAssertEqual(stored?.listID, own.id)
    let keys = try await bench.store.waitingKeys(of: account.id)
    let changes = try await bench.store.beginPush(keys, of: account.id)
    XCTAssertEqual(changes.map(\.key), [first.key])
    XCTAssertEqual(changes.map(\.operation), [.delete])
    let other = try await bench.store.todo(second.id)
    XCTAssertEqual(other?.account, account.id)
  }

  func testWhatTheServerLostMeanwhileIsMissed() async throws {
    let (bench, account, first) = try await Bench.agreed()
    let second = try await bench.add("Eggs", to: first.listID)
    try await bench.store.acknowledgeAll(of: account)
    try await bench.store.apply(listing([first, second], [:], 1), of: .todo, from: account)
    try await bench.store.disconnect(account)
    try await bench.store.connect(try sampleAccount())
    let missing = try await bench.store.apply(
      listing([first], [:], 1), of: .todo, from: account)
    XCTAssertEqual(missing, [second.key])
  }
}

import Core
import Sync
import TestSupport
import XCTest

/// To-dos that go from one account of a person to another (docs/decisions/0048).
final class MoveBetweenAccountsTests: XCTestCase {
  func testItIsInItsNewListAtOnceAndEverythingGoesAlong() async throws {
    let bench = try await MovingBench()
    try await bench.move()
    let here = try await bench.person.contents(of: bench.home.id).sorted()
    XCTAssertEqual(here, [])
    let there = try await bench.person.contents(of: bench.work.id).sorted()
    XCTAssertEqual(there, ["Bottle", "Milk"])
    try await bench.person.sync()
    try await bench.person.sync()
    XCTAssertEqual(bench.first, [])
    XCTAssertEqual(bench.other, ["Bottle", "Milk"])
    let fields = bench.server.records(of: "office")[bench.milk]
    XCTAssertEqual(fields?["notes"], .string("fresh"))
    XCTAssertEqual(fields?["tags"], .set(["shop"]))
    XCTAssertEqual(fields?["reminders"], .set(["DUE PT0S"]))
    XCTAssertEqual(
      bench.server.records(of: "office")[bench.bottle]?["parent"], .string("milk"))
    let waiting = try await bench.waiting()
    XCTAssertEqual(waiting, 0)
  }

  /// Who moves their own to-do is another user there: its reminders would be silent.
  func testItIsStillTheSamePersonsAndNobodysWhoIsNotThere() async throws {
    let bench = try await MovingBench()
    let (store, milk) = (bench.person.store, TodoID(rawValue: bench.milk.id))
    try await store.edit(milk) { $0.assignee = "ann" }
    try await store.edit(TodoID(rawValue: bench.bottle.id)) { $0.assignee = "ben" }
    try await bench.move()
    let moved = try await store.todo(milk)?.assignee
    XCTAssertEqual(moved, "office")
    let other = try await store.todo(TodoID(rawValue: bench.bottle.id))?.assignee
    XCTAssertNil(other)
    let step = try await store.addList(named: "Private", to: .thisComputer)
    try await store.move([milk], to: step.id)
    let local = try await store.todo(milk)?.assignee
    XCTAssertNil(local)
  }

  func testTheDeletionWaitsUntilTheOtherServerHasIt() async throws {
    let bench = try await MovingBench()
    let refusal = SyncError.rejected(status: 403, code: "PERMISSION_DENIED")
    bench.server.refuse(bench.milk, with: refusal)
    try await bench.move()
    let early = await bench.sync(bench.person.account)
    XCTAssertEqual(early.sent, 0)
    XCTAssertEqual(early.refusals, [])
    let outcome = await bench.sync(bench.second)
    XCTAssertEqual(outcome.refusals.map(\.key), [bench.milk])
    await bench.sync(bench.person.account)
    XCTAssertEqual(bench.first, ["Milk"], "what is refused stays, what is taken goes")
    XCTAssertEqual(bench.other, ["Bottle"])
    bench.server.refuse(bench.milk, with: nil)
    try await bench.person.store.releaseQuarantined(of: bench.second.id)
    await bench.sync(bench.second)
    XCTAssertEqual(bench.first, ["Milk"])
    await bench.sync(bench.person.account)
    XCTAssertEqual(bench.first, [])
    XCTAssertEqual(bench.other, ["Bottle", "Milk"])
  }

  /// The other computer would find the to-do in a list that is gone, and put that back.
  func testTheEmptiedListIsDeletedAfterIt() async throws {
    let bench = try await MovingBench()
    let other = try await bench.otherComputer()
    try await bench.move()
    try await bench.person.store.deleteList(bench.home.id)
    let early = await bench.sync(bench.person.account)
    XCTAssertEqual(early.sent, 0)
    try await other.sync()
    for person in [bench.person, other, bench.person, other] { try await person.sync() }
    for person in [bench.person, other] {
      let lists = try await person.store.lists().map(\.name)
      XCTAssertEqual(lists, ["Work"])
    }
    XCTAssertEqual(bench.other, ["Bottle", "Milk"])
    let waiting = try await bench.waiting()
    XCTAssertEqual(waiting, 0)
  }

  func testAListThatWaitsKeepsNoOtherWaiting() async throws {
    let bench = try await MovingBench()
    let (store, account) = (bench.person.store, bench.person.account.id)
    let old = try await store.addList(named: "Old", to: .account(account))
    try await bench.person.sync()
    try await bench.move()
    try await store.deleteList(bench.home.id)
    try await store.deleteList(old.id)
    for limit in 1...2 {
      let keys = try await store.pendingKeys(of: account, limit: limit).map(\.key)
      XCTAssertEqual(keys, [RecordKey(kind: .list, id: old.id.rawValue)], "\(limit)")
    }
  }

  /// Within one account, where the list that it goes to is refused.
  func testTheEmptiedListIsDeletedAfterWhatWaitsForARefusedList() async throws {
    let bench = try await MovingBench()
    let (store, account) = (bench.person.store, bench.person.account)
    let shed = try await store.addList(named: "Shed", to: .account(account.id))
    let refused = RecordKey(kind: .list, id: shed.id.rawValue)
    bench.server.refuse(refused, with: .rejected(status: 403, code: "PERMISSION_DENIED"))
    try await store.move([TodoID(rawValue: bench.milk.id)], to: shed.id)
    try await store.deleteList(bench.home.id)
    for _ in 0..<2 { await bench.sync(account) }
    XCTAssertEqual(bench.first, ["Bottle", "Milk"])
    let home = RecordKey(kind: .list, id: bench.home.id.rawValue)
    XCTAssertNotNil(bench.server.records(of: "ann")[home], "their list is still there")
    bench.server.refuse(refused, with: nil)
    try await store.releaseQuarantined(of: account.id)
    for _ in 0..<2 { await bench.sync(account) }
    XCTAssertNil(bench.server.records(of: "ann")[home])
    XCTAssertEqual(bench.first, ["Bottle", "Milk"])
    let waiting = try await bench.waiting()
    XCTAssertEqual(waiting, 0)
  }

  /// Somebody edits it in the old list again and again, while its new account cannot be reached.
  func testManyEditsAtTheOldPlaceDoNotEndTheMove() async throws {
    let bench = try await MovingBench()
    let other = try await bench.otherComputer()
    try await bench.move()
    for number in 0..<6 {
      try await other.store.edit(TodoID(rawValue: bench.milk.id)) { $0.notes = "\(number)" }
      try await other.sync()
      await bench.sync(bench.person.account)
    }
    for _ in 0..<2 { try await bench.person.sync() }
    XCTAssertEqual(bench.first, [])
    XCTAssertEqual(bench.other, ["Bottle", "Milk"])
    XCTAssertEqual(bench.server.records(of: "office")[bench.milk]?["notes"], .string("5"))
  }

  func testAMoveDuringTheRoundDeletesNothing() async throws {
    let bench = try await MovingBench()
    let id = TodoID(rawValue: bench.milk.id)
    try await bench.person.store.edit(id) { $0.notes = "semi-skimmed" }
    // Between the query for what waits and the snapshot that is sent.
    let store = bench.person.store
    let keys = try await store.pendingKeys(of: bench.person.account.id).map(\.key)
    XCTAssertEqual(keys, [bench.milk])
    try await bench.move()
    let changes = try await store.beginPush(keys, of: bench.person.account.id)
    XCTAssertEqual(changes, [])
  }

  func testAWaitingDeletionIsSentWhenTheCopyIsAcknowledged() async throws {
    let bench = try await MovingBench()
    try await bench.move()
    var woken = bench.person.store.outboxAdditions().makeAsyncIterator()
    _ = await woken.next()
    await bench.sync(bench.second, pull: false)
    let accounts = await woken.next()
    XCTAssertEqual(accounts, [bench.person.account.id])
  }

  func testADiscardedMoveGoesBackWithItsSubtasksAndEdits() async throws {
    let bench = try await MovingBench()
    bench.server.refuse(bench.milk, with: .rejected(status: 403, code: "PERMISSION_DENIED"))
    try await bench.move()
    try await bench.person.store.edit(TodoID(rawValue: bench.milk.id)) { $0.notes = "two" }
    try await bench.person.sync()
    XCTAssertEqual(bench.other, ["Bottle"])
    try await bench.person.engine(of: bench.second).discard([bench.milk])
    let here = try await bench.person.contents(of: bench.home.id).sorted()
    XCTAssertEqual(here, ["Bottle", "Milk"])
    bench.server.refuse(bench.milk, with: nil)
    for _ in 0..<2 { try await bench.person.sync() }
    XCTAssertEqual(bench.first, ["Bottle", "Milk"])
    XCTAssertEqual(bench.other, [])
    XCTAssertEqual(bench.server.records(of: "ann")[bench.milk]?["notes"], .string("two"))
    let waiting = try await bench.waiting()
    XCTAssertEqual(waiting, 0)
  }

  func testADiscardedDeletionTakesTheMoveBack() async throws {
    let bench = try await MovingBench()
    try await bench.move()
    await bench.sync(bench.second)
    bench.server.refuse(bench.milk, with: .rejected(status: 403, code: "PERMISSION_DENIED"))
    await bench.sync(bench.person.account)
    XCTAssertEqual(bench.first, ["Milk"])
    bench.server.refuse(bench.milk, with: nil)
    try await bench.person.engine(of: bench.person.account).discard([bench.milk])
    for _ in 0..<2 { try await bench.person.sync() }
    XCTAssertEqual(bench.first, ["Bottle", "Milk"])
    XCTAssertEqual(bench.other, [])
    let waiting = try await bench.waiting()
    XCTAssertEqual(waiting, 0)
  }

  func testUndoAndRedoAlsoAfterBothServersKnow() async throws {
    let bench = try await MovingBench()
    let recorder = UndoRecorder()
    try await bench.person.store.recording(in: recorder)
      .move([TodoID(rawValue: bench.milk.id)], to: bench.work.id)
    for _ in 0..<2 { try await bench.person.sync() }
    let step = try XCTUnwrap(recorder.take().first)
    let back = try await bench.person.store.undo(step)
    let here = try await bench.person.contents(of: bench.home.id).sorted()
    XCTAssertEqual(here, ["Bottle", "Milk"])
    // Its first server has it again before the other one loses it.
    await bench.sync(bench.second)
    XCTAssertEqual(bench.other, ["Bottle", "Milk"])
    for _ in 0..<2 { try await bench.person.sync() }
    XCTAssertEqual(bench.first, ["Bottle", "Milk"])
    XCTAssertEqual(bench.other, [])
    _ = try await bench.person.store.undo(back)
    for _ in 0..<2 { try await bench.person.sync() }
    XCTAssertEqual(bench.first, [])
    XCTAssertEqual(bench.other, ["Bottle", "Milk"])
    let todo = try await bench.todo(bench.milk)
    XCTAssertEqual(todo.tags, ["shop"])
  }

  func testEditsAtTheOldPlaceAreTakenAlong() async throws {
    let bench = try await MovingBench()
    let other = try await bench.otherComputer()
    try await bench.move()
    await bench.sync(bench.second)
    try await other.store.edit(TodoID(rawValue: bench.milk.id)) { todo in
      todo.content = "Oat milk"
      todo.tags.insert("vegan")
    }
    _ = await other.engine(of: other.account).syncOnce(pull: false)
    for _ in 0..<2 { try await bench.person.sync() }
    XCTAssertEqual(bench.first, [])
    XCTAssertEqual(bench.other, ["Bottle", "Oat milk"])
    let todo = try await bench.todo(bench.milk)
    XCTAssertEqual(todo.tags, ["shop", "vegan"])
    XCTAssertEqual(todo.listID, bench.work.id)
  }

  func testAnotherComputerSeesItInOnePlaceAfterTheOther() async throws {
    let bench = try await MovingBench()
    let other = try await bench.otherComputer()
    try await bench.move()
    await bench.sync(bench.second)
    _ = await other.engine(of: bench.second).syncOnce(pull: true)
    let before = try await other.contents(of: bench.home.id).sorted()
    XCTAssertEqual(before, ["Bottle", "Milk"])
    await bench.sync(bench.person.account)
    // What is edited where it was is changed where it is.
    try await other.store.edit(TodoID(rawValue: bench.bottle.id)) { $0.notes = "empty" }
    _ = await other.engine(of: other.account).syncOnce(pull: true)
    let after = try await other.contents(of: bench.work.id).sorted()
    XCTAssertEqual(after, ["Bottle", "Milk"])
    let trash = try await other.store.trash()
    XCTAssertEqual(trash, [])
    for _ in 0..<2 { try await other.sync() }
    XCTAssertEqual(bench.first, [])
    XCTAssertEqual(bench.server.records(of: "office")[bench.bottle]?["notes"], .string("empty"))
  }

  func testSigningOutOfTheNewAccountBeforeItHasItTakesItBack() async throws {
    let bench = try await MovingBench()
    try await bench.move()
    try await bench.person.store.disconnect(bench.second.id, isKeeping: false)
    let here = try await bench.person.contents(of: bench.home.id).sorted()
    XCTAssertEqual(here, ["Bottle", "Milk"])
    await bench.sync(bench.person.account)
    XCTAssertEqual(bench.first, ["Bottle", "Milk"])
    let waiting = try await bench.waiting()
    XCTAssertEqual(waiting, 0)
  }

  func testSigningOutOfTheOldAccountLeavesItInTheNewOne() async throws {
    let bench = try await MovingBench()
    try await bench.move()
    try await bench.person.store.disconnect(bench.person.account.id, isKeeping: false)
    await bench.sync(bench.second)
    let there = try await bench.person.contents(of: bench.work.id).sorted()
    XCTAssertEqual(there, ["Bottle", "Milk"])
    XCTAssertEqual(bench.other, ["Bottle", "Milk"])
    XCTAssertEqual(bench.first, ["Bottle", "Milk"], "nobody is signed in who could delete it")
  }

  func testWhatIsDeletedAfterTheMoveIsGoneOnBothSides() async throws {
    let bench = try await MovingBench()
    try await bench.move()
    try await bench.person.store.delete(TodoID(rawValue: bench.milk.id))
    for _ in 0..<2 { try await bench.person.sync() }
    XCTAssertEqual(bench.first, [])
    XCTAssertEqual(bench.other, [])
    let item = try await bench.person.store.trash()[0]
    try await bench.person.store.restoreFromTrash(item.id)
    for _ in 0..<2 { try await bench.person.sync() }
    XCTAssertEqual(bench.other, ["Bottle", "Milk"])
  }
}

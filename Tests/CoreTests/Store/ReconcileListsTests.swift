import XCTest

@testable import Core

/// What becomes of lists that were deleted elsewhere, and of to-dos without a list.
final class ReconcileListsTests: XCTestCase {
  private func agreed() async throws -> (Bench, AccountID, TodoList, Todo) {
    let (bench, account) = try await Bench.connected()
    let list = try await bench.store.addList(named: "Shopping")
    let todo = try await bench.add("Milk", to: list.id)
    try await bench.store.acknowledgeAll(of: account)
    return (bench, account, list, todo)
  }

  func testAnEmptyListGoes() async throws {
    let (bench, account, list, todo) = try await agreed()
    try await bench.store.apply([.tombstone(list.key)], from: account)
    var lists = try await bench.store.lists()
    XCTAssertEqual(lists, [list], "until its to-dos have been read")
    try await bench.store.apply([.tombstone(todo.key)], from: account)
    try await bench.store.reconcileLists(of: account)
    lists = try await bench.store.lists()
    XCTAssertEqual(lists, [])
    let outbox = try await bench.store.outbox()
    XCTAssertEqual(outbox, [])
    let trash = try await bench.store.trash()
    XCTAssertEqual(trash.map(\.reason), [.deletedElsewhere, .deletedElsewhere])
    XCTAssertEqual(trash.map(\.title), ["Shopping", "Milk"])
    XCTAssertEqual(trash.map(\.listName), [nil, "Shopping"])
  }

  /// The server had lost its last name before somebody deleted it who knew an earlier one only.
  func testItsNameIsListedIfItComesBackWithAnotherOne() async throws {
    let (bench, account, list, _) = try await agreed()
    try await bench.store.apply([.tombstone(list.key)], from: account)
    let fields = list.fields.changing(["name": .string("Errands")])
    try await bench.store.apply([.live(list.key, fields, 10)], from: account)
    let lists = try await bench.store.lists()
    XCTAssertEqual(lists.map(\.name), ["Errands"])
    let listed = try await bench.store.recentConflicts().map(\.lost)
    XCTAssertEqual(listed, [["name": .string("Shopping")]])
  }

  func testAListWithATodoStaysAndIsSentAgain() async throws {
    let (bench, account, list, todo) = try await agreed()
    let fresh = try await bench.add("fresh", to: list.id)
    try await bench.store.apply([.tombstone(list.key), .tombstone(todo.key)], from: account)
    try await bench.store.reconcileLists(of: account)
    let lists = try await bench.store.lists()
    XCTAssertEqual(lists.map(\.id), [list.id])
    let keys = try await bench.store.waitingKeys(of: account)
    XCTAssertEqual(keys, [list.key, fresh.key])
    let change = try await bench.store.beginPush(list.key, of: account)
    let anew = list.fields.changing(["createdAt": .timestamp(bench.clock.now)])
    XCTAssertNotEqual(anew, list.fields)
    XCTAssertEqual(change.operation, .create(anew), "others see that it was made anew")
    XCTAssertEqual(change.precondition, .version("v9"))
    let trash = try await bench.store.trash()
    XCTAssertEqual(trash.map(\.title), ["Milk"])
  }

  /// Added by a device that did not know of the deletion.
  func testATodoFromElsewhereKeepsItsListToo() async throws {
    let (bench, account, list, todo) = try await agreed()
    let fields = todo.fields.changing(["content": .string("late")])
    try await bench.store.apply(
      [.tombstone(list.key), .tombstone(todo.key), .live(.todo("late"), fields)], from: account)
    try await bench.store.reconcileLists(of: account)
    let keys = try await bench.store.waitingKeys(of: account)
    XCTAssertEqual(keys, [list.key])
  }

  func testARenameBeatsTheDeletion() async throws {
    let (bench, account, list, todo) = try await agreed()
    try await bench.store.renameList(list.id, to: "Other")
    try await bench.store.apply([.tombstone(list.key), .tombstone(todo.key)], from: account)
    try await bench.store.reconcileLists(of: account)
    let lists = try await bench.store.lists()
    XCTAssertEqual(lists.map(\.name), ["Other"])
  }

  func testATodoWithoutAListBringsItBackByItsName() async throws {
    let (bench, account, list, todo) = try await agreed()
    try await bench.store.apply([.tombstone(list.key), .tombstone(todo.key)], from: account)
    try await bench.store.reconcileLists(of: account)
    try await bench.store.apply([.live(todo.key, todo.fields, 10)], from: account)
    let missing = try await bench.store.missingLists(of: account)
    XCTAssertEqual(missing, [list.key])
    try await bench.store.reconcileLists(of: account)
    let lists = try await bench.store.lists()
    XCTAssertEqual(lists.map(\.name), ["Shopping"])
    XCTAssertEqual(lists.map(\.id), [list.id])
    XCTAssertEqual(lists.map(\.position), [list.position])
    XCTAssertEqual(lists.map(\.account), [account])
    let keys = try await bench.store.waitingKeys(of: account)
    XCTAssertEqual(keys, [list.key])
    let trash = try await bench.store.trash()
    XCTAssertEqual(trash.map(\.title), ["Milk"], "the list is not in the trash any more")
  }

  /// A to-do was edited elsewhere while its list was deleted here: the edit beats both deletions.
  func testATodoTakesAWaitingDeletionOfItsListBack() async throws {
    let (bench, account, list, todo) = try await agreed()
    let other = try await bench.add("other", to: list.id)
    try await bench.store.acknowledgeAll(of: account)
    try await bench.store.deleteList(list.id)
    let fields = todo.fields.changing(["content": .string("Eggs")])
    try await bench.store.apply([.live(todo.key, fields)], from: account)
    try await bench.store.reconcileLists(of: account)
    let lists = try await bench.store.lists()
    XCTAssertEqual(lists.map(\.name), ["Shopping"])
    let rows = try await bench.store.sections(of: .list(list.id)).open
    XCTAssertEqual(rows.map(\.content), ["Eggs"])
    let keys = try await bench.store.waitingKeys(of: account)
    XCTAssertEqual(keys, [list.key, other.key])
    let change = try await bench.store.beginPush(list.key, of: account)
    guard case .update = change.operation else { return XCTFail("\(change.operation)") }
  }

  func testATodoOfAListThatWasNeverKnownGetsOne() async throws {
    let (bench, account) = try await Bench.connected()
    let fields = MergeCase.sampleTodo.fields.changing(["listID": .string("unknown")])
    try await bench.store.apply([.live(.todo("t"), fields)], from: account)
    try await bench.store.reconcileLists(of: account)
    let lists = try await bench.store.lists()
    XCTAssertEqual(lists.map(\.id.rawValue), ["unknown"])
    XCTAssertEqual(lists.map(\.name), ["To-Do"])
  }

  func testNothingIsWrittenWhereNothingIsToDecide() async throws {
    let (bench, account, _, _) = try await agreed()
    let before = try await bench.store.dump()
    let signals = FeedLog(bench.store.syncChanges())
    try await bench.store.reconcileLists(of: account)
    let after = try await bench.store.dump()
    XCTAssertEqual(before, after)
    let missing = try await bench.store.missingLists(of: account)
    XCTAssertEqual(missing, [])
    signals.stop()
  }
}

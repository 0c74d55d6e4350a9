import TestSupport
import XCTest

@testable import Core

/// A listing of everything tells what it did not show, and never deletes.
final class ListingTests: XCTestCase {
  /// Three to-dos that the server has.
  private func agreed() async throws -> (Bench, AccountID, [Todo]) {
    let (bench, account, first) = try await Bench.agreed()
    let todos = [
      first, try await bench.add("b", to: first.listID), try await bench.add("c", to: first.listID),
    ]
    try await bench.store.acknowledgeAll(of: account)
    return (bench, account, todos)
  }

  func testTellsWhatItDidNotShowAtItsEnd() async throws {
    let (bench, account, todos) = try await agreed()
    var unseen = try await bench.store.apply(
      .listing([.live(todos[0].key, todos[0].fields, 1)], next: "1", isLast: false), of: .todo,
      from: account)
    XCTAssertEqual(unseen, [], "before the end nothing is missing")
    unseen = try await bench.store.apply(
      .listing([.live(todos[2].key, todos[2].fields, 2)]), of: .todo, from: account)
    XCTAssertEqual(unseen, [todos[1].key])
    let stored = try await bench.store.todo(todos[1].id)
    XCTAssertEqual(stored, todos[1])
    unseen = try await bench.store.apply(.listing(), of: .list, from: account)
    XCTAssertEqual(unseen, [todos[0].listKey])
  }

  func testWhatWasNeverAgreedOnIsNotMissing() async throws {
    let (bench, account, todos) = try await agreed()
    try await bench.add("fresh", to: todos[0].listID)
    try await bench.store.apply([.tombstone(todos[1].key)], from: account)
    let unseen = try await bench.store.apply(
      .listing([todos[0], todos[2]].map { .live($0.key, $0.fields, 1) }), of: .todo, from: account)
    XCTAssertEqual(unseen, [])
  }

  func testWhatIsAcknowledgedMeanwhileIsNotMissing() async throws {
    let (bench, account, todos) = try await agreed()
    try await bench.store.apply(
      .listing([todos[0], todos[2]].map { .live($0.key, $0.fields, 1) }, next: "1", isLast: false),
      of: .todo, from: account)
    try await bench.store.setDone(todos[1].id, true)
    try await bench.store.acknowledgeAll(of: account, version: .numbered(2))
    let unseen = try await bench.store.apply(.listing(), of: .todo, from: account)
    XCTAssertEqual(unseen, [])
  }

  func testEachListingLooksAnew() async throws {
    let (bench, account, todos) = try await agreed()
    let all = todos.map { RemoteRecord.live($0.key, $0.fields, 1) }
    var unseen = try await bench.store.apply(.listing(all), of: .todo, from: account)
    XCTAssertEqual(unseen, [])
    try await bench.store.forgetCursors(of: account)
    unseen = try await bench.store.apply(.listing(Array(all[1...])), of: .todo, from: account)
    XCTAssertEqual(unseen, [todos[0].key])
    unseen = try await bench.store.apply(.changes(), of: .todo, from: account)
    XCTAssertEqual(unseen, [], "changes do not show everything")
  }

  func testTheCursorMovesWithEachPage() async throws {
    let (bench, account, todos) = try await agreed()
    var cursor = try await bench.store.syncCursor(of: .todo, of: account)
    XCTAssertNil(cursor)
    for (page, expected) in [
      (ChangePage.listing(next: "1", isLast: false), "1"), (.listing(next: "2"), "2"),
      (.changes([.live(todos[0].key, todos[0].fields)], next: "3"), "3"),
    ] {
      try await bench.store.apply(page, of: .todo, from: account)
      cursor = try await bench.store.syncCursor(of: .todo, of: account)
      XCTAssertEqual(cursor, SyncCursor(token: expected))
    }
    try await bench.store.apply(.listing(next: "l"), of: .list, from: account)
    try await bench.store.forgetCursors(of: account, kind: .todo)
    cursor = try await bench.store.syncCursor(of: .todo, of: account)
    XCTAssertNil(cursor)
    cursor = try await bench.store.syncCursor(of: .list, of: account)
    XCTAssertEqual(cursor, SyncCursor(token: "l"))
    try await bench.store.forgetCursors(of: account)
    cursor = try await bench.store.syncCursor(of: .list, of: account)
    XCTAssertNil(cursor)
  }

  /// What the server has lost without a tombstone is sent again; it is never taken for deleted.
  func testWhatIsAbsentIsSentAgain() async throws {
    let (bench, account, todos) = try await agreed()
    _ = try await bench.store.delete(todos[1].id)
    try await bench.store.setDone(todos[2].id, true)
    try await bench.store.apply(
      todos.map { .absent($0.key) } + [.absent(todos[0].listKey)], from: account)
    let keys = try await bench.store.waitingKeys(of: account)
    XCTAssertEqual(keys, [todos[0].listKey, todos[2].key, todos[0].key])
    for change in try await bench.store.beginPush(keys, of: account) {
      XCTAssertEqual(change.precondition, .absent)
      guard case .create = change.operation else { return XCTFail("\(change)") }
    }
    let stored = try await bench.store.todo(todos[0].id)
    XCTAssertEqual(stored, todos[0])
    let deleted = try await bench.store.todo(todos[1].id)
    XCTAssertNil(deleted)
  }

  func testWhatCannotBeReadChangesNothingHere() async throws {
    let (bench, account, todos) = try await agreed()
    try await bench.store.setDone(todos[1].id, true)
    _ = try await bench.store.delete(todos[2].id)
    let before = try await bench.store.dump()
    try await bench.store.apply(
      (todos.map(\.key) + [.todo("new")]).map { .unreadable($0) }, from: account)
    let after = try await bench.store.dump()
    XCTAssertEqual(before, after)
  }
}

import XCTest

@testable import Core

/// A list whose deletion is given up comes back with what was deleted with it.
final class DiscardListDeletionTests: XCTestCase {
  private func deleted(_ before: (Bench, AccountID, Todo) async throws -> Void = { _, _, _ in })
    async throws -> (Bench, AccountID, TodoList, Todo)
  {
    let (bench, account, todo) = try await Bench.agreed()
    let list = try await bench.store.lists()[0]
    try await before(bench, account, todo)
    try await bench.store.deleteList(list.id)
    return (bench, account, list, todo)
  }

  func testItsTodosComeBack() async throws {
    let (bench, account, list, todo) = try await deleted()
    try await bench.store.discard(list.key, of: account, restoring: .live(list.key, list.fields, 1))
    let lists = try await bench.store.lists()
    XCTAssertEqual(lists, [list])
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored, todo)
    let summary = try await bench.store.syncSummary(of: account)
    XCTAssertEqual(summary, SyncSummary())
    let trash = try await bench.store.trash()
    XCTAssertEqual(trash, [])
  }

  func testATodoDeletedBeforeItsListStaysDeleted() async throws {
    let (bench, account, list, todo) = try await deleted { bench, _, todo in
      _ = try await bench.store.delete(todo.id)
    }
    try await bench.store.discard(list.key, of: account, restoring: .live(list.key, list.fields, 1))
    let stored = try await bench.store.todo(todo.id)
    XCTAssertNil(stored)
    let keys = try await bench.store.waitingKeys(of: account)
    XCTAssertEqual(keys, [todo.key])
    let trash = try await bench.store.trash()
    XCTAssertEqual(trash.map(\.title), ["Milk"])
  }

  func testATodoOfAnotherListStaysDeleted() async throws {
    let (bench, account, list, _) = try await deleted()
    let other = try await bench.store.addList(named: "Other")
    let inside = try await bench.add("inside", to: other.id)
    try await bench.store.acknowledgeAll(of: account, version: .numbered(2))
    try await bench.store.deleteList(other.id)
    try await bench.store.apply([.live(list.key, list.fields, 3)], from: account)
    let stored = try await bench.store.lists()
    XCTAssertEqual(stored.map(\.id), [list.id])
    try await bench.store.deleteList(list.id)
    try await bench.store.discard(list.key, of: account, restoring: .live(list.key, list.fields, 3))
    let records = try await bench.store.allRecords()
    XCTAssertNil(records[inside.key])
    let keys = try await bench.store.waitingKeys(of: account)
    XCTAssertEqual(keys, [inside.key, other.key])
  }

  /// It can only be read in the trash: the server does not have it.
  func testATodoThatWasNeverSentStaysInTheTrash() async throws {
    let (bench, account, list, todo) = try await deleted { bench, _, todo in
      try await bench.add("never sent", to: todo.listID)
    }
    try await bench.store.discard(list.key, of: account, restoring: .live(list.key, list.fields, 1))
    let rows = try await bench.store.sections(of: .list(list.id)).open.map(\.id)
    XCTAssertTrue(rows.contains(todo.id))
    let trash = try await bench.store.trash()
    if rows.count == 1 { XCTAssertEqual(trash.map(\.title), ["never sent"]) }
  }

  func testAnUnsentEditOfATodoStaysInTheTrash() async throws {
    let (bench, account, list, todo) = try await deleted { bench, _, todo in
      try await bench.store.update(
        todo.id, to: TodoDraft(id: todo.id, content: "Milk", notes: "never sent"))
    }
    try await bench.store.discard(list.key, of: account, restoring: .live(list.key, list.fields, 1))
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored, todo)
    let trash = try await bench.store.trash()
    XCTAssertEqual(trash.map(\.reason), [.discarded])
    try await bench.store.restoreFromTrash(try XCTUnwrap(trash.first).id)
    let restored = try await bench.store.todo(todo.id)
    XCTAssertEqual(restored?.notes, "never sent")
  }

  func testAListThatIsGoneThereTooStaysDeleted() async throws {
    let (bench, account, list, todo) = try await deleted()
    for remote in [nil, RemoteRecord.tombstone(list.key)] {
      try await bench.store.discard(list.key, of: account, restoring: remote)
      let lists = try await bench.store.lists()
      XCTAssertEqual(lists, [])
    }
    let keys = try await bench.store.waitingKeys(of: account)
    XCTAssertEqual(keys, [todo.key])
    let trash = try await bench.store.trash()
    XCTAssertEqual(trash.map(\.todoCount), [1])
  }
}

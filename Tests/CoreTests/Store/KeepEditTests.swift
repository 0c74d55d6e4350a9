import XCTest

@testable import Core

/// Edits that are kept while somebody types.
final class KeepEditTests: XCTestCase {
  func testOnlyWhatWasChangedIsWritten() async throws {
    let (bench, account, todo) = try await Bench.agreed()
    var edit = TodoEdit(todo)
    edit.edited.content = " Bread "
    bench.clock.advance(by: 1)
    try await bench.store.edit(todo.id) { $0.notes = "from the shop" }
    let kept = try await bench.store.keep(edit)
    XCTAssertEqual(kept?.content, "Bread")
    XCTAssertEqual(kept?.notes, "from the shop")
    let change = try await bench.store.beginPush(todo.key, of: account)
    guard case .update(let fields) = change.operation else { return XCTFail("\(change)") }
    XCTAssertEqual(Set(fields.keys), ["content", "notes", "modifiedAt"])
  }

  func testNothingChangedWritesNothing() async throws {
    let (bench, _, todo) = try await Bench.agreed()
    var edit = TodoEdit(todo)
    edit.edited.content = "  "
    let kept = try await bench.store.keep(edit)
    XCTAssertEqual(kept, todo)
    edit.edited.content = "Milk\n"
    try await bench.store.keep(edit)
    let outbox = try await bench.store.outbox()
    XCTAssertEqual(outbox, [])
  }

  func testTheOtherValueOfTheSameFieldIsAConflict() async throws {
    let (bench, account, todo) = try await Bench.agreed()
    var edit = TodoEdit(todo)
    edit.edited.content = "Here"
    edit.edited.notes = "same"
    let fields = todo.fields.changing([
      "content": .string("There"), "notes": .string("same"), "priority": .integer(5),
    ])
    try await bench.store.apply([.live(todo.key, fields)], from: account)
    let kept = try await bench.store.keep(edit)
    XCTAssertEqual(kept?.content, "Here")
    XCTAssertEqual(kept?.priority, .medium)
    let found = try await bench.store.recentConflicts()
    XCTAssertEqual(found.map(\.lost), [["content": .string("There")]])
    XCTAssertEqual(found.map(\.kept), [["content": .string("Here")]])
  }

  func testADeletedTodoIsMadeAgainByAnEditOnly() async throws {
    let (bench, account, todo) = try await Bench.agreed()
    try await bench.store.apply([.tombstone(todo.key)], from: account)
    var edit = TodoEdit(todo)
    var kept = try await bench.store.keep(edit)
    XCTAssertNil(kept)
    edit.edited.notes = "still needed"
    kept = try await bench.store.keep(edit)
    XCTAssertEqual(kept?.content, "Milk")
    XCTAssertEqual(kept?.notes, "still needed")
    XCTAssertEqual(kept?.listID, todo.listID)
    let trash = try await bench.store.trash()
    XCTAssertEqual(trash, [])
  }

  func testATextTooLongChangesNothing() async throws {
    let (bench, _, todo) = try await Bench.agreed()
    var edit = TodoEdit(todo)
    edit.edited.notes = String(repeating: "x", count: TodoContent.maximumBytes + 1)
    let long = edit
    await assertFails(.textTooLong(limit: TodoContent.maximumBytes)) {
      try await bench.store.keep(long)
    }
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored, todo)
  }

  func testNotesAloneAreSignalled() async throws {
    let (bench, _, todo) = try await Bench.agreed()
    let other = try await bench.add("Eggs")
    let signals = bench.store.changes(of: todo.id)
    var iterator = signals.makeAsyncIterator()
    _ = await iterator.next()
    try await bench.store.edit(todo.id) { $0.notes = "one" }
    try await bench.store.edit(todo.id) { $0.notes = "two" }
    let isSignalled: Void? = await iterator.next()
    XCTAssertNotNil(isSignalled)
    try await bench.store.edit(other.id) { $0.notes = "x" }
    var change = StoreChange()
    change.noteUnseen(other.id)
    XCTAssertFalse(change.touches(todo.id))
    XCTAssertTrue(change.touches(other.id))
  }
}

import XCTest

@testable import Core

final class DeleteTodoTests: XCTestCase {
  func testDeletesAndRestoresAsItWas() async throws {
    let (bench, _) = try await Bench.connected()
    let added = try await bench.add("Milk", date: .first, isStarred: true)
    try await bench.store.setDone(added.id, true)
    let before = try await bench.store.todo(added.id)
    let deleted = try await bench.store.delete(added.id)
    XCTAssertEqual(deleted, before)
    var stored = try await bench.store.todo(added.id)
    XCTAssertNil(stored)
    bench.clock.advance(by: 10)
    try await bench.store.restore(deleted)
    stored = try await bench.store.todo(added.id)
    var expected = deleted
    expected.modifiedAt = bench.clock.now
    XCTAssertEqual(stored, expected)
    let outbox = try await bench.store.outbox()
    XCTAssertEqual(outbox.map(\.record).suffix(3), [added, added, added].map(\.id.rawValue))
  }

  func testRestoringTwiceAddsOne() async throws {
    let (bench, _) = try await Bench.connected()
    let todo = try await bench.add("Milk")
    let deleted = try await bench.store.delete(todo.id)
    try await bench.store.restore(deleted)
    let before = try await bench.store.dump()
    bench.clock.advance(by: 1)
    try await bench.store.restore(deleted)
    let after = try await bench.store.dump()
    XCTAssertEqual(before, after)
  }

  func testIsQueuedForTheAccountThatKeepsTheListNow() async throws {
    let (bench, account) = try await Bench.connected()
    let todo = try await bench.add("Milk")
    let deleted = try await bench.store.delete(todo.id)
    try await bench.store.disconnect(account)
    let other = try sampleAccount(user: "bob")
    try await bench.store.connect(other)
    try await bench.store.restore(deleted)
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored?.account, other.id)
    let outbox = try await bench.store.outbox()
    XCTAssertEqual(Set(outbox.map(\.account)), [other.id.rawValue])
  }

  func testMissing() async throws {
    let (bench, _) = try await Bench.connected()
    let todo = try await bench.add("Milk")
    _ = try await bench.store.delete(todo.id)
    let before = try await bench.store.dump()
    await assertFails(.missing) { try await bench.store.delete(todo.id) }
    let after = try await bench.store.dump()
    XCTAssertEqual(before, after)
  }
}

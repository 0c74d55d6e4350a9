import XCTest

@testable import Core

final class ListCommandTests: XCTestCase {
  func testAddsAtTheEnd() async throws {
    let (bench, account) = try await Bench.connected()
    for name in ["B", "A", "", "A", " C "] {
      try await bench.store.addList(named: name)
      bench.clock.advance(by: -1_000)
    }
    let lists = try await bench.store.lists()
    XCTAssertEqual(lists.map(\.name), ["B", "A", "Untitled List", "A (1)", "C"])
    XCTAssertEqual(Set(lists.map(\.account)), [account])
    let outbox = try await bench.store.outbox()
    XCTAssertEqual(outbox.map(\.record), lists.map(\.id.rawValue))
  }

  func testRenames() async throws {
    let (bench, _) = try await Bench.connected()
    let home = try await bench.store.addList(named: "Home")
    let work = try await bench.store.addList(named: "Work")
    bench.clock.advance(by: 5)
    let renamed = try await bench.store.renameList(home.id, to: " Work ")
    XCTAssertEqual(renamed.name, "Work (1)")
    XCTAssertEqual(renamed.modifiedAt, bench.clock.now)
    XCTAssertEqual(renamed.position, home.position)
    let lists = try await bench.store.lists()
    XCTAssertEqual(lists.first, renamed)
    let outbox = try await bench.store.outbox()
    XCTAssertEqual(outbox.map(\.record).suffix(2), [work.id.rawValue, home.id.rawValue])
  }

  func testItsOwnNameChangesNothing() async throws {
    let (bench, _) = try await Bench.connected()
    let home = try await bench.store.addList(named: "Home (1)")
    let before = try await bench.store.dump()
    bench.clock.advance(by: 5)
    let same = try await bench.store.renameList(home.id, to: "  Home (1) ")
    XCTAssertEqual(same, home)
    let after = try await bench.store.dump()
    XCTAssertEqual(before, after)
  }

  func testRefusesWhatCannotBeKeptAndWritesNothing() async throws {
    let (bench, _) = try await Bench.connected()
    let home = try await bench.store.addList(named: "Home")
    let before = try await bench.store.dump()
    let limit = ListNaming.maximumBytes
    let tooLong = String(repeating: "x", count: limit + 1)
    await assertFails(.nameReserved("important")) {
      try await bench.store.addList(named: " important ")
    }
    await assertFails(.nameReserved("IMPORTANT")) {
      try await bench.store.renameList(home.id, to: "IMPORTANT")
    }
    await assertFails(.textTooLong(limit: limit)) { try await bench.store.addList(named: tooLong) }
    await assertFails(.textTooLong(limit: limit)) {
      try await bench.store.renameList(home.id, to: tooLong)
    }
    let gone = ListID(rawValue: "gone")
    await assertFails(.missing) { try await bench.store.renameList(gone, to: "x") }
    await assertFails(.missing) { try await bench.store.deleteList(gone) }
    let after = try await bench.store.dump()
    XCTAssertEqual(before, after)
  }

  func testDeletingTakesTheTodosAlong() async throws {
    let (bench, account) = try await Bench.connected()
    let home = try await bench.store.addList(named: "Home")
    let work = try await bench.store.addList(named: "Work")
    let open = try await bench.add("Milk", to: home.id)
    let done = try await bench.add("Eggs", to: home.id)
    let other = try await bench.add("Report", to: work.id)
    try await bench.store.setDone(done.id, true)
    try await bench.store.acknowledgeAll(of: account)
    let count = try await bench.store.todoCount(in: home.id)
    XCTAssertEqual(count, 2)

    try await bench.store.deleteList(home.id)
    let lists = try await bench.store.lists()
    XCTAssertEqual(lists.map(\.id), [work.id])
    let left = try await bench.store.read { try Todo.fetch($0) }
    XCTAssertEqual(left.map(\.id), [other.id])
    let outbox = try await bench.store.outbox()
    XCTAssertEqual(
      Set(outbox.map(\.record)), [open.id.rawValue, done.id.rawValue, home.id.rawValue])
    XCTAssertEqual(outbox.last?.record, home.id.rawValue)
    for key in [open.key, done.key, home.key] {
      let change = try await bench.store.pendingChange(for: key, of: account)
      XCTAssertEqual(change?.operation, .delete)
    }
  }
}

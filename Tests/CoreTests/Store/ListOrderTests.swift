import XCTest

@testable import Core

/// Lists are put in an order by hand.
final class ListOrderTests: XCTestCase {
  private func names(_ bench: Bench) async throws -> String {
    try await bench.store.lists().map(\.name).joined()
  }

  private func filled(_ names: [String]) async throws -> (Bench, [String: ListID]) {
    let bench = try Bench()
    var ids: [String: ListID] = [:]
    for name in names {
      ids[name] = try await bench.store.addList(named: name).id
      bench.clock.advance(by: 1_000)
    }
    return (bench, ids)
  }

  func testPlaces() async throws {
    let (bench, ids) = try await filled(["a", "b", "c", "d"])
    let id = { (name: String) in ids[name] ?? ListID(rawValue: "") }
    for (name, place, wanted) in [
      ("d", ListPlacement.before(id("a")), "dabc"), ("a", .after(id("c")), "dbca"),
      ("c", .before(id("b")), "dcba"), ("d", .after(id("b")), "cbda"),
    ] {
      try await bench.store.editList(id(name), at: place)
      let found = try await names(bench)
      XCTAssertEqual(found, wanted, "\(name) \(place)")
    }
  }

  func testItsOwnPlaceChangesNothing() async throws {
    let (bench, ids) = try await filled(["a", "b", "c"])
    let before = try await bench.store.dump()
    bench.clock.advance(by: 1_000)
    let (a, b, c) = (try XCTUnwrap(ids["a"]), try XCTUnwrap(ids["b"]), try XCTUnwrap(ids["c"]))
    try await bench.store.editList(b, at: .after(a))
    try await bench.store.editList(b, at: .before(c))
    try await bench.store.editList(c, at: .after(b))
    let after = try await bench.store.dump()
    XCTAssertEqual(before, after)
  }

  func testEqualAndForeignKeysMakeRoom() async throws {
    for keys in [["x", "x", "x"], ["é", "é!", "é\""], ["0", "00", "000"]] {
      let (bench, ids) = try await filled(["a", "b", "c", "d"])
      for (name, key) in zip(["a", "b", "c"], keys) {
        try await bench.store.editList(try XCTUnwrap(ids[name])) { $0.position = key }
      }
      let before = try await bench.store.lists().filter { $0.name != "d" }
      try await bench.store.editList(try XCTUnwrap(ids["d"]), at: .before(before[1].id))
      let wanted = [before[0].name, "d", before[1].name, before[2].name].joined()
      let found = try await names(bench)
      XCTAssertEqual(found, wanted, "\(keys)")
    }
  }

  func testAPlaceIsFoundAgainAndAgain() async throws {
    let (bench, ids) = try await filled(["a", "b", "c"])
    let a = try XCTUnwrap(ids["a"])
    for round in 0..<200 {
      try await bench.store.editList(try XCTUnwrap(ids[round % 2 == 0 ? "c" : "b"]), at: .after(a))
      let found = try await names(bench)
      XCTAssertEqual(found, round % 2 == 0 ? "acb" : "abc")
    }
  }

  func testOnlyTheMovedListIsSentAndUndoBringsItBack() async throws {
    let (bench, account) = try await Bench.connected()
    var lists: [TodoList] = []
    for name in ["a", "b", "c"] {
      bench.clock.advance(by: 1_000)
      lists.append(try await bench.store.addList(named: name))
    }
    try await bench.store.acknowledgeAll(of: account)
    let recorder = UndoRecorder()
    let recording = bench.recording(in: recorder)
    try await recording.store.editList(lists[2].id, at: .before(lists[0].id))
    let outbox = try await bench.store.outbox()
    XCTAssertEqual(outbox.map(\.record), [lists[2].id.rawValue])
    var found = try await names(bench)
    XCTAssertEqual(found, "cab")
    for step in recorder.take() { _ = try await recording.store.undo(step) }
    found = try await names(bench)
    XCTAssertEqual(found, "abc")
  }

  func testListsOfAnotherAccountAreNoNeighbours() async throws {
    let bench = try Bench()
    let local = try await bench.store.addList(named: "a")
    let account = try sampleAccount()
    try await bench.store.connect(account, isAdopting: false)
    let own = try await bench.store.addList(named: "b", to: .account(account.id))
    await assertFails(.unsuitable) { try await bench.store.editList(own.id, at: .before(local.id)) }
    await assertFails(.missing) {
      try await bench.store.editList(ListID(rawValue: "gone"), at: .before(local.id))
    }
  }
}

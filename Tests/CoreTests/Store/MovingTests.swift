import Basics
import TestSupport
import XCTest

@testable import Core

final class MovingTests: XCTestCase {
  private func id(_ name: String) -> TodoID { TodoID(rawValue: name) }

  private func bench(_ names: [String]) async throws -> Bench {
    let bench = try Bench()
    for name in names { try await bench.store.add(TodoDraft(id: id(name), content: name)) }
    return bench
  }

  private func order(_ bench: Bench) async throws -> [String] {
    try await bench.store.allTodos().map(\.content)
  }

  func testPlaces() async throws {
    let bench = try await bench(["a", "b", "c", "d"])
    for (name, place, wanted) in [
      ("d", TodoPlace.first, "dabc"), ("a", .last, "dbca"), ("c", .before(id("b")), "dcba"),
      ("d", .after(id("b")), "cbda"), ("c", .before(id("b")), "cbda"),
    ] {
      try await bench.store.place(id(name), below: nil, place)
      let found = try await order(bench).joined()
      XCTAssertEqual(found, wanted, "\(name) \(place)")
    }
  }

  func testAPlaceIsFoundAgainAndAgain() async throws {
    let bench = try await bench(["a", "b", "c"])
    for round in 0..<400 {
      let name = round % 2 == 0 ? "c" : "b"
      try await bench.store.place(id(name), below: nil, .after(id("a")))
      let found = try await order(bench)
      XCTAssertEqual(found, round % 2 == 0 ? ["a", "c", "b"] : ["a", "b", "c"])
    }
    let longest = try await bench.store.allTodos().map(\.position.utf8.count).max() ?? 0
    XCTAssertLessThanOrEqual(longest, PositionKey.longestMade)
  }

  func testEqualAndForeignKeysMakeRoom() async throws {
    for keys in [
      ["x", "x", "x"], ["é", "é!", "é\""], ["0", "00", "000"], ["~", "~~~~", "~~~~~"],
    ] {
      let bench = try await bench(["a", "b", "c", "d"])
      for (name, key) in zip(["a", "b", "c"], keys) {
        try await bench.store.edit(id(name)) { $0.position = key }
      }
      let before = try await order(bench)
      guard let second = before.first(where: { $0 != "d" && $0 != before[0] }) else {
        return XCTFail("\(before)")
      }
      try await bench.store.place(id("d"), below: nil, .before(id(second)))
      var wanted = before.filter { $0 != "d" }
      wanted.insert("d", at: wanted.firstIndex(of: second) ?? 0)
      let found = try await order(bench)
      XCTAssertEqual(found, wanted, "\(keys)")
    }
  }

  func testBelowAnotherOne() async throws {
    let bench = try await bench(["a", "b", "c", "d"])
    try await bench.store.place(id("b"), below: id("a"), .last)
    try await bench.store.place(id("d"), below: id("a"), .first)
    try await bench.store.place(id("c"), below: id("b"), .last)
    let todos = try await bench.store.allTodos()
    let parents = TodoTree.parents(of: todos)
    XCTAssertEqual(parents, [id("b"): id("a"), id("d"): id("a"), id("c"): id("b")])
    XCTAssertEqual(todos.filter { parents[$0.id] == id("a") }.map(\.content), ["d", "b"])
    for parent in ["a", "b", "c"] {
      do {
        try await bench.store.place(id("a"), below: id(parent), .last)
        XCTFail("\(parent) is a part of it")
      } catch {
        XCTAssertEqual(error, .unsuitable)
      }
    }
  }

  func testATreeMovesToAnotherListAndBackByUndo() async throws {
    let bench = try await bench(["a", "b", "c", "d"])
    try await bench.store.place(id("b"), below: id("a"), .last)
    try await bench.store.place(id("c"), below: id("b"), .last)
    let home = try await bench.store.lists()[0]
    let work = try await bench.store.addList(named: "Work")
    let recorder = UndoRecorder()
    let before = try await bench.store.allTodos()
    try await bench.store.recording(in: recorder).move([id("b")], to: work.id)
    let moved = try await bench.store.allTodos(in: work.id)
    XCTAssertEqual(moved.map(\.content), ["b", "c"])
    XCTAssertEqual(moved.map(\.parent), [nil, id("b")])
    let left = try await bench.store.allTodos(in: home.id)
    XCTAssertEqual(left.map(\.content), ["a", "d"])
    for step in recorder.take() { _ = try await bench.store.undo(step) }
    let after = try await bench.store.allTodos()
    XCTAssertEqual(after.map(\.position), before.map(\.position))
    XCTAssertEqual(after.map(\.parent), before.map(\.parent))
  }

  func testAPartThatIsNamedTooStaysAPart() async throws {
    for names in [["a", "b", "c"], ["c", "b", "a"], ["c", "a"], ["a", "c"]] {
      let bench = try await bench(["a", "b", "c"])
      try await bench.store.place(id("b"), below: id("a"), .last)
      try await bench.store.place(id("c"), below: id("b"), .last)
      let work = try await bench.store.addList(named: "Work")
      try await bench.store.move(names.map { id($0) }, to: work.id)
      let moved = try await bench.store.allTodos(in: work.id)
      XCTAssertEqual(
        TodoTree.parents(of: moved), [id("b"): id("a"), id("c"): id("b")], "\(names)")
    }
  }

  func testKeysBetween() {
    for (low, high) in [
      (nil, "V"), ("V", nil), (nil, nil), ("A", "B"), ("A", "A1"), ("Az", "B"),
      ("0Vbk28Un", "0Vbk28Uo"),
    ] as [(String?, String?)] {
      guard let key = PositionKey.between(low, high) else {
        return XCTFail("\(low ?? "") \(high ?? "")")
      }
      if let low { XCTAssertTrue(low.precedesExactly(key), "\(low) \(key)") }
      if let high { XCTAssertTrue(key.precedesExactly(high), "\(key) \(high)") }
    }
    for (low, high) in [("B", "A"), ("A", "A"), ("A", "A0"), ("é", "z")] {
      XCTAssertNil(PositionKey.between(low, high), "\(low) \(high)")
    }
    XCTAssertNil(PositionKey.between(nil, "0"))
  }

  func testOneThatCannotBeMovedStopsAll() async throws {
    let bench = try await bench(["a", "b", "c"])
    await assertFails(.unsuitable) {
      try await bench.store.place([id("a"), id("b")], below: id("b"), .last)
    }
    let parent = try await bench.store.todo(id("a"))?.parent
    XCTAssertNil(parent)
    try await bench.store.place([id("c"), id("a")], below: nil, .after(id("b")))
    let found = try await order(bench)
    XCTAssertEqual(found, ["b", "c", "a"])
  }
}

import Basics
import Core
import TestSupport
import XCTest

final class TreeGestureTests: XCTestCase {
  private func id(_ name: String) -> TodoID { TodoID(rawValue: name) }

  /// Names with their parents.
  private func bench(_ todos: [(String, String?)]) async throws -> Bench {
    let bench = try Bench()
    for (name, _) in todos { try await bench.store.add(TodoDraft(id: id(name), content: name)) }
    for (name, parent) in todos {
      try await bench.store.edit(id(name)) { $0.parent = parent.map(TodoID.init(rawValue:)) }
    }
    return bench
  }

  private func open(_ bench: Bench) async throws -> [String] {
    try await bench.store.allTodos().map(\.content).sorted()
  }

  private let family: [(String, String?)] = [
    ("root", nil), ("child", "root"), ("grandchild", "child"), ("other", nil),
  ]

  func testWhatIsDoneIsDoneWithItsParts() async throws {
    let bench = try await bench(family)
    let recorder = UndoRecorder()
    try await bench.store.recording(in: recorder).setDone(id("root"), true)
    var left = try await open(bench)
    XCTAssertEqual(left, ["other"])
    let steps = recorder.take()
    XCTAssertEqual(steps.count, 1)
    _ = try await bench.store.undo(steps[0])
    left = try await open(bench)
    XCTAssertEqual(left, ["child", "grandchild", "other", "root"])
  }

  func testCancellingLeavesWhatIsDone() async throws {
    let bench = try await bench(family)
    try await bench.store.setDone(id("grandchild"), true)
    try await bench.store.cancel([id("root")])
    let all = try await bench.store.allTodos(isWithDone: true)
    XCTAssertEqual(
      Dictionary(all.map { ($0.content, $0.status) }) { $1 },
      ["root": .cancelled, "child": .cancelled, "grandchild": .done, "other": .open])
  }

  func testATreeGoesToTheTrashAndComesBackWhole() async throws {
    let bench = try await bench(family)
    try await bench.store.delete(id("root"))
    var left = try await open(bench)
    XCTAssertEqual(left, ["other"])
    let trash = try await bench.store.trash()
    XCTAssertEqual(trash.map(\.title), ["root"], "one line for the tree")
    try await bench.store.restoreFromTrash(try XCTUnwrap(trash.first).id)
    left = try await open(bench)
    XCTAssertEqual(left, ["child", "grandchild", "other", "root"])
    let back = try await bench.store.todo(id("grandchild"))
    XCTAssertEqual(back?.parent, id("child"))
    let rest = try await bench.store.trash()
    XCTAssertEqual(rest.count, 0)
  }

  func testSeveralWithPartsOfEachOther() async throws {
    let bench = try await bench(family)
    try await bench.store.delete([id("child"), id("grandchild"), id("root")])
    let left = try await open(bench)
    XCTAssertEqual(left, ["other"])
    do {
      try await bench.store.delete([id("other"), id("nowhere")])
      XCTFail("one of them is not there")
    } catch {
      XCTAssertEqual(error, .missing)
    }
    let rest = try await open(bench)
    XCTAssertEqual(rest, ["other"])
  }

  /// Of a cycle the first by its identifier stands at the top; it is no part of the others.
  func testInACycleOnlyWhatStandsBelowGoes() async throws {
    let bench = try await bench([("a", "c"), ("b", "a"), ("c", "b"), ("d", "c")])
    try await bench.store.delete(id("b"))
    let left = try await open(bench)
    XCTAssertEqual(left, ["a"])
    try await bench.store.delete(id("a"))
    let none = try await open(bench)
    XCTAssertEqual(none, [])
  }
}

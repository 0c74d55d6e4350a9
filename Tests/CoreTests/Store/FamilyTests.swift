import Core
import TestSupport
import XCTest

final class FamilyTests: XCTestCase {
  private func id(_ name: String) -> TodoID { TodoID(rawValue: name) }

  private func bench(_ todos: [(String, String?)]) async throws -> Bench {
    let bench = try Bench()
    for (name, parent) in todos {
      try await bench.store.add(
        TodoDraft(id: id(name), content: name, parent: parent.map(TodoID.init(rawValue:))))
    }
    return bench
  }

  private func check(
    _ bench: Bench, _ name: String, parent: String?, subtasks: [String], line: UInt = #line
  ) async throws {
    let family = try await bench.store.family(of: id(name))
    XCTAssertEqual(family.parent?.content, parent, line: line)
    XCTAssertEqual(family.subtasks.map(\.content), subtasks, line: line)
  }

  func testOnlyWhatIsNext() async throws {
    let bench = try await bench([
      ("root", nil), ("child", "root"), ("grandchild", "child"), ("second", "root"),
      ("orphan", "gone"),
    ])
    try await bench.store.setDone(id("child"), true)
    try await check(bench, "root", parent: nil, subtasks: ["child", "second"])
    try await check(bench, "child", parent: "root", subtasks: ["grandchild"])
    try await check(bench, "orphan", parent: nil, subtasks: [])
    try await check(bench, "gone", parent: nil, subtasks: [])
  }

  func testOfACycleOneStandsOnTop() async throws {
    let bench = try await bench([("a", "c"), ("b", "a"), ("c", "b")])
    try await check(bench, "a", parent: nil, subtasks: ["b"])
    try await check(bench, "b", parent: "a", subtasks: ["c"])
    try await check(bench, "c", parent: "b", subtasks: [])
  }

  func testAnotherListDoesNotCount() async throws {
    let bench = try await bench([("a", nil)])
    let list = try await bench.store.addList(named: "Other")
    try await bench.store.add(
      TodoDraft(id: id("b"), listID: list.id, content: "b", parent: id("a")))
    try await check(bench, "a", parent: nil, subtasks: [])
    try await check(bench, "b", parent: nil, subtasks: [])
  }
}

import Basics
import TestSupport
import XCTest

@testable import Core

final class SubtaskSummaryTests: XCTestCase {
  private func id(_ name: String) -> TodoID { TodoID(rawValue: name) }

  func testOnlyParentsOfTheSameListHaveSummaries() async throws {
    let bench = try Bench()
    let (home, other) = (
      try await bench.store.addList(named: "Home"), try await bench.store.addList(named: "Other")
    )
    for (name, list, parent) in [
      ("a", home, nil), ("b", home, "a"), ("c", home, "a"), ("d", other, "a"), ("e", home, "x"),
    ] {
      try await bench.store.add(
        TodoDraft(id: id(name), listID: list.id, content: name, parent: parent.map(id)))
    }
    try await bench.store.setDone(id("c"), true)
    try await bench.store.add(
      TodoDraft(id: id("f"), listID: home.id, content: "f", parent: id("a")))
    try await bench.store.cancel([id("f")])
    let summaries = try await bench.store.subtaskSummaries(of: [id("a"), id("b"), id("x")])
    XCTAssertEqual(
      summaries, [id("a"): SubtaskSummary(title: "a", listID: home.id, count: 2, doneCount: 1)])
    for await event in bench.store.subtaskSummaries() {
      guard case .snapshot(let all) = event else { return XCTFail("\(event)") }
      XCTAssertEqual(all, summaries)
      break
    }
  }

  /// The first frame shows no row where it would not stay.
  func testTheOpeningOfALongListHasWholeTrees() async throws {
    let bench = try Bench()
    let list = try await bench.store.addList(named: "Home")
    func add(_ name: String, _ parent: String? = nil) async throws {
      try await bench.store.add(
        TodoDraft(id: id(name), listID: list.id, content: name, parent: parent.map(id)))
    }
    for number in 100..<200 { try await add("\(number)") }
    try await add("part", "103")
    try await add("part of part", "part")
    try await bench.store.place(id("150"), below: id("199"), .last)
    try await bench.store.edit(id("150")) { $0.position = "0" }
    for await event in bench.store.todos(in: .list(list.id)) {
      guard case .opening(let rows) = event else { return XCTFail("\(event)") }
      let names = rows.open.map(\.content)
      XCTAssertTrue(names.contains("part") && names.contains("part of part"), "\(names)")
      XCTAssertFalse(names.contains("150"), "its parent is not there yet")
      break
    }
  }
}

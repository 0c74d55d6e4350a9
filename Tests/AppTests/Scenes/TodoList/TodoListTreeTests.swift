import Core
import XCTest

import struct TestSupport.SplitMix64

@testable import App
@testable import Platform
@testable import Service

final class TodoListTreeTests: XCTestCase {
  /// The titles of the rows, each with its level.
  @MainActor
  private static func shape(_ page: TodoListFixture) -> String {
    page.view.rows.map { item in
      guard case .todo(let row, let branch) = item else { return "—" }
      return row.content + String(repeating: "+", count: branch.depth)
    }.joined(separator: " ")
  }

  @MainActor
  private static func expect(
    _ page: TodoListFixture, _ wanted: String, file: StaticString = #filePath, line: UInt = #line
  ) async {
    await eventually(wanted, file: file, line: line) { shape(page) == wanted }
    XCTAssertEqual(shape(page), wanted, file: file, line: line)
  }

  @MainActor
  private static func page(_ bench: SceneBench, _ titles: [String]) async throws
    -> (TodoListFixture, [String: TodoID])
  {
    let list = try await bench.store.addList(named: "Home")
    var ids: [String: TodoID] = [:]
    for title in titles { ids[title] = try await bench.add(title, to: list.id).id }
    return (await TodoListFixture.loaded(bench, .list(list.id), rows: titles.count), ids)
  }

  @MainActor
  func testLevelsAreNamedAndTakenBack() async throws {
    let bench = try SceneBench()
    let (page, ids) = try await Self.page(bench, ["a", "b", "c"])
    let (b, c) = (try XCTUnwrap(ids["b"]), try XCTUnwrap(ids["c"]))
    page.presenter.didIndent(b)
    await Self.expect(page, "a b+ c")
    await bench.waitUntilIdle()
    XCTAssertEqual(bench.undo.undoable.last?.title, "Make “b” a Subtask")
    page.presenter.didIndent(c)
    await Self.expect(page, "a b+ c+")
    page.presenter.didIndent(c)
    await Self.expect(page, "a b+ c++")
    XCTAssertEqual(page.state.reveal?.focused, c, "the focus goes along")
    page.presenter.didOutdent(c)
    await Self.expect(page, "a b+ c+")
    await bench.waitUntilIdle()
    XCTAssertEqual(bench.undo.undoable.last?.title, "Move “c”")
    page.presenter.didOutdent(b)
    await Self.expect(page, "a c+ b")
    await bench.waitUntilIdle()
    XCTAssertEqual(bench.undo.undoable.last?.title, "Move “b” to the Top Level")
    for wanted in ["a b+ c+", "a b+ c++", "a b+ c+", "a b+ c", "a b c"] {
      bench.undo.undo()
      await Self.expect(page, wanted)
    }
  }

  @MainActor
  func testThereIsNothingToGoBelowOrAbove() async throws {
    let bench = try SceneBench()
    let (page, ids) = try await Self.page(bench, ["a", "b"])
    let a = try XCTUnwrap(ids["a"])
    page.presenter.didIndent(a)
    page.presenter.didOutdent(a)
    page.presenter.didDrop(a, at: .onto(a))
    await bench.waitUntilIdle()
    XCTAssertEqual(Self.shape(page), "a b")
    XCTAssertTrue(bench.undo.undoable.isEmpty)
    XCTAssertTrue(page.navigator.alerts.titles.isEmpty)
  }

  @MainActor
  func testCollapsedIsRememberedAndExpandedForWhatComes() async throws {
    let bench = try SceneBench()
    let (page, ids) = try await Self.page(bench, ["a", "b", "c"])
    let (a, b, c) = (
      try XCTUnwrap(ids["a"]), try XCTUnwrap(ids["b"]), try XCTUnwrap(ids["c"])
    )
    page.presenter.rows.collapsed = CollapsedTodos(settings: bench.settings)
    page.presenter.didIndent(b)
    await Self.expect(page, "a b+ c")
    page.presenter.didSetCollapsed(a, true)
    await Self.expect(page, "a c")
    XCTAssertEqual(CollapsedTodos(settings: bench.settings).ids, [a])
    page.presenter.didIndent(c)
    await Self.expect(page, "a b+ c+")
    page.presenter.didSetCollapsed(a, true)
    page.presenter.didRequestReveal(b)
    await Self.expect(page, "a b+ c+")
    XCTAssertEqual(CollapsedTodos(settings: bench.settings).ids, [])
  }

  @MainActor
  func testWhatIsTypedCanBeASubtask() async throws {
    let bench = try SceneBench()
    let (page, ids) = try await Self.page(bench, ["a", "b"])
    let a = try XCTUnwrap(ids["a"])
    page.presenter.didRequestSubtask(of: a)
    XCTAssertEqual(page.state.typed.chips.map(\.text), ["Subtask of “a”"])
    page.submit("c")
    XCTAssertEqual(Self.shape(page), "a c+ b", "before its commit")
    page.submit("d")
    await bench.waitUntilIdle()
    await Self.expect(page, "a c+ d+ b")
    XCTAssertTrue(page.presenter.didPressEscape())
    page.submit("e")
    await Self.expect(page, "a c+ d+ b e")
    page.presenter.didRequestSubtask(of: a)
    page.presenter.didDelete(a)
    await Self.expect(page, "b e")
    XCTAssertEqual(page.state.typed.chips, [], "there is nothing to be a part of")
  }

  @MainActor
  func testAloneASubtaskNamesItsParent() async throws {
    let bench = try SceneBench()
    let (page, ids) = try await Self.page(bench, ["a", "b", "c"])
    let (a, b) = (try XCTUnwrap(ids["a"]), try XCTUnwrap(ids["b"]))
    page.presenter.didIndent(b)
    await Self.expect(page, "a b+ c")
    page.presenter.didToggleStar(b, true)
    let important = await TodoListFixture.loaded(bench, .important, rows: 1)
    await eventually("the parent") { important.state.rowContext.parents[a]?.title == "a" }
    let row = try XCTUnwrap(important.view.row("b"))
    XCTAssertEqual(TodoRowText(row, important.state.rowContext).parentTitle, "a")
    try await bench.store.edit(a) { $0.content = "A" }
    await eventually("the name") { important.state.rowContext.parents[a]?.title == "A" }
    try await bench.store.setDone(b, true)
    await eventually("the progress") {
      important.state.rowContext.parents[a].map { [$0.count, $0.doneCount] } == [1, 1]
    }
    try await bench.store.delete(a)
    await eventually("no parent") { important.state.rowContext.parents.isEmpty }
  }

  /// Keys that are held down do not wait for the disk.
  @MainActor
  func testEachGestureFindsTheRowsWhereTheLastOneLeftThem() async throws {
    let bench = try SceneBench()
    let (page, ids) = try await Self.page(bench, ["a", "b", "c", "d"])
    let (c, d) = (try XCTUnwrap(ids["c"]), try XCTUnwrap(ids["d"]))
    page.presenter.didIndent(c)
    page.presenter.didIndent(d)
    page.presenter.didIndent(d)
    XCTAssertEqual(Self.shape(page), "a b c+ d++", "before any commit")
    page.presenter.didOutdent(d)
    page.presenter.didOutdent(d)
    page.presenter.didMove(d, by: -1)
    page.presenter.didMove(d, by: -1)
    XCTAssertEqual(Self.shape(page), "d a b c+")
    await bench.waitUntilIdle()
    XCTAssertEqual(Self.shape(page), "d a b c+")
    let again = await TodoListFixture.loaded(bench, page.presenter.page, rows: 4)
    await Self.expect(again, "d a b c+")
    XCTAssertEqual(again.state.page.items, page.state.page.items)
  }

  @MainActor
  func testWhatCannotBeMovedGoesBack() async throws {
    let bench = try SceneBench(onDisk: true)
    let (page, ids) = try await Self.page(bench, ["a", "b", "c"])
    let (b, c) = (try XCTUnwrap(ids["b"]), try XCTUnwrap(ids["c"]))
    try await bench.setWritesFail(true)
    page.presenter.didIndent(b)
    page.presenter.didMove(c, by: -1)
    XCTAssertEqual(Self.shape(page), "c a b+")
    await Self.expect(page, "a b c")
    XCTAssertFalse(page.navigator.alerts.titles.isEmpty)
    try await bench.setWritesFail(false)
  }

  /// Whatever is done and taken back again leaves everything as it was.
  @MainActor
  func testGesturesAndTheirUndosAreNothing() async throws {
    for seed in 1...12 as ClosedRange<UInt64> {
      var random = SplitMix64(seed: seed)
      let bench = try SceneBench()
      // Keys come before the disk has answered, or after.
      let skipsWaiting = seed > 6
      let other = try await bench.store.addList(named: "Other")
      let (page, ids) = try await Self.page(bench, ["a", "b", "c", "d", "e", "f"])
      let all = ids.values.sorted { $0.rawValue < $1.rawValue }
      let before = try await Self.stored(bench)
      for _ in 0..<25 {
        let id = all[Int.random(in: 0..<all.count, using: &random)]
        let goal = all[Int.random(in: 0..<all.count, using: &random)]
        switch Int.random(in: 0..<9, using: &random) {
        case 0, 1: page.presenter.didIndent(id)
        case 2: page.presenter.didOutdent(id)
        case 3: page.presenter.didMove(id, by: Bool.random(using: &random) ? 1 : -1)
        case 4: page.presenter.didDrop(id, at: .before(goal))
        case 5: page.presenter.didDrop(id, at: .onto(goal))
        case 6: page.presenter.didDrop(id, at: Bool.random(using: &random) ? .after(goal) : .end)
        case 7: page.presenter.didToggleDone(id, Bool.random(using: &random))
        default:
          guard Int.random(in: 0..<4, using: &random) == 0 else { continue }
          let store = bench.undo.store
          bench.commands.run { () throws(StoreError) in
            try await store.move([id], to: other.id)
          } failing: { _ in
            ""
          }
        }
        if !skipsWaiting { await bench.waitUntilIdle() }
      }
      if !skipsWaiting {
        XCTAssertEqual(page.navigator.alerts.titles, [], "seed \(seed)")
        XCTAssertGreaterThan(bench.undo.undoable.count, 3, "seed \(seed)")
      }
      for _ in 0..<30 { bench.undo.undo() }
      await bench.waitUntilIdle()
      let after = try await Self.stored(bench)
      XCTAssertEqual(after, before, "seed \(seed)")
      await Self.expect(page, "a b c d e f")
    }
  }

  @MainActor
  private static func stored(_ bench: SceneBench) async throws -> [String] {
    try await bench.store.allTodos(isWithDone: true)
      .map { todo in
        [
          todo.id.rawValue, todo.listID.rawValue, todo.parent?.rawValue ?? "-", todo.position,
          "\(todo.status)",
        ].joined(separator: " ")
      }.sorted()
  }

  /// The rows a, c and b, of which c was moved up: dropped there again, it gets the position that it has.
  @MainActor
  private static func pageWithARowThatWasMoved(_ bench: SceneBench) async throws -> (
    page: TodoListFixture, a: TodoID, c: TodoID
  ) {
    let (page, ids) = try await page(bench, ["a", "b", "c"])
    let (a, c) = (try XCTUnwrap(ids["a"]), try XCTUnwrap(ids["c"]))
    page.presenter.didMove(c, by: -1)
    await expect(page, "a c b")
    await bench.waitUntilIdle()
    return (page, a, c)
  }

  @MainActor
  func testWhatIsDroppedWhereItIsTakesTheFocusOnce() async throws {
    let bench = try SceneBench()
    let (page, a, c) = try await Self.pageWithARowThatWasMoved(bench)
    let number = try XCTUnwrap(page.state.reveal?.number)
    page.presenter.didDrop(c, at: .after(a))
    XCTAssertEqual(page.state.reveal?.number, number + 1)
    await bench.waitUntilIdle()
    try await bench.store.setStarred(a, true)
    await eventually("the star") { page.view.row("a")?.isStarred == true }
    XCTAssertEqual(page.state.reveal?.number, number + 1, "who types keeps the focus")
  }

  @MainActor
  func testWhatWasDroppedWhereItIsFollowsOtherDevices() async throws {
    let bench = try SceneBench()
    let (page, a, c) = try await Self.pageWithARowThatWasMoved(bench)
    for _ in 1...2 { page.presenter.didDrop(c, at: .after(a)) }
    await bench.waitUntilIdle()
    bench.time.advance(by: .seconds(1))
    try await bench.store.place(c, below: nil, .last)
    await Self.expect(page, "a b c")
  }
}

import Core
import XCTest

@testable import App
@testable import Platform
@testable import Service
@testable import Toolkit

/// Undoing in lists of other people.
final class UndoInSharedListsTests: XCTestCase {
  @MainActor
  func testWhatMayNoLongerBeWrittenStandsInNoOnesWay() async throws {
    let bench = try SceneBench()
    let bread = try await bench.add("bread")
    let ann = try await bench.connect()
    try await bench.join("club", named: "Club", of: "bob", as: .writer, ann, todos: ["milk"])
    let app = await AppFixture.started(bench)
    let store = bench.undo.store
    for id in [bread.id, TodoID(rawValue: "club-0")] {
      bench.commands.run(
        { () throws(StoreError) in try await store.setDone(id, true) }, failing: { _ in "" })
    }
    await bench.waitUntilIdle()
    XCTAssertEqual(app.mainWindow.undoTitle, "Complete “milk”")
    try await bench.join("club", named: "Club", of: "bob", as: .reader, ann)
    app.coordinator.didChoose(.undo)
    await bench.waitUntilIdle()
    XCTAssertEqual(app.mainWindow.notices.last, "You can only read this list")
    XCTAssertEqual(app.mainWindow.alerts.titles, [])
    XCTAssertEqual(app.mainWindow.undoTitle, "Complete “bread”")
    app.coordinator.didChoose(.undo)
    await bench.waitUntilIdle()
    let stored = try await bench.store.todo(bread.id)
    XCTAssertEqual(stored?.isDone, false)
  }

  @MainActor
  func testLeavingAListIsNothingToUndo() async throws {
    let bench = try SceneBench()
    let ann = try await bench.connect()
    let club = try await bench.join("club", named: "Club", of: "bob", as: .writer, ann)
    let app = await AppFixture.started(bench)
    let store = bench.undo.store
    bench.commands.run(
      { () throws(StoreError) in try await store.leaveList(club.id) }, failing: { _ in "" })
    await bench.waitUntilIdle()
    XCTAssertNil(app.mainWindow.undoTitle)
  }
}

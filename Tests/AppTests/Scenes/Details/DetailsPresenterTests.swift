import Core
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

/// What is changed in the details of a to-do that is there already.
@MainActor
final class DetailsPresenterTests: XCTestCase {
  func testOldTodoIsChanged() async throws {
    let bench = try SceneBench()
    let todo = try await bench.add("milk", date: SceneBench.monday, isStarred: true)
    let scene = DetailsFixture(bench, .edit(todo))
    XCTAssertEqual(scene.state.storageState, .stored)
    XCTAssertEqual(scene.state.todo.content, "milk")
    XCTAssertEqual(scene.state.lists, [], "it stays in its list")
    scene.type(title: "bread")
    scene.presenter.didChooseDay(nil, of: \.due)
    await scene.close()
    let stored = try await scene.stored()
    XCTAssertEqual(stored.content, "bread")
    XCTAssertNil(stored.due)
    XCTAssertEqual(stored.priority, todo.priority)
    XCTAssertEqual(stored.listID, todo.listID)
  }

  func testClosingWhatWasNotChangedChangesNothing() async throws {
    let bench = try SceneBench()
    let todo = try await bench.add("milk", date: SceneBench.monday, isStarred: true)
    bench.time.advance(by: .seconds(5))
    await DetailsFixture(bench, .edit(todo)).close()
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored, todo)
    XCTAssertEqual(bench.undo.undoable.count, 0)
  }

  func testWhatIsTypedIsKeptWhenTheTypingPauses() async throws {
    let bench = try SceneBench()
    let scene = DetailsFixture(
      bench, .edit(try await bench.add("milk")), saveDelay: .milliseconds(20))
    for title in ["b", "br", "bread"] { scene.type(title: title) }
    await eventually("the text on disk") { !scene.presenter.hasUnsaved }
    let stored = try await scene.stored()
    XCTAssertEqual(stored.content, "bread")
    XCTAssertTrue(scene.presenter.isOpen)
    XCTAssertEqual(bench.undo.undoable.map(\.title), ["Rename “bread”"], "one step")
  }

  func testWhatIsTypedIsKeptWhenTheFocusLeavesOrTheDetailsClose() async throws {
    let bench = try SceneBench()
    let scene = DetailsFixture(bench, .edit(try await bench.add("milk")))
    scene.type(title: "bread")
    await bench.waitUntilIdle()
    var stored = try await scene.stored()
    XCTAssertEqual(stored.content, "milk", "not while somebody types")
    scene.presenter.didLeave(.title)
    await bench.waitUntilIdle()
    stored = try await scene.stored()
    XCTAssertEqual(stored.content, "bread")
    scene.type(notes: "with\nseeds")
    await scene.leave()
    stored = try await scene.stored()
    XCTAssertEqual(stored.notes, "with\nseeds")
    scene.type(notes: "rye")
    await scene.close()
    stored = try await scene.stored()
    XCTAssertEqual(stored.notes, "rye")
  }

  func testWhatIsNotTypedIsKeptAtOnce() async throws {
    let bench = try SceneBench()
    let scene = DetailsFixture(bench, .edit(try await bench.add("milk")))
    scene.presenter.didChoose(.high)
    await bench.waitUntilIdle()
    scene.presenter.didChooseDay(SceneBench.monday, of: \.due)
    await bench.waitUntilIdle()
    let stored = try await scene.stored()
    XCTAssertEqual(stored.priority, .highest)
    XCTAssertEqual(stored.due?.day, SceneBench.monday)
    XCTAssertEqual(bench.undo.undoable.count, 2)
  }

  func testTypingGoesOnWhileIsKept() async throws {
    let bench = try SceneBench()
    let scene = DetailsFixture(bench, .edit(try await bench.add("milk")))
    scene.type(title: "bread ")
    scene.presenter.keep()
    scene.type(title: "bread r")
    await bench.waitUntilIdle()
    XCTAssertEqual(scene.state.todo.content, "bread r")
    scene.type(title: "bread roll ")
    await scene.leave()
    XCTAssertEqual(scene.state.todo.content, "bread roll ", "the cursor is still there")
    XCTAssertFalse(scene.presenter.hasUnsaved)
    let stored = try await scene.stored()
    XCTAssertEqual(stored.content, "bread roll")
    let conflicts = try await bench.store.recentConflicts()
    XCTAssertEqual(conflicts, [], "nobody else has changed it")
    scene.presenter.didLeave(.title)
    await eventually("what is stored") { scene.state.todo.content == "bread roll" }
  }

  func testControlCharactersThatArePastedAreLeftOutAndToldOf() async throws {
    let bench = try SceneBench()
    let scene = DetailsFixture(bench, .edit(try await bench.add("milk")))
    scene.type(title: "mi\u{1B}lk\u{7F} and bread")
    await scene.close()
    let stored = try await scene.stored()
    XCTAssertEqual(stored.content, "milk and bread")
    await eventually("the notice") {
      scene.navigator.alerts.alerts.map(\.title) == ["Invisible Characters Were Removed"]
    }
  }

  func testBlankTitleIsNotKept() async throws {
    let bench = try SceneBench()
    let todo = try await bench.add("milk")
    let scene = DetailsFixture(bench, .edit(todo))
    scene.type(title: " \n")
    scene.type(notes: "two bottles")
    await scene.leave()
    let stored = try await scene.stored()
    XCTAssertEqual(stored.content, "milk")
    XCTAssertEqual(stored.notes, "two bottles")
    XCTAssertEqual(scene.state.todo.content, " \n", "it is still being typed")
    scene.presenter.didLeave(.title)
    await eventually("the title again") { scene.state.todo.content == "milk" }
    XCTAssertEqual(scene.navigator.alerts.alerts, [])
  }

  func testFailureKeepsTheDetailsWithTheirText() async throws {
    let bench = try SceneBench(onDisk: true)
    let scene = DetailsFixture(bench, .edit(try await bench.add("milk")))
    scene.type(title: "bread")
    try await bench.setWritesFail(true)
    scene.presenter.didClose()
    await eventually("the alert") { scene.navigator.alerts.titles == ["“bread” Was Not Saved"] }
    XCTAssertTrue(scene.presenter.isOpen)
    XCTAssertEqual(scene.state.todo.content, "bread")
    try await bench.setWritesFail(false)
    await scene.close()
    let stored = try await scene.stored()
    XCTAssertEqual(stored.content, "bread")
  }

  func testClosingTwiceSavesOnce() async throws {
    let bench = try SceneBench()
    let scene = DetailsFixture(bench, .edit(try await bench.add("milk")))
    scene.type(title: "bread")
    scene.presenter.didClose()
    await scene.close()
    XCTAssertEqual(bench.undo.undoable.count, 1)
    XCTAssertEqual(scene.navigator.alerts.alerts, [])
  }

  func testUndoTakesBackWhatWasKeptAlsoInTheTextThatIsTyped() async throws {
    let bench = try SceneBench()
    let scene = DetailsFixture(bench, .edit(try await bench.add("milk")))
    for title in ["bread", "butter"] {
      scene.type(title: title)
      await scene.leave()
    }
    for title in ["bread", "milk"] {
      scene.presenter.willUndo()
      bench.undo.undo()
      await bench.waitUntilIdle()
      await eventually("\(title) again") { scene.state.todo.content == title }
    }
    bench.undo.redo()
    await eventually("the redone title") { scene.state.todo.content == "bread" }
  }
}

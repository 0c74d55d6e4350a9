import Core
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class EditTaskPresenterTests: XCTestCase {
  @MainActor
  func testNewTodoIsSavedWithEverything() async throws {
    let bench = try SceneBench()
    let home = try await bench.store.addList(named: "Home")
    let id = TodoID(rawValue: "new")
    let scene = EditTaskFixture(bench, .create(TodoDraft(id: id, listID: home.id, content: "mil")))
    XCTAssertEqual(scene.state.title, "New To-Do")
    XCTAssertTrue(scene.state.canSave)
    scene.presenter.didChangeContent("milk")
    scene.presenter.didChangeNotes("two\nbottles")
    scene.presenter.didToggleStar(true)
    scene.presenter.didChooseDate(SceneBench.monday)
    await scene.save()
    let todo = try await bench.store.todo(id)
    XCTAssertEqual(todo?.content, "milk")
    XCTAssertEqual(todo?.notes, "two\nbottles")
    XCTAssertEqual(todo?.priority.isStarred, true)
    XCTAssertEqual(todo?.due?.day, SceneBench.monday)
    XCTAssertEqual(todo?.listID, home.id)
  }

  @MainActor
  func testOldTodoIsChanged() async throws {
    let bench = try SceneBench()
    let todo = try await bench.add("milk", date: SceneBench.monday, isStarred: true)
    let scene = EditTaskFixture(bench, .retitle(todo))
    XCTAssertEqual(scene.state.title, "Edit To-Do")
    XCTAssertEqual(scene.state.content, "milk")
    XCTAssertEqual(scene.state.lists, [], "it stays in its list")
    scene.presenter.didChangeContent("bread")
    scene.presenter.didChooseDate(nil)
    await scene.save()
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored?.content, "bread")
    XCTAssertNil(stored?.due)
    XCTAssertEqual(stored?.priority, todo.priority)
    XCTAssertEqual(stored?.listID, todo.listID)
  }

  @MainActor
  func testSavingWhatWasNotChangedChangesNothing() async throws {
    let bench = try SceneBench()
    let todo = try await bench.add("milk", date: SceneBench.monday, isStarred: true)
    bench.time.advance(by: .seconds(5))
    await EditTaskFixture(bench, .retitle(todo)).save()
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored, todo)
  }

  @MainActor
  func testControlCharactersThatArePastedAreLeftOutAndToldOf() async throws {
    let bench = try SceneBench()
    let todo = try await bench.add("milk")
    let scene = EditTaskFixture(bench, .retitle(todo))
    scene.presenter.didChangeContent("mi\u{1B}lk\u{7F} and bread")
    await scene.save()
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored?.content, "milk and bread")
    await eventually("the notice") {
      scene.navigator.alerts.alerts.map(\.title) == ["Invisible Characters Were Removed"]
    }
  }

  @MainActor
  func testBlankTitleCannotBeSaved() async throws {
    let bench = try SceneBench()
    let todo = try await bench.add("milk")
    let scene = EditTaskFixture(bench, .retitle(todo))
    scene.presenter.didChangeContent(" \n")
    XCTAssertFalse(scene.state.canSave)
    scene.presenter.didSave()
    await bench.waitUntilIdle()
    XCTAssertTrue(scene.presenter.isOpen)
    XCTAssertEqual(scene.navigator.alerts.alerts, [])
    scene.presenter.didChangeContent("x")
    XCTAssertTrue(scene.state.canSave)
  }

  @MainActor
  func testListIsChosen() async throws {
    let bench = try SceneBench()
    let lists = [
      try await bench.store.addList(named: "Home"), try await bench.store.addList(named: "Work"),
      try await bench.store.addList(named: "Club"),
    ]
    let id = TodoID(rawValue: "new")
    let scene = EditTaskFixture(
      bench, .create(TodoDraft(id: id, listID: lists[1].id, content: "milk")))
    XCTAssertFalse(scene.state.isReady, "its size depends on the lists")
    await eventually("the lists") { scene.state.lists.map(\.name) == ["Home", "Work", "Club"] }
    XCTAssertTrue(scene.state.isReady)
    XCTAssertEqual(scene.state.chosenList, 1, "the list of the page")
    scene.presenter.didChooseList(2)
    await scene.save()
    let todo = try await bench.store.todo(id)
    XCTAssertEqual(todo?.listID, lists[2].id)
  }

  @MainActor
  func testFromAMixedPageTheFirstListIsChosen() async throws {
    let bench = try SceneBench()
    let home = try await bench.store.addList(named: "Home")
    try await bench.store.addList(named: "Work")
    let id = TodoID(rawValue: "new")
    let scene = EditTaskFixture(bench, .create(TodoDraft(id: id, content: "milk")))
    await eventually("the lists") { scene.state.lists.count == 2 }
    XCTAssertEqual(scene.state.chosenList, 0)
    scene.presenter.didChooseList(Int.max)
    scene.presenter.didChooseList(0)
    await scene.save()
    let todo = try await bench.store.todo(id)
    XCTAssertEqual(todo?.listID, home.id)
  }

  @MainActor
  func testWithoutAListTheFirstOneIsMade() async throws {
    let bench = try SceneBench()
    let scene = EditTaskFixture(
      bench, .create(TodoDraft(id: TodoID(rawValue: "new"), content: "milk")))
    await scene.save()
    let lists = try await bench.store.lists()
    XCTAssertEqual(lists.map(\.name), [bench.store.naming.firstList])
  }

  @MainActor
  func testListsThatCannotBeReadAreTold() async throws {
    let bench = try SceneBench()
    try await bench.execute("DROP TABLE list")
    let scene = EditTaskFixture(
      bench, .create(TodoDraft(id: TodoID(rawValue: "new"), content: "milk")))
    await eventually("the alert") { scene.navigator.alerts.titles == ["To-Dos Cannot Be Read"] }
    XCTAssertTrue(scene.state.isReady, "the scene is shown nevertheless")
  }

  @MainActor
  func testFailureKeepsTheSceneWithItsText() async throws {
    let bench = try SceneBench(onDisk: true)
    let todo = try await bench.add("milk")
    let scene = EditTaskFixture(bench, .retitle(todo))
    scene.presenter.didChangeContent("bread")
    try await bench.setWritesFail(true)
    scene.presenter.didSave()
    await eventually("the alert") { scene.navigator.alerts.titles == ["“bread” Was Not Saved"] }
    XCTAssertTrue(scene.presenter.isOpen)
    XCTAssertEqual(scene.state.content, "bread")
    try await bench.setWritesFail(false)
    await scene.save()
  }

  @MainActor
  func testTodoDeletedElsewhereIsTold() async throws {
    let bench = try SceneBench()
    let todo = try await bench.add("milk")
    let scene = EditTaskFixture(bench, .retitle(todo))
    _ = try await bench.store.delete(todo.id)
    scene.presenter.didChangeContent("bread")
    scene.presenter.didSave()
    await eventually("the alert") { scene.navigator.alerts.alerts.count == 1 }
    XCTAssertEqual(scene.navigator.alerts.alerts.first?.body, ErrorText.reason(.missing))
  }

  @MainActor
  func testSavingTwiceSavesOnce() async throws {
    let bench = try SceneBench()
    let draft = TodoDraft(id: TodoID(rawValue: "new"), content: "milk")
    let scene = EditTaskFixture(bench, .create(draft))
    scene.presenter.didSave()
    await scene.save()
    await bench.waitUntilIdle()
    XCTAssertFalse(scene.presenter.isOpen)
    XCTAssertEqual(scene.navigator.alerts.alerts, [])
  }

  @MainActor
  func testCancelSavesNothing() async throws {
    let bench = try SceneBench()
    let todo = try await bench.add("milk")
    let scene = EditTaskFixture(bench, .retitle(todo))
    scene.presenter.didChangeContent("bread")
    scene.presenter.didClose()
    await bench.waitUntilIdle()
    XCTAssertFalse(scene.presenter.isOpen)
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored, todo)
  }
}

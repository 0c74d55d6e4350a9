import Core
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

/// The details of a to-do that is made with them.
@MainActor
final class DetailsNewTodoTests: XCTestCase {
  private static let id = TodoID(rawValue: "new")

  private static func draft(_ list: TodoList? = nil, _ content: String = "milk") -> TodoDraft {
    TodoDraft(id: id, listID: list?.id, content: content)
  }

  func testNewTodoIsSavedWithEverything() async throws {
    let bench = try SceneBench()
    let home = try await bench.store.addList(named: "Home")
    let scene = DetailsFixture(bench, .create(Self.draft(home, "mil")))
    XCTAssertEqual(scene.state.storageState, .new)
    scene.type(title: "milk")
    scene.type(notes: "two\nbottles")
    scene.presenter.didChoose(.high)
    scene.presenter.didChooseDay(SceneBench.monday, of: \.due)
    await bench.waitUntilIdle()
    XCTAssertEqual(scene.added, [], "it is not left yet")
    await scene.close()
    let todo = try await scene.stored()
    XCTAssertEqual(todo.content, "milk")
    XCTAssertEqual(todo.notes, "two\nbottles")
    XCTAssertEqual(todo.priority.isStarred, true)
    XCTAssertEqual(todo.due?.day, SceneBench.monday)
    XCTAssertEqual(todo.listID, home.id)
    XCTAssertEqual(scene.added.map(\.id), [Self.id])
    XCTAssertEqual(bench.undo.undoable.map(\.title), ["Add “milk”"])
  }

  func testOnceAddedItIsEdited() async throws {
    let bench = try SceneBench()
    let scene = DetailsFixture(bench, .create(Self.draft()))
    await scene.leave()
    XCTAssertEqual(scene.state.storageState, .stored)
    scene.type(title: "bread")
    await scene.close()
    let todo = try await scene.stored()
    XCTAssertEqual(todo.content, "bread")
    XCTAssertEqual(scene.added.count, 1)
  }

  func testWhatIsTypedWhileItIsAddedIsKeptToo() async throws {
    let bench = try SceneBench(onDisk: true)
    let scene = DetailsFixture(bench, .create(Self.draft()), saveDelay: .milliseconds(20))
    let disk = HeldWriter(bench.store)
    scene.presenter.keep()
    // Until the store has what was typed before.
    for _ in 0..<20 { await Task.yield() }
    scene.type(notes: "two bottles")
    disk.release()
    await eventually("all of it on disk") {
      scene.state.storageState == .stored && !scene.presenter.hasUnsaved
    }
    let todo = try await scene.stored()
    XCTAssertEqual(todo.notes, "two bottles")
  }

  func testWithoutATitleNothingIsAdded() async throws {
    let bench = try SceneBench()
    let scene = DetailsFixture(bench, .create(Self.draft(nil, "")))
    scene.type(title: " \n")
    scene.presenter.didChoose(.high)
    await scene.close()
    let todo = try await bench.store.todo(Self.id)
    XCTAssertNil(todo)
    XCTAssertEqual(scene.navigator.alerts.alerts, [])
  }

  func testNotesAloneAreNotLost() async throws {
    let bench = try SceneBench()
    let scene = DetailsFixture(bench, .create(Self.draft(nil, "")))
    scene.type(notes: "\n  two bottles\nof milk")
    await scene.close()
    let todo = try await scene.stored()
    XCTAssertEqual(todo.content, "two bottles")
    XCTAssertEqual(todo.notes, "\n  two bottles\nof milk")
  }

  func testListIsChosen() async throws {
    let bench = try SceneBench()
    let lists = [
      try await bench.store.addList(named: "Home"), try await bench.store.addList(named: "Work"),
      try await bench.store.addList(named: "Club"),
    ]
    let scene = DetailsFixture(bench, .create(Self.draft(lists[1])))
    await eventually("the lists") { scene.state.lists.map(\.name) == ["Home", "Work", "Club"] }
    XCTAssertEqual(scene.state.chosenList, 1, "the list of the page")
    scene.presenter.didChooseList(2)
    await scene.close()
    let todo = try await scene.stored()
    XCTAssertEqual(todo.listID, lists[2].id)
  }

  func testFromAMixedPageTheFirstListIsChosen() async throws {
    let bench = try SceneBench()
    let home = try await bench.store.addList(named: "Home")
    try await bench.store.addList(named: "Work")
    let scene = DetailsFixture(bench, .create(Self.draft()))
    await eventually("the lists") { scene.state.lists.count == 2 }
    XCTAssertEqual(scene.state.chosenList, 0)
    scene.presenter.didChooseList(Int.max)
    scene.presenter.didChooseList(0)
    await scene.close()
    let todo = try await scene.stored()
    XCTAssertEqual(todo.listID, home.id)
  }

  func testWithoutAListTheFirstOneIsMade() async throws {
    let bench = try SceneBench()
    await DetailsFixture(bench, .create(Self.draft())).close()
    let lists = try await bench.store.lists()
    XCTAssertEqual(lists.map(\.name), [bench.store.naming.firstList])
  }

  func testListsThatCannotBeReadAreTold() async throws {
    let bench = try SceneBench()
    try await bench.execute("DROP TABLE list")
    let scene = DetailsFixture(bench, .create(Self.draft()))
    await eventually("the alert") { scene.navigator.alerts.titles == ["To-Dos Cannot Be Read"] }
    XCTAssertEqual(scene.state.todo.content, "milk", "the details are shown nevertheless")
  }

  func testFromAMixedPageAListOfOnesOwnIsChosen() async throws {
    let bench = try SceneBench()
    let ann = try await bench.connect()
    try await bench.join("club", named: "Club", of: "bob", as: .writer, ann)
    bench.time.advance(by: .seconds(1))
    let home = try await bench.store.addList(named: "Home")
    let scene = DetailsFixture(bench, .create(Self.draft()))
    await eventually("the lists") { scene.state.lists.map(\.name) == ["Club", "Home"] }
    XCTAssertEqual(scene.state.lists[scene.state.chosenList].name, "Home")
    await scene.close()
    let todo = try await scene.stored()
    XCTAssertEqual(todo.listID, home.id)
  }

  func testInAnotherListItIsNoSubtask() async throws {
    let bench = try SceneBench()
    let home = try await bench.store.addList(named: "Home")
    let work = try await bench.store.addList(named: "Work")
    var draft = Self.draft(home)
    draft.parent = try await bench.add("a", to: home.id).id
    let scene = DetailsFixture(bench, .create(draft))
    await eventually("the lists") { scene.state.lists.count == 2 }
    scene.presenter.didChooseList(1)
    await scene.close()
    let todo = try await scene.stored()
    XCTAssertEqual(todo.listID, work.id)
    XCTAssertNil(todo.parent)
  }
}

import Basics
import Core
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

/// The disk takes nothing.
final class TodoListFailureTests: XCTestCase {
  @MainActor
  func testTextOfAFailedAddComesBack() async throws {
    let bench = try SceneBench(onDisk: true)
    let list = try await bench.store.addList(named: "Home")
    let page = await TodoListFixture.loaded(bench, .list(list.id), rows: 0)
    try await bench.setWritesFail(true)
    page.submit("milk")
    await eventually("the alert") { !page.navigator.alerts.alerts.isEmpty }
    XCTAssertEqual(page.state.typed.text, "milk")
    XCTAssertEqual(page.view.titles, [])
    try await bench.setWritesFail(false)
    page.presenter.didSubmitDraft()
    await page.shows(["milk"])
    XCTAssertEqual(page.state.typed.text, "")
  }

  @MainActor
  func testAListThatIsGoneIsTold() async throws {
    let bench = try SceneBench()
    let list = try await bench.store.addList(named: "Home")
    let page = await TodoListFixture.loaded(bench, .list(list.id), rows: 0)
    try await bench.store.deleteList(list.id)
    page.submit("milk")
    await eventually("the alert") { !page.navigator.alerts.alerts.isEmpty }
    XCTAssertEqual(page.navigator.alerts.alerts.first?.body, ErrorText.reason(.missing))
    XCTAssertEqual(page.state.typed.text, "milk")
  }

  @MainActor
  func testTooLongATextComesBackInFull() async throws {
    let bench = try SceneBench()
    let list = try await bench.store.addList(named: "Home")
    let page = await TodoListFixture.loaded(bench, .list(list.id), rows: 0)
    let text = String(repeating: "a", count: TodoContent.maximumBytes + 1)
    page.submit(text)
    await eventually("the alert") { !page.navigator.alerts.alerts.isEmpty }
    XCTAssertEqual(page.state.typed.text, text)
  }

  @MainActor
  func testFailedTickShowsAgainWhatIsStored() async throws {
    let bench = try SceneBench(onDisk: true)
    let list = try await bench.store.addList(named: "Home")
    let todo = try await bench.add("milk", to: list.id)
    let page = await TodoListFixture.loaded(bench, .list(list.id), rows: 1)
    try await bench.setWritesFail(true)
    for gesture in [
      { page.presenter.didToggleDone(todo.id, true) },
      { page.presenter.didToggleStar(todo.id, true) }, { page.presenter.didDelete(todo.id) },
    ] {
      let (renders, alerts) = (page.view.states.count, page.navigator.alerts.alerts.count)
      gesture()
      await eventually("the alert") { page.navigator.alerts.alerts.count == alerts + 1 }
      XCTAssertEqual(
        page.view.states[renders...].map { $0.steps?.map(\.kind) }.filter { $0 != [] },
        [[.redraw(at: 0)]], "the widgets are drawn again")
      XCTAssertEqual(page.view.row("milk")?.isDone, false)
    }
    XCTAssertEqual(Set(page.navigator.alerts.titles), ["The Change Was Not Saved"])
  }

  @MainActor
  func testAnOpenAlertHoldsNothingUp() async throws {
    let bench = try SceneBench()
    let list = try await bench.store.addList(named: "Home")
    let page = await TodoListFixture.loaded(bench, .list(list.id), rows: 0)
    page.navigator.alerts.isHolding = true
    page.presenter.didDelete(TodoID(rawValue: "gone"))
    await eventually("the alert") { page.navigator.alerts.openCount == 1 }
    page.submit("milk")
    await page.shows(["milk"])
    page.navigator.alerts.answer("close")
  }

  @MainActor
  func testDamageFoundWhileReadingIsPassedOn() async throws {
    let bench = try SceneBench()
    try await bench.execute("DROP TABLE todo")
    let page = TodoListFixture(bench, .important)
    await eventually("the alert") { !page.navigator.alerts.alerts.isEmpty }
    XCTAssertEqual(page.navigator.alerts.titles, ["To-Dos Cannot Be Read"])
    XCTAssertEqual(bench.damages, [], "a missing table is no damage by SQLite's own words")
  }
}

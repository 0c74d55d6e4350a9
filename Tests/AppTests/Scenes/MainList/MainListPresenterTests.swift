import Core
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class MainListPresenterTests: XCTestCase {
  @MainActor
  func testPlacesStandInOrder() async throws {
    let bench = try SceneBench()
    for name in ["Work", "Home", "Alps"] { try await bench.store.addList(named: name) }
    let list = try await MainListFixture.loaded(bench)
    XCTAssertEqual(list.names, ["Important", "Today", "Work", "Home", "Alps"])
    try await bench.store.addList(named: "Last")
    await list.shows(["Important", "Today", "Work", "Home", "Alps", "Last"])
  }

  @MainActor
  func testOpenTodosAreCounted() async throws {
    let bench = try SceneBench()
    let work = try await bench.store.addList(named: "Work")
    let home = try await bench.store.addList(named: "Home")
    try await bench.add("a", to: work.id, date: SceneBench.monday)
    try await bench.add("b", to: work.id, isStarred: true)
    try await bench.add("c", to: home.id, isStarred: true, isDone: true)
    let list = MainListFixture(bench)
    await list.shows(counts: [1, 1, 2, 0])
    let todo = try await bench.add("d", to: home.id, date: SceneBench.monday, isStarred: true)
    await list.shows(counts: [2, 2, 2, 1])
    try await bench.store.setDone(todo.id, true)
    await list.shows(counts: [1, 1, 2, 0])
    try await bench.store.setDone(todo.id, false)
    try await bench.store.setStarred(todo.id, false)
    await list.shows(counts: [1, 2, 2, 1])
    _ = try await bench.store.delete(todo.id)
    await list.shows(counts: [1, 1, 2, 0])
  }

  @MainActor
  func testTodayIsCountedAnewAtMidnight() async throws {
    let bench = try SceneBench()
    let tuesday = SceneBench.monday.adding(days: 1)
    try await bench.add("a", date: tuesday)
    try await bench.add("b", date: tuesday)
    let list = MainListFixture(bench)
    await list.shows(counts: [0, 0, 2])
    bench.days.turn(to: tuesday)
    XCTAssertEqual(list.counts, [0, 2, 2])
  }

  @MainActor
  func testFooterCountsTheLists() async throws {
    let bench = try SceneBench()
    let list = try await MainListFixture.loaded(bench)
    XCTAssertNil(list.state.footer)
    try await bench.store.addList(named: "a")
    await eventually("one") { list.state.footer == "You have 1 custom list." }
    try await bench.store.addList(named: "b")
    await eventually("two") { list.state.footer == "You have 2 custom lists." }
  }

  @MainActor
  func testNewNamesAreShown() async throws {
    let bench = try SceneBench()
    let home = try await bench.store.addList(named: "Home")
    try await bench.add("milk", to: home.id)
    let list = try await MainListFixture.loaded(bench)
    try await bench.store.renameList(home.id, to: "House")
    await list.shows(["Important", "Today", "House"])
    XCTAssertEqual(list.counts, [0, 0, 1])
  }

  @MainActor
  func testGesturesLeadToScenes() async throws {
    let bench = try SceneBench()
    let home = try await bench.store.addList(named: "Home")
    let list = try await MainListFixture.loaded(bench)
    list.presenter.didRequestNewList()
    list.presenter.didRequestEdit(home.id)
    list.presenter.didRequestEdit(ListID(rawValue: "gone"))
    XCTAssertEqual(list.navigator.calls.dropFirst(), [.addList, .editList(home.id)])
  }

  @MainActor
  func testRepeatedStatesAreNotRendered() async throws {
    let bench = try SceneBench()
    let home = try await bench.store.addList(named: "Home")
    let list = try await MainListFixture.loaded(bench)
    let todo = try await bench.add("milk", to: home.id)
    await list.shows(counts: [0, 0, 1])
    let count = list.view.states.count
    try await bench.store.update(todo.id, to: TodoDraft(id: todo.id, content: "bread"))
    await bench.waitUntilIdle()
    XCTAssertEqual(list.view.states.count, count, "nothing that is shown here has changed")
  }

  @MainActor
  func testDamageFoundWhileReadingIsPassedOn() async throws {
    let bench = try SceneBench()
    try await bench.execute("DROP TABLE list")
    let list = MainListFixture(bench)
    await eventually("the alert") { list.navigator.alerts.titles == ["To-Dos Cannot Be Read"] }
  }
}

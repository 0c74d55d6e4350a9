import Basics
import Core
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class MainListDeletionTests: XCTestCase {
  @MainActor
  func testQuestionTellsHowManyTodosGo() async throws {
    let bench = try SceneBench()
    let home = try await bench.store.addList(named: "Home")
    let list = try await MainListFixture.loaded(bench)
    for text in [
      "The list is empty.",
      "Its 1 to-do will also be deleted. You can restore both from the trash.",
      "Its 2 to-dos will also be deleted. You can restore them from the trash.",
    ] {
      let count = list.navigator.alerts.alerts.count
      list.presenter.didRequestDelete(home.id)
      await eventually("the question") { list.navigator.alerts.alerts.count == count + 1 }
      XCTAssertEqual(list.navigator.alerts.alerts.last?.body, text)
      XCTAssertEqual(list.navigator.alerts.alerts.last?.title, "Delete “Home”?")
      try await bench.add("to-do", to: home.id, isDone: count == 0)
    }
    let alert = try XCTUnwrap(list.navigator.alerts.alerts.last)
    XCTAssertEqual(alert.responses.map(\.style), [.plain, .destructive])
    XCTAssertEqual(alert.defaultResponse, "cancel")
    XCTAssertEqual(alert.closeResponse, "cancel")
    let lists = try await bench.store.lists()
    XCTAssertEqual(lists.count, 1, "every question was answered with no")
  }

  @MainActor
  func testListIsDeletedAfterYes() async throws {
    let bench = try SceneBench()
    let home = try await bench.store.addList(named: "Home")
    try await bench.add("milk", to: home.id, isStarred: true)
    let list = try await MainListFixture.loaded(bench)
    list.navigator.alerts.script = ["delete"]
    list.presenter.didRequestDelete(home.id)
    await list.shows(["Important", "Today", "To-Do"])
    XCTAssertEqual(list.counts, [0, 0, 0])
    XCTAssertEqual(list.state.selection, list.state.rows.last?.page)
  }

  @MainActor
  func testTheKeyPressedTwiceAsksOnce() async throws {
    let bench = try SceneBench()
    let home = try await bench.store.addList(named: "Home")
    let list = try await MainListFixture.loaded(bench)
    for _ in 0..<2 { list.presenter.didRequestDelete(home.id) }
    await eventually("the question") { !list.navigator.alerts.alerts.isEmpty }
    await bench.waitUntilIdle()
    XCTAssertEqual(list.navigator.alerts.alerts.count, 1)
    list.presenter.didRequestDelete(home.id)
    await eventually("the next question") { list.navigator.alerts.alerts.count == 2 }
  }

  @MainActor
  func testListThatIsGoneIsNotAskedAbout() async throws {
    let bench = try SceneBench()
    let list = try await MainListFixture.loaded(bench)
    list.presenter.didRequestDelete(ListID(rawValue: "gone"))
    await bench.waitUntilIdle()
    XCTAssertEqual(list.navigator.alerts.alerts, [])
  }

  @MainActor
  func testFailureIsTold() async throws {
    let bench = try SceneBench(onDisk: true)
    let home = try await bench.store.addList(named: "Home")
    let list = try await MainListFixture.loaded(bench)
    try await bench.setWritesFail(true)
    list.navigator.alerts.script = ["delete", "close"]
    list.presenter.didRequestDelete(home.id)
    await eventually("the alert") { list.navigator.alerts.alerts.count == 2 }
    XCTAssertEqual(list.navigator.alerts.titles.last, "The List Was Not Deleted")
    XCTAssertEqual(list.names, ["Important", "Today", "Home"])
  }

  @MainActor
  func testListDeletedElsewhereDuringTheQuestionIsTold() async throws {
    let bench = try SceneBench()
    let home = try await bench.store.addList(named: "Home")
    let list = try await MainListFixture.loaded(bench)
    list.navigator.alerts.isHolding = true
    list.presenter.didRequestDelete(home.id)
    await eventually("the question") { list.navigator.alerts.openCount == 1 }
    try await bench.store.deleteList(home.id)
    list.navigator.alerts.answer("delete")
    await eventually("the alert") { list.navigator.alerts.alerts.count == 2 }
    XCTAssertEqual(list.navigator.alerts.alerts.last?.body, ErrorText.reason(.missing))
    list.navigator.alerts.answer("close")
  }
}

import Core
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class TodoListUndoTests: XCTestCase {
  @MainActor
  func testDeletedRowCanBeHadBack() async throws {
    let bench = try SceneBench()
    let list = try await bench.store.addList(named: "Home")
    let todo = try await bench.add("milk", to: list.id, isDone: true)
    let page = await TodoListFixture.loaded(bench, .list(list.id), rows: 2)
    page.presenter.didDelete(todo.id)
    await eventually("the offer") { page.state.undoOffer != nil && page.view.rows.isEmpty }
    let offer = try XCTUnwrap(page.state.undoOffer)
    XCTAssertEqual(offer.title, "milk")
    page.presenter.didUndo(offer.number)
    XCTAssertNil(page.state.undoOffer)
    await page.shows(["—", "milk"])
    page.presenter.didUndo(offer.number)
    await bench.waitUntilIdle()
    XCTAssertEqual(page.view.titles, ["—", "milk"], "undoing twice does nothing more")
  }

  @MainActor
  func testWhatWasLetGoStaysDeleted() async throws {
    let bench = try SceneBench()
    let todo = try await bench.add("milk", isStarred: true)
    let page = await TodoListFixture.loaded(bench, .important, rows: 1)
    page.presenter.didDelete(todo.id)
    await eventually("the offer") { page.state.undoOffer != nil }
    let offer = try XCTUnwrap(page.state.undoOffer)
    page.presenter.didLetGo(offer.number)
    page.presenter.didUndo(offer.number)
    await bench.waitUntilIdle()
    let stored = try await bench.store.todo(todo.id)
    XCTAssertNil(stored)
    page.type("x")
    XCTAssertNil(page.state.undoOffer, "the offer does not come again")
  }

  @MainActor
  func testEachDeletionHasItsOwnOffer() async throws {
    let bench = try SceneBench()
    let list = try await bench.store.addList(named: "Home")
    let milk = try await bench.add("milk", to: list.id)
    let bread = try await bench.add("bread", to: list.id)
    let page = await TodoListFixture.loaded(bench, .list(list.id), rows: 2)
    page.presenter.didDelete(milk.id)
    await eventually("the first offer") { page.state.undoOffer?.title == "milk" }
    let first = try XCTUnwrap(page.state.undoOffer?.number)
    page.presenter.didDelete(bread.id)
    await eventually("the second offer") { page.state.undoOffer?.title == "bread" }
    page.presenter.didUndo(first)
    await page.shows(["milk"])
    XCTAssertEqual(page.state.undoOffer?.title, "bread", "the other offer stands")
  }

  @MainActor
  func testFailedUndoIsTold() async throws {
    let bench = try SceneBench(onDisk: true)
    let todo = try await bench.add("milk", isStarred: true)
    let page = await TodoListFixture.loaded(bench, .important, rows: 1)
    page.presenter.didDelete(todo.id)
    await eventually("the offer") { page.state.undoOffer != nil }
    try await bench.setWritesFail(true)
    page.presenter.didUndo(try XCTUnwrap(page.state.undoOffer?.number))
    await eventually("the alert") { page.navigator.alerts.alerts.count == 1 }
  }
}

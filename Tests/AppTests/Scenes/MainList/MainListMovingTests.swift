import Core
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

/// Lists are moved in the main list by keys and by the mouse.
final class MainListMovingTests: XCTestCase {
  @MainActor
  func testByStepsAndByDropping() async throws {
    let bench = try SceneBench()
    var ids: [ListID] = []
    for name in ["a", "b", "c"] {
      bench.time.advance(by: .seconds(1))
      ids.append(try await bench.store.addList(named: name).id)
    }
    let list = try await MainListFixture.loaded(bench)
    list.presenter.didMove(ids[0], by: 1)
    await list.shows(["Important", "Today", "b", "a", "c"])
    list.presenter.didMove(ids[0], by: 1)
    await list.shows(["Important", "Today", "b", "c", "a"])
    // At the end there is nowhere to go.
    list.presenter.didMove(ids[0], by: 1)
    list.presenter.didMove(ids[1], by: -1)
    list.presenter.didDrop(ids[0], .before(ids[1]))
    await list.shows(["Important", "Today", "a", "b", "c"])
    list.presenter.didDrop(ids[0], .before(ids[0]))
    bench.undo.undo()
    await list.shows(["Important", "Today", "b", "c", "a"])
    await eventually("it can be redone") { !bench.undo.redoable.isEmpty }
    XCTAssertEqual(bench.undo.redoable.map(\.title), ["Move List “a”"])
    XCTAssertEqual(list.navigator.alerts.titles, [])
  }

  @MainActor
  func testHiddenListsAreSteppedOver() async throws {
    let bench = try SceneBench()
    var ids: [ListID] = []
    for name in ["a", "b", "c"] {
      bench.time.advance(by: .seconds(1))
      ids.append(try await bench.store.addList(named: name).id)
    }
    try await bench.store.setListShown(ids[1], false)
    let list = MainListFixture(bench)
    await list.shows(["Important", "Today", "a", "c"])
    list.presenter.didMove(ids[0], by: 1)
    await list.shows(["Important", "Today", "c", "a"])
  }

  @MainActor
  func testWhatCannotBeMovedIsTold() async throws {
    let bench = try SceneBench()
    let (list, local, own, club) = try await MainListFixture.withEveryOwner(bench)
    let calls = list.navigator.calls.count
    list.presenter.didDrop(own.id, .before(local.id))
    list.presenter.didDrop(club.id, .before(own.id))
    XCTAssertEqual(
      list.navigator.calls.dropFirst(calls),
      [
        .toast("Lists stay with the account that keeps them"),
        .toast("Only the owner of “Club” can move it"),
      ])
    list.presenter.didDrop(own.id, .before(club.id))
    list.presenter.didDrop(own.id, .after(club.id))
    await bench.waitUntilIdle()
    XCTAssertEqual(list.navigator.alerts.titles, [])
  }

  @MainActor
  func testRowsHaveTheLookOfTheirLists() async throws {
    let bench = try SceneBench()
    let home = try await bench.store.addList(named: "Home")
    let list = try await MainListFixture.loaded(bench)
    try await bench.store.editList(home.id) { list in
      list.colour = "red"
      list.emoji = "🏠"
    }
    await eventually("the look") {
      list.state.rows.last?.appearance == ListAppearance(colour: .red, emoji: "🏠")
    }
  }
}

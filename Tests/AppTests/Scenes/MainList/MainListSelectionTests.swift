import Core
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class MainListSelectionTests: XCTestCase {
  @MainActor
  func testFirstListOpensAtFirst() async throws {
    let bench = try SceneBench()
    let home = try await bench.store.addList(named: "Home")
    let list = try await MainListFixture.loaded(bench)
    XCTAssertEqual(list.navigator.calls, [.open(.list(home.id), isReveal: false)])
    XCTAssertEqual(list.state.selection, .list(home.id))
  }

  @MainActor
  func testImportantOpensWhereThereIsNoList() async throws {
    let list = try await MainListFixture.loaded(try SceneBench())
    XCTAssertEqual(list.navigator.calls, [.open(.important, isReveal: false)])
  }

  @MainActor
  func testRememberedPageOpens() async throws {
    let bench = try SceneBench()
    try await bench.store.addList(named: "Home")
    let work = try await bench.store.addList(named: "Work")
    for page in [.list(work.id), .today, .important] as [Page] {
      let list = try await MainListFixture.loaded(bench, remembered: page)
      XCTAssertEqual(list.navigator.calls, [.open(page, isReveal: false)])
    }
  }

  @MainActor
  func testRememberedListThatIsGoneIsReplaced() async throws {
    let bench = try SceneBench()
    let home = try await bench.store.addList(named: "Home")
    let list = try await MainListFixture.loaded(
      bench, remembered: .list(ListID(rawValue: "gone")))
    XCTAssertEqual(list.navigator.calls, [.open(.list(home.id), isReveal: false)])
  }

  @MainActor
  func testChoosingRevealsAndMovingDoesNot() async throws {
    let bench = try SceneBench()
    let list = try await MainListFixture.loaded(bench)
    list.presenter.didMoveSelection(.today)
    list.presenter.didMoveSelection(.today)
    list.presenter.didSelect(.today)
    XCTAssertEqual(
      list.navigator.calls.dropFirst(),
      [.open(.today, isReveal: false), .open(.today, isReveal: true)])
    XCTAssertEqual(list.state.selection, .today)
  }

  @MainActor
  func testNewListOpens() async throws {
    let bench = try SceneBench()
    let list = try await MainListFixture.loaded(bench)
    let home = try await bench.store.addList(named: "Home")
    list.presenter.didAdd(home)
    XCTAssertEqual(list.navigator.calls.last, .open(.list(home.id), isReveal: true))
    await list.shows(["Important", "Today", "Home"])
    XCTAssertEqual(list.state.selection, .list(home.id))
  }

  @MainActor
  func testDeletedSelectionFallsBack() async throws {
    let bench = try SceneBench()
    let home = try await bench.store.addList(named: "Home")
    let work = try await bench.store.addList(named: "Work")
    let list = try await MainListFixture.loaded(bench, remembered: .list(work.id))
    try await bench.store.deleteList(work.id)
    await eventually("the first list") { list.state.selection == .list(home.id) }
    try await bench.store.deleteList(home.id)
    await eventually("important") { list.state.selection == .important }
    XCTAssertEqual(
      list.navigator.calls.dropFirst(),
      [.open(.list(home.id), isReveal: false), .open(.important, isReveal: false)])
    XCTAssertEqual(list.names, ["Important", "Today"])
  }

  @MainActor
  func testAnotherListMayBeDeleted() async throws {
    let bench = try SceneBench()
    let home = try await bench.store.addList(named: "Home")
    let work = try await bench.store.addList(named: "Work")
    let list = try await MainListFixture.loaded(bench, remembered: .list(home.id))
    try await bench.store.deleteList(work.id)
    await list.shows(["Important", "Today", "Home"])
    list.presenter.didLose(.list(work.id))
    XCTAssertEqual(list.state.selection, .list(home.id))
    XCTAssertEqual(list.navigator.calls.count, 1)
  }

  @MainActor
  func testThePageThatIsLostIsNotItsOwnReplacement() async throws {
    let bench = try SceneBench()
    let home = try await bench.store.addList(named: "Home")
    let list = try await MainListFixture.loaded(bench)
    list.presenter.didLose(.list(home.id))
    XCTAssertEqual(list.state.selection, .important)
  }

  @MainActor
  func testSelectionThatARereadingDoesNotFindFallsBack() async throws {
    let bench = try SceneBench()
    let home = try await bench.store.addList(named: "Home")
    let list = try await MainListFixture.loaded(bench)
    try await bench.execute("DELETE FROM list WHERE id = '\(home.id.rawValue)'")
    _ = try await bench.connect()  // makes everybody read anew
    await eventually("important") { list.state.selection == .important }
  }
}

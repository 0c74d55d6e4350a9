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
  func testAListThatTheFirstToDoMakesOpensWhereThereIsNone() async throws {
    let bench = try SceneBench()
    let list = try await MainListFixture.loaded(bench)
    let first = ListID.first(of: nil)
    XCTAssertEqual(list.navigator.calls, [.open(.list(first), isReveal: false)])
    XCTAssertNil(list.state.footer)
    var draft = TodoDraft(id: TodoID(rawValue: "t"), listID: first, content: "milk")
    draft.makesList = true
    try await bench.store.add(draft)
    await list.shows(counts: [0, 0, 1])
    XCTAssertEqual(list.names, ["Important", "Today", "To-Do"])
    XCTAssertEqual(list.state.selection, .list(first))
    XCTAssertEqual(list.navigator.calls.count, 1, "the page stays, with what is typed in it")
  }

  @MainActor
  func testTheOpenListGivesWayUnlessSomebodyTypes() async throws {
    let bench = try SceneBench()
    let list = try await MainListFixture.loaded(bench)
    list.isTyping = true
    let home = try await bench.store.addList(named: "Home")
    await list.shows(["Important", "Today", "Home", "To-Do"])
    XCTAssertEqual(list.navigator.calls.count, 1)
    list.isTyping = false
    try await bench.store.addList(named: "Work")
    await list.shows(["Important", "Today", "Home", "Work"])
    XCTAssertEqual(list.state.selection, .list(home.id))
  }

  @MainActor
  func testTheListAfterADeletedFirstOneIsAnother() async throws {
    let bench = try SceneBench()
    let list = try await MainListFixture.loaded(bench)
    for _ in 1...2 {
      guard case .list(let id) = list.state.selection else { return XCTFail("no list is open") }
      var draft = TodoDraft(
        id: TodoID(rawValue: bench.store.makeID()), listID: id, content: "milk")
      draft.makesList = true
      let todo = try await bench.store.add(draft)
      XCTAssertEqual(todo.listID, id)
      await list.shows(counts: [0, 0, 1])
      try await bench.store.deleteList(id)
      await eventually("another one") {
        list.counts == [0, 0, 0] && list.state.selection != .list(id)
      }
    }
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
    await list.shows(["Important", "Today", "To-Do"])
    let unmade = try XCTUnwrap(list.state.rows.last?.page)
    XCTAssertEqual(list.state.selection, unmade)
    XCTAssertEqual(
      list.navigator.calls.dropFirst(),
      [.open(.list(home.id), isReveal: false), .open(unmade, isReveal: false)])
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
    XCTAssertNotEqual(list.state.selection, .list(home.id))
    XCTAssertEqual(list.names, ["Important", "Today", "Home", "To-Do"])
  }

  @MainActor
  func testSelectionThatARereadingDoesNotFindFallsBack() async throws {
    let bench = try SceneBench()
    let home = try await bench.store.addList(named: "Home")
    let list = try await MainListFixture.loaded(bench)
    try await bench.execute("DELETE FROM list WHERE id = '\(home.id.rawValue)'")
    _ = try await bench.connect()  // makes everybody read anew
    await list.shows(["Important", "Assigned to Me", "Today", "To-Do"])
    XCTAssertEqual(list.state.selection, list.state.rows.last?.page)
  }

  /// The desktop's search finds to-dos of hidden lists too.
  @MainActor
  func testAHiddenListThatWasAskedForStays() async throws {
    let bench = try SceneBench()
    let home = try await bench.store.addList(named: "Home")
    let work = try await bench.store.addList(named: "Work")
    let shed = try await bench.store.addList(named: "Shed")
    try await bench.store.setListShown(home.id, false)
    let list = MainListFixture(bench)
    await list.shows(["Important", "Today", "Work", "Shed"])
    list.presenter.didRequest(home.id)
    try await bench.store.setListShown(shed.id, false)
    await list.shows(["Important", "Today", "Work"])
    XCTAssertEqual(list.state.selection, .list(home.id))
    list.presenter.didSelect(.list(work.id))
    XCTAssertFalse(list.presenter.exists(.list(home.id)))
  }
}

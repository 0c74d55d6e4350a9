import Basics
import Core
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class TodoListAddingTests: XCTestCase {
  @MainActor
  func testTheFirstToDoMakesItsList() async throws {
    let bench = try SceneBench()
    let page = TodoListFixture(bench, .list(.first(of: nil)))
    await eventually("the empty page") { page.state.placeholder == .noList }
    XCTAssertEqual(page.state.title, "To-Do")
    page.submit("milk")
    await page.shows(["milk"])
    await eventually("the list") { page.state.access != nil }
    let lists = try await bench.store.lists()
    XCTAssertEqual(lists.map(\.id), [.first(of: nil)])
    let sections = try await bench.store.sections(of: .important)
    XCTAssertEqual(sections.open.count, 0)
  }

  @MainActor
  func testEntryIsFreeAtOnceAndTheRowIsShown() async throws {
    let bench = try SceneBench()
    let list = try await bench.store.addList(named: "Home")
    let page = await TodoListFixture.loaded(bench, .list(list.id), rows: 0)
    page.type(" buy milk ")
    let focus = page.state.typed.focusRequest
    let states = page.view.states.count
    page.presenter.didSubmitDraft()
    XCTAssertEqual(page.view.states.count, states + 1, "entry and row change in one frame")
    XCTAssertEqual(page.view.titles, ["buy milk"])
    XCTAssertEqual(page.state.typed.text, "")
    XCTAssertFalse(page.state.canAdd)
    XCTAssertEqual(page.state.typed.focusRequest, focus + 1)
    XCTAssertNil(page.state.placeholder)
    XCTAssertEqual(page.state.reveal?.index, 0)
    await bench.commands.drain()
    await bench.waitUntilIdle()
    XCTAssertEqual(page.view.row("buy milk")?.listID, list.id)
  }

  @MainActor
  func testTheRowStandsAtOnceWhereItsCommitPutsIt() async throws {
    let bench = try SceneBench()
    let list = try await bench.store.addList(named: "Home")
    for page in [Page.list(list.id), .important, .today] {
      for isDone in [false, true] {
        try await bench.add(
          isDone ? "done" : "open", to: list.id, date: page == .today ? bench.days.today : nil,
          isStarred: page == .important, isDone: isDone)
      }
      let fixture = TodoListFixture(bench, page)
      await eventually("all rows") { fixture.view.titles.contains("—") }
      await bench.waitUntilIdle()
      let titles = fixture.view.titles
      let (open, done) = (titles.prefix { $0 != "—" }, titles.drop { $0 != "—" })
      let expected = open + ["milk", "bread"] + done
      let shownAt = fixture.view.states.count + 1
      for title in ["milk", "bread"] { fixture.submit(title) }
      XCTAssertEqual(fixture.view.titles, Array(expected))
      await bench.commands.drain()
      await bench.waitUntilIdle()
      XCTAssertEqual(fixture.view.titles, Array(expected))
      let counts = fixture.view.states[shownAt...].map(\.page.count)
      XCTAssertEqual(counts, counts.sorted(), "no row goes and comes back")
      for title in ["milk", "bread"] {
        let row = try XCTUnwrap(fixture.view.row(title))
        XCTAssertEqual(row.listID, list.id, "the stored row has taken its place")
      }
    }
  }

  @MainActor
  func testARowEnteredWhileThePageIsReadIsNotLostAndNotThereTwice() async throws {
    let bench = try SceneBench()
    let list = try await bench.store.addList(named: "Home")
    try await bench.add("first", to: list.id)
    let page = TodoListFixture(bench, .list(list.id))
    page.submit("milk")
    XCTAssertEqual(page.view.titles, ["milk"])
    let shownAt = page.view.states.count - 1
    await page.shows(["first", "milk"])
    await bench.commands.drain()
    await bench.waitUntilIdle()
    XCTAssertEqual(page.view.titles, ["first", "milk"])
    for state in page.view.states[shownAt...] {
      XCTAssertEqual(state.page.items.filter { $0.title == "milk" }.count, 1)
    }
  }

  @MainActor
  func testWhatIsTooLongIsNotShownAtAll() async throws {
    let bench = try SceneBench()
    let list = try await bench.store.addList(named: "Home")
    let page = await TodoListFixture.loaded(bench, .list(list.id), rows: 0)
    let states = page.view.states.count
    let text = String(repeating: "a", count: TodoContent.maximumBytes + 1)
    page.submit(text)
    await eventually("the alert") { page.navigator.alerts.alerts.count == 1 }
    XCTAssertEqual(Set(page.view.states[states...].map(\.page.count)), [0])
    XCTAssertEqual(page.state.typed.text, text)
  }

  @MainActor
  func testControlCharactersAreLeftOutAndToldOf() async throws {
    let bench = try SceneBench()
    let list = try await bench.store.addList(named: "Home")
    let page = await TodoListFixture.loaded(bench, .list(list.id), rows: 0)
    page.type("buy\u{1B}[31m milk")
    page.presenter.didSubmitDraft()
    await page.shows(["buy[31m milk"])
    XCTAssertEqual(page.state.notice?.text, "Invisible characters were removed")
    page.type("plain")
    page.presenter.didSubmitDraft()
    XCTAssertEqual(page.state.notice?.number, 1, "told once")
  }

  @MainActor
  func testOnlyTextCanBeAdded() async throws {
    let bench = try SceneBench()
    let list = try await bench.store.addList(named: "Home")
    let page = await TodoListFixture.loaded(bench, .list(list.id), rows: 0)
    XCTAssertFalse(page.state.canAdd)
    page.type(" \n ")
    XCTAssertFalse(page.state.canAdd)
    page.presenter.didSubmitDraft()
    XCTAssertEqual(page.state.typed.text, " \n ", "nothing was submitted")
    page.type("a")
    XCTAssertTrue(page.state.canAdd)
    await bench.waitUntilIdle()
    let sections = try await bench.store.sections(of: .list(list.id))
    XCTAssertEqual(sections, TodoSections())
  }

  @MainActor
  func testTenInARowStayInOrder() async throws {
    let bench = try SceneBench()
    let list = try await bench.store.addList(named: "Home")
    let page = await TodoListFixture.loaded(bench, .list(list.id), rows: 0)
    let titles = (1...10).map { "to-do \($0)" }
    for title in titles { page.submit(title) }
    await page.shows(titles)
    await bench.waitUntilIdle()
    let sections = try await bench.store.sections(of: .list(list.id))
    XCTAssertEqual(sections.open.map(\.content), titles)
    XCTAssertEqual(page.view.titles, titles)
  }

  @MainActor
  func testOnImportantItGetsAStar() async throws {
    let bench = try SceneBench()
    try await bench.store.addList(named: "Home")
    let page = await TodoListFixture.loaded(bench, .important, rows: 0)
    XCTAssertEqual(page.state.placeholder, .nothingImportant)
    page.submit("pay rent")
    await page.shows(["pay rent"])
    XCTAssertEqual(page.view.row("pay rent")?.isStarred, true)
  }

  @MainActor
  func testOnTheDayPageItIsPlannedForTheDayOnShow() async throws {
    let bench = try SceneBench()
    try await bench.store.addList(named: "Home")
    let page = await TodoListFixture.loaded(bench, .today, rows: 0)
    page.submit("today")
    await page.shows(["today"])
    XCTAssertEqual(page.view.row("today")?.due?.day, SceneBench.monday)
    page.presenter.didChooseNextDay()
    await page.showsRows(0)
    page.submit("tomorrow")
    await page.shows(["tomorrow"])
    XCTAssertEqual(page.view.row("tomorrow")?.due?.day, SceneBench.monday.adding(days: 1))
  }

  @MainActor
  func testWithoutAListTheFirstOneIsMade() async throws {
    let bench = try SceneBench()
    let page = await TodoListFixture.loaded(bench, .important, rows: 0)
    page.submit("first")
    await page.shows(["first"])
    await bench.waitUntilIdle()
    let lists = try await bench.store.lists()
    XCTAssertEqual(lists.map(\.name), [bench.store.naming.firstList])
    XCTAssertEqual(page.view.row("first")?.listID, lists.first?.id)
  }

  @MainActor
  func testDetailsBeginWithWhatStandsInTheEntry() async throws {
    let bench = try SceneBench()
    let page = await TodoListFixture.loaded(bench, .today, rows: 0)
    page.type("call Ann")
    page.presenter.didRequestDetails()
    guard case .create(let draft)? = page.navigator.calls.last else { return XCTFail("no scene") }
    XCTAssertEqual(draft.content, "call Ann")
    XCTAssertEqual(draft.due?.day, SceneBench.monday)
    XCTAssertEqual(page.state.typed.text, "call Ann", "kept until it is saved")
  }

  @MainActor
  func testRequestToAddMovesTheFocus() async throws {
    let bench = try SceneBench()
    let page = await TodoListFixture.loaded(bench, .important, rows: 0)
    let focus = page.state.typed.focusRequest
    page.presenter.didRequestAdd()
    XCTAssertEqual(page.state.typed.focusRequest, focus + 1)
  }
}

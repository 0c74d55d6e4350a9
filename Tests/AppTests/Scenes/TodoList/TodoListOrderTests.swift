import Basics
import XCTest

@testable import App
@testable import Command
@testable import Core
@testable import Platform
@testable import Service
@testable import Toolkit

/// A page of one list can be sorted, and rows become overdue in time.
final class TodoListOrderTests: XCTestCase {
  @MainActor
  private static func page(_ titles: [String]) async throws -> TodoListFixture {
    let bench = try SceneBench()
    let list = try await bench.store.addList(named: "Home")
    for title in titles { try await bench.add(title, to: list.id) }
    let page = await TodoListFixture.loaded(bench, .list(list.id), rows: titles.count)
    await eventually("the access") { page.state.access != nil }
    return page
  }

  @MainActor
  func testSortingIsShownAndUndone() async throws {
    let page = try await Self.page(["c", "a", "b"])
    let generation = page.state.generation
    page.presenter.didChooseOrder(.title)
    await page.shows(["a", "b", "c"])
    XCTAssertEqual(page.state.order, .title)
    XCTAssertGreaterThan(page.state.generation, generation, "it begins at its top")
    page.presenter.didChooseOrder(.title)
    await page.bench.waitUntilIdle()
    XCTAssertEqual(page.bench.undo.undoable.map(\.title), ["Sort List “Home”"])
    page.bench.undo.undo()
    await page.shows(["c", "a", "b"])
    XCTAssertEqual(page.state.order, .manual)
  }

  @MainActor
  func testTheOrderChosenLastCountsAlsoIfTheFirstIsNotStoredYet() async throws {
    let page = try await Self.page(["c", "a", "b"])
    page.presenter.didChooseOrder(.title)
    page.presenter.didChooseOrder(.manual)
    await page.bench.waitUntilIdle()
    let list = try await page.bench.store.lists().first
    XCTAssertEqual(list?.order, .manual)
    XCTAssertEqual(page.bench.undo.undoable.count, 2)
  }

  @MainActor
  func testChangesFindTheirPlaceInASortedPage() async throws {
    let page = try await Self.page(["c", "a", "e"])
    page.presenter.didChooseOrder(.title)
    await page.shows(["a", "c", "e"])
    page.submit("d")
    await page.shows(["a", "c", "d", "e"])
    await page.bench.waitUntilIdle()
    XCTAssertEqual(page.view.titles, ["a", "c", "d", "e"], "the commit moves nothing")
    let generation = page.state.generation
    guard case .todo(let row, _)? = page.view.rows.first else { return XCTFail("no row") }
    try await page.bench.store.edit(row.id) { $0.content = "z" }
    await page.shows(["c", "d", "e", "z"])
    XCTAssertEqual(page.state.generation, generation, "only that row has moved")
  }

  @MainActor
  func testWhoMayNotSortIsNotToldTo() async throws {
    let bench = try SceneBench()
    let ann = try await bench.connect()
    var club = try await bench.join(
      "club", named: "Club", of: "bob", as: .writer, ann, todos: ["a", "b"])
    club.order = .title
    try await bench.store.apply(
      [
        RemoteRecord(
          key: RecordKey(kind: .list, id: "club"), state: .live(club.fields),
          version: RecordVersion(tag: "v2"))
      ], from: try XCTUnwrap(club.account))
    let page = await TodoListFixture.loaded(bench, .list(club.id), rows: 2)
    await eventually("the order") { page.state.page.order == .title && page.state.access != nil }
    guard case .todo(let row, _)? = page.view.rows.first else { return XCTFail("no row") }
    page.presenter.didMove(row.id, by: 1)
    XCTAssertEqual(
      page.state.notice?.text, "The list is sorted. Only its owner can change that.")
  }

  @MainActor
  func testMovingByHandNeedsTheOrderByHand() async throws {
    let page = try await Self.page(["a", "b"])
    guard case .todo(let row, _)? = page.view.rows.first else { return XCTFail("no row") }
    page.presenter.didChooseOrder(.title)
    await eventually("the order") { page.state.page.order == .title }
    page.presenter.didMove(row.id, by: 1)
    await page.bench.waitUntilIdle()
    XCTAssertEqual(
      page.state.notice?.text, "The list is sorted. Choose “By Hand” in its menu to move to-dos.")
    XCTAssertEqual(page.view.titles, ["a", "b"])
    page.presenter.didChooseOrder(.manual)
    await eventually("the order") { page.state.page.order == .position }
    page.presenter.didMove(row.id, by: 1)
    await page.shows(["b", "a"])
  }

  @MainActor
  func testListsOfOthersAreSortedByTheirOwners() async throws {
    let bench = try SceneBench()
    let ann = try await bench.connect()
    let club = try await bench.join("club", named: "Club", of: "bob", as: .writer, ann)
    let page = await TodoListFixture.loaded(bench, .list(club.id), rows: 0)
    await eventually("the access") { page.state.access?.canManage == false }
    page.presenter.didChooseOrder(.title)
    await bench.waitUntilIdle()
    XCTAssertEqual(page.state.order, .manual)
    XCTAssertEqual(page.navigator.alerts.titles, [])
  }

  /// The clock of the bench stands at a time of its own; its day is what matters here.
  @MainActor
  func testARowIsOverdueWhenItsMinuteComes() async throws {
    let bench = try SceneBench()
    let now = ZoneRules.utc.clock(at: bench.time.now()).time
    let soon = TimeOfDay(secondsOfDay: now.secondsOfDay / 60 * 60 + 60)
    let list = try await bench.store.addList(named: "Home")
    let page = await TodoListFixture.loaded(bench, .list(list.id), rows: 0)
    try await bench.store.add(
      TodoDraft(
        id: TodoID(rawValue: bench.ids.next()), listID: list.id, content: "milk",
        due: CalendarTime(day: bench.days.today, time: soon)))
    await page.showsRows(1)
    func isOverdue() -> Bool {
      guard case .todo(let row, _)? = page.view.rows.first else { return false }
      return TodoRowText(row, page.state.rowContext).isOverdue
    }
    XCTAssertFalse(isOverdue())
    bench.time.advance(by: .seconds(60))
    bench.days.pass()
    XCTAssertTrue(isOverdue())
  }

  /// The bench's calendar is put on the day of its clock.
  @MainActor
  func testWhatBeginsTodayAppearsByItself() async throws {
    let bench = try SceneBench()
    let (day, time) = ZoneRules.utc.clock(at: bench.time.now())
    bench.days.turn(to: day)
    let list = try await bench.add("bread", date: day).listID
    let page = await TodoListFixture.loaded(bench, .today, rows: 1)
    let own = await TodoListFixture.loaded(bench, .list(list), rows: 1)
    let main = MainListFixture(bench)
    await eventually("the count") { main.counts.dropFirst().first == 1 }
    let start = CalendarTime(
      day: day, time: TimeOfDay(secondsOfDay: time.secondsOfDay / 60 * 60 + 600))
    func isLater() -> Bool? {
      own.view.row("milk").map { TodoRowText($0, own.state.rowContext).isLater }
    }
    try await bench.store.add(
      TodoDraft(
        id: TodoID(rawValue: bench.ids.next()), listID: list, content: "milk",
        due: CalendarTime(day: day), start: start))
    await own.shows(["bread", "milk"])
    await bench.waitUntilIdle()
    XCTAssertEqual(isLater(), true)
    XCTAssertEqual(page.view.titles, ["bread"])
    XCTAssertEqual(main.counts.dropFirst().first, 1)
    XCTAssertTrue(bench.days.wakes.contains(start.moment(local: .utc)))
    let generation = page.state.generation
    bench.time.advance(by: .seconds(600))
    bench.days.pass()
    XCTAssertEqual(isLater(), false)
    XCTAssertEqual(main.counts.dropFirst().first, 2)
    await page.shows(["bread", "milk"])
    XCTAssertEqual(page.state.generation, generation, "focus and scroll position stay")
    try await bench.store.add(
      TodoDraft(
        id: TodoID(rawValue: bench.ids.next()), listID: list, content: "eggs",
        due: CalendarTime(day: day), start: start))
    await page.shows(["bread", "milk", "eggs"])
    XCTAssertEqual(page.state.generation, generation)
  }

  /// The bench's calendar is put on the day of its clock, so that moments are the same to both.
  @MainActor
  func testThePageWaitsForTheNextTimeThatIsDue() async throws {
    let bench = try SceneBench()
    let (day, time) = ZoneRules.utc.clock(at: bench.time.now())
    bench.days.turn(to: day)
    let list = try await bench.store.addList(named: "Home")
    func due(in minutes: Int) -> CalendarTime {
      CalendarTime(day: day, time: TimeOfDay(secondsOfDay: time.secondsOfDay)).moved(
        by: CalendarShift(
          from: CalendarTime(day: day, time: .midnight),
          to: CalendarTime(day: day, time: TimeOfDay(secondsOfDay: minutes * 60))))
    }
    func add(_ due: CalendarTime) async throws -> Timestamp {
      try await bench.store.add(
        TodoDraft(
          id: TodoID(rawValue: bench.ids.next()), listID: list.id, content: "milk", due: due))
      return due.moment(local: .utc)
    }
    let later = try await add(due(in: 20))
    let page = await TodoListFixture.loaded(bench, .list(list.id), rows: 1)
    await eventually("the moment") { bench.days.wakes.last == later }
    let sooner = try await add(due(in: 10))
    await page.showsRows(2)
    XCTAssertEqual(bench.days.wakes.last, sooner)
    let count = bench.days.wakes.count
    _ = try await bench.add("bread", to: list.id)
    await page.showsRows(3)
    XCTAssertEqual(bench.days.wakes.count, count, "what has no time costs nothing")
  }

  @MainActor
  func testTheNewestIsAtTheTopBeforeItsCommit() async throws {
    let page = try await Self.page(["a", "b"])
    page.presenter.didChooseOrder(.added)
    await page.shows(["b", "a"])
    page.bench.time.advance(by: .seconds(1))
    page.submit("c")
    XCTAssertEqual(page.view.titles, ["c", "b", "a"], "before its commit")
    XCTAssertEqual(page.state.reveal?.index, 0)
    await page.bench.waitUntilIdle()
    XCTAssertEqual(page.view.titles, ["c", "b", "a"], "the commit moves nothing")
  }
}

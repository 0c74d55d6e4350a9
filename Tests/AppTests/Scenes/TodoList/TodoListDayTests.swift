import Core
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class TodoListDayTests: XCTestCase {
  private static let tuesday = SceneBench.monday.adding(days: 1)
  private static let wednesday = SceneBench.monday.adding(days: 2)

  /// The day page of Monday, with a to-do on each of three days.
  @MainActor
  private static func page() async throws -> TodoListFixture {
    let bench = try SceneBench()
    try await bench.add("mon", date: SceneBench.monday)
    try await bench.add("tue", date: tuesday)
    try await bench.add("wed", date: wednesday)
    return await TodoListFixture.loaded(bench, .today, rows: 1)
  }

  @MainActor
  func testItOpensWithToday() async throws {
    let page = try await Self.page()
    XCTAssertEqual(page.state.title, "Today")
    XCTAssertEqual(page.state.dayBar, .init(day: SceneBench.monday, isToday: true))
    XCTAssertEqual(page.view.titles, ["mon"])
  }

  @MainActor
  func testDaysAreTurned() async throws {
    let page = try await Self.page()
    let generation = page.state.generation
    page.presenter.didChooseNextDay()
    XCTAssertEqual(page.state.dayBar, .init(day: Self.tuesday, isToday: false))
    XCTAssertEqual(page.state.title, DateText.long(Self.tuesday))
    XCTAssertGreaterThan(page.state.generation, generation)
    XCTAssertEqual(page.view.titles, [], "rows of the other day are gone at once")
    XCTAssertNil(page.state.placeholder, "not empty as far as anybody knows")
    await page.shows(["tue"])
    page.presenter.didChoosePreviousDay()
    await page.shows(["mon"])
    XCTAssertEqual(page.state.dayBar?.isToday, true)
    page.presenter.didChooseDay(Self.wednesday)
    await page.shows(["wed"])
    page.presenter.didChooseToday()
    await page.shows(["mon"])
    XCTAssertEqual(page.state.title, "Today")
  }

  @MainActor
  func testRowsNeverStandOnAnotherDay() async throws {
    let page = try await Self.page()
    for turn in 0..<60 {
      page.presenter.didChooseDay(SceneBench.monday.adding(days: turn % 3))
      for _ in 0..<(turn % 7) { await Task.yield() }
    }
    page.presenter.didChooseDay(Self.wednesday)
    await page.shows(["wed"])
    for state in page.view.states {
      for case .todo(let row, _) in state.page.items {
        XCTAssertEqual(row.due?.day, state.dayBar?.day)
      }
    }
  }

  @MainActor
  func testMidnightTurnsThePageThatFollowsTheCalendar() async throws {
    let page = try await Self.page()
    page.bench.days.turn(to: Self.tuesday)
    await page.shows(["mon", "tue"])
    XCTAssertEqual(page.state.dayBar, .init(day: Self.tuesday, isToday: true))
    XCTAssertEqual(page.state.title, "Today")
  }

  @MainActor
  func testMidnightLeavesAChosenDay() async throws {
    let page = try await Self.page()
    page.presenter.didChooseDay(Self.wednesday)
    await page.shows(["wed"])
    let generation = page.state.generation
    page.bench.days.turn(to: Self.tuesday)
    XCTAssertEqual(page.state.dayBar, .init(day: Self.wednesday, isToday: false))
    XCTAssertEqual(page.state.title, DateText.long(Self.wednesday))
    XCTAssertEqual(page.view.titles, ["wed"])
    XCTAssertEqual(page.state.generation, generation, "focus and scroll position stay")
  }

  @MainActor
  func testAChosenDayBecomesToday() async throws {
    let page = try await Self.page()
    page.presenter.didChooseDay(Self.tuesday)
    await page.shows(["tue"])
    page.bench.days.turn(to: Self.tuesday)
    XCTAssertEqual(page.state.dayBar, .init(day: Self.tuesday, isToday: true))
    XCTAssertEqual(page.state.title, "Today")
    await page.shows(["mon", "tue"])
    page.bench.days.turn(to: Self.wednesday)
    await page.shows(["mon", "tue", "wed"])
    XCTAssertEqual(page.state.title, "Today", "it follows the calendar again")
  }

  @MainActor
  func testARowMovedToAnotherDayLeaves() async throws {
    let page = try await Self.page()
    let row = try XCTUnwrap(page.view.row("mon"))
    try await page.bench.store.update(
      row.id, to: TodoDraft(id: row.id, content: "mon", due: CalendarTime(day: Self.tuesday)))
    await page.showsRows(0)
    XCTAssertEqual(page.state.placeholder, .nothingOnDay)
  }

  /// Whether a new to-do goes elsewhere is decided by the clocks here, as the page is.
  func testADraftBelongsToItsDayHere() throws {
    let seoul = try XCTUnwrap(ZoneName("Asia/Seoul").flatMap { ZoneRules($0) })
    let draft = TodoDraft(
      id: TodoID(rawValue: "a"), content: "milk",
      due: CalendarTime(
        iso8601: SceneBench.monday.iso8601 + "T20:00", zone: ZoneName("America/New_York")))
    XCTAssertFalse(TodoScope.day(SceneBench.monday, seoul).isSuited(to: draft))
    XCTAssertTrue(TodoScope.day(Self.tuesday, seoul).isSuited(to: draft))
    let evening = try XCTUnwrap(CalendarTime(iso8601: SceneBench.monday.iso8601 + "T18:00"))
    let later = TodoDraft(
      id: TodoID(rawValue: "b"), content: "milk", due: CalendarTime(day: SceneBench.monday),
      start: evening)
    XCTAssertFalse(
      TodoScope.today(CalendarTime(day: SceneBench.monday), .utc).isSuited(to: later))
    XCTAssertTrue(TodoScope.today(evening, .utc).isSuited(to: later))
  }

  @MainActor
  func testCalendarIsObservedAsLongAsThePageIsThere() async throws {
    let bench = try SceneBench()
    var page: TodoListFixture? = await TodoListFixture.loaded(bench, .today, rows: 0)
    XCTAssertEqual(bench.days.observerCount, 1)
    weak let presenter = page?.presenter
    page = nil
    await eventually("the release") { presenter == nil }
    XCTAssertEqual(bench.days.observerCount, 0)
  }
}

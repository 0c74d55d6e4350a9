import Basics
import TestSupport
import XCTest

@testable import Core

/// What stands on the page of the present day, and how the main list counts it.
final class TodayTests: XCTestCase {
  private static let today = CalendarDay.first.adding(days: 700_000)

  private static let noon = TimeOfDay(secondsOfDay: 12 * 3600)

  private static func now(_ days: Int = 0, at time: TimeOfDay = noon) -> CalendarTime {
    CalendarTime(day: today.adding(days: days), time: time)
  }

  private func titles(
    _ bench: Bench, zone: ZoneRules, at now: CalendarTime = now()
  ) async throws -> [String] {
    let scope = TodoScope.today(now, zone)
    return try await bench.store.sections(of: scope).open.map(\.content)
  }

  private func readOverview(_ bench: Bench) async throws -> ListOverview {
    let feed = FeedLog(bench.store.overview())
    let hasStarted = await feed.wait { $0.items.count == 2 }
    XCTAssertTrue(hasStarted)
    return try XCTUnwrap(overview(from: feed.state.items))
  }

  private func set(
    _ bench: Bench, _ title: String, due: CalendarTime, start: CalendarTime? = nil
  ) async throws {
    let todo = try await bench.add(title)
    try await bench.store.edit(todo.id) {
      $0.due = due
      $0.start = start
    }
  }

  func testOverdueStandsFirstAndWhatBeginsLaterIsNotThere() async throws {
    let bench = try Bench()
    let day = { (days: Int) in CalendarTime(day: Self.today.adding(days: days)) }
    try await set(bench, "today", due: day(0))
    try await set(bench, "tomorrow", due: day(1))
    try await set(bench, "yesterday", due: day(-1))
    try await set(bench, "long ago", due: day(-400))
    try await set(bench, "later", due: day(0), start: day(2))
    try await set(bench, "begun", due: day(0), start: day(-1))
    let titles = try await titles(bench, zone: .utc)
    XCTAssertEqual(titles, ["long ago", "yesterday", "today", "begun"])
    let overview = try await readOverview(bench)
    XCTAssertEqual((0...2).map { overview.count(at: Self.now($0)) }, [4, 5, 6])
  }

  func testATimeOfAnotherZoneCountsOnItsDayHere() async throws {
    let bench = try Bench()
    let seoul = try XCTUnwrap(ZoneName("Asia/Seoul").flatMap { ZoneRules($0) })
    let newYork = try XCTUnwrap(ZoneName("America/New_York"))
    let evening = try XCTUnwrap(TimeOfDay(iso8601: "20:00"))
    try await set(bench, "here", due: CalendarTime(day: Self.today, time: evening))
    try await set(
      bench, "there", due: CalendarTime(day: Self.today, time: evening, zone: newYork))
    let there = try await titles(bench, zone: seoul)
    XCTAssertEqual(there, ["here"])
    let next = try await titles(bench, zone: seoul, at: Self.now(1))
    XCTAssertEqual(next, ["here", "there"])
    // The page of a day goes by the same clocks, also for what is done.
    for isDone in [false, true] {
      for (days, wanted) in [(0, ["here"]), (1, ["there"])] {
        let page = try await bench.store.sections(of: .day(Self.today.adding(days: days), seoul))
        XCTAssertEqual((isDone ? page.done : page.open).map(\.content), wanted)
      }
      for todo in try await bench.store.allTodos(in: nil, isWithDone: false) {
        try await bench.store.setDone(todo.id, true)
      }
    }
  }

  /// The clocks of the outermost zones are 26 hours apart.
  func testTheOutermostZonesAreTwoDaysApart() async throws {
    let bench = try Bench()
    let west = try XCTUnwrap(ZoneName("Etc/GMT+12"))
    let east = try XCTUnwrap(ZoneName("Etc/GMT-14").flatMap { ZoneRules($0) })
    let late = try XCTUnwrap(TimeOfDay(iso8601: "23:00"))
    try await set(bench, "there", due: CalendarTime(day: Self.today, time: late, zone: west))
    let day = Self.today.adding(days: 2)
    let found = try await bench.store.sections(of: .day(day, east)).open.map(\.content)
    XCTAssertEqual(found, ["there"])
  }

  func testWhatBeginsAtATimeOfTodayComesThen() async throws {
    let seoul = try XCTUnwrap(ZoneName("Asia/Seoul").flatMap { ZoneRules($0) })
    let bench = try Bench(zone: seoul)
    let day = CalendarTime(day: Self.today)
    let evening = try XCTUnwrap(TimeOfDay(iso8601: "18:00"))
    try await set(bench, "here", due: day, start: CalendarTime(day: Self.today, time: evening))
    // 18:00 in Seoul.
    try await set(
      bench, "there", due: day,
      start: CalendarTime(
        day: Self.today, time: try XCTUnwrap(TimeOfDay(iso8601: "09:00")), zone: ZoneName("UTC")))
    try await set(
      bench, "overdue", due: CalendarTime(day: Self.today.adding(days: -1)),
      start: CalendarTime(day: Self.today.adding(days: -2), time: evening))
    let overview = try await readOverview(bench)
    let before = Self.now(at: try XCTUnwrap(TimeOfDay(iso8601: "17:59")))
    let then = Self.now(at: evening)
    var found = try await titles(bench, zone: seoul, at: before)
    XCTAssertEqual(found, ["overdue"])
    XCTAssertEqual(overview.count(at: before), 1)
    XCTAssertEqual(overview.nextTime(after: before), then)
    found = try await titles(bench, zone: seoul, at: then)
    XCTAssertEqual(found, ["overdue", "here", "there"])
    XCTAssertEqual(overview.count(at: then), 3)
    XCTAssertNil(overview.nextTime(after: then))
  }

  /// Whoever shows the page has to know when to read it again.
  func testThePageHearsOfWhatBeginsLaterToday() async throws {
    let bench = try Bench()
    let feed = FeedLog(bench.store.todos(in: .today(Self.now(), .utc)))
    var holds = await feed.wait { $0.items.count == 2 }
    XCTAssertTrue(holds)
    try await set(bench, "tomorrow", due: CalendarTime(day: Self.today.adding(days: 1)))
    let evening = try XCTUnwrap(TimeOfDay(iso8601: "18:00"))
    try await set(
      bench, "tonight", due: CalendarTime(day: Self.today),
      start: CalendarTime(day: Self.today, time: evening))
    holds = await feed.wait { $0.items.count == 3 }
    XCTAssertTrue(holds)
    guard case .change(let change) = feed.state.items[2] else { return XCTFail("no change") }
    XCTAssertEqual(change.todos.map(\.after?.content), ["tonight"])
  }

  func testTimesStandBeforeWhatHasNone() async throws {
    let bench = try Bench()
    let time = { (days: Int, hour: Int) in
      CalendarTime(
        day: Self.today.adding(days: days), time: TimeOfDay(secondsOfDay: hour * 3600))
    }
    for (title, due) in [
      ("b", CalendarTime(day: Self.today)), ("17", time(0, 17)),
      ("a", CalendarTime(day: Self.today)),
      ("9", time(0, 9)), ("yesterday", CalendarTime(day: Self.today.adding(days: -1))),
      ("yesterday, 20", time(-1, 20)),
    ] {
      try await set(bench, title, due: due)
    }
    let found = try await titles(bench, zone: .utc)
    XCTAssertEqual(found, ["yesterday, 20", "yesterday", "9", "17", "b", "a"])
    let day = try await bench.store.sections(of: .day(Self.today, .utc)).open.map(\.content)
    XCTAssertEqual(day, ["9", "17", "b", "a"])
  }

  /// The first rows of a long page are those that stand first, and all agree with how rows are compared.
  func testFirstRowsAndAllRowsAreInTheOrderOfRows() async throws {
    let bench = try Bench()
    let list = try await bench.store.addList(named: "Home").id
    var random = SplitMix64(seed: 11)
    let zones = [nil, "Pacific/Kiritimati", "Asia/Seoul", "America/New_York", "Etc/GMT+12"]
      .map { $0.flatMap { ZoneName($0) } }
    for number in 0..<240 {
      let day = Self.today.adding(days: -Int.random(in: 0..<12, using: &random))
      let time = TimeOfDay(secondsOfDay: Int.random(in: 0..<24, using: &random) * 3600)
      let zone = zones[Int.random(in: 0..<zones.count, using: &random)]
      let due =
        number % 3 == 0
        ? CalendarTime(day: day) : CalendarTime(day: day, time: time, zone: zone)
      let todo = try await bench.store.add(
        TodoDraft(
          id: TodoID(rawValue: bench.ids.next()), listID: list, content: "\(number)", due: due))
      if number % 9 == 0 { try await bench.store.setDone(todo.id, true) }
    }
    let seoul = try XCTUnwrap(ZoneName("Asia/Seoul").flatMap { ZoneRules($0) })
    let feed = FeedLog(bench.store.todos(in: .today(Self.now(), seoul)))
    let holds = await feed.wait { $0.items.count == 2 }
    XCTAssertTrue(holds)
    guard case .opening(let first)? = feed.state.items.first,
      case .snapshot(let all)? = feed.state.items.last
    else { return XCTFail("\(feed.state.items.count)") }
    XCTAssertEqual(first.open.map(\.id), all.open.prefix(TodoStore.openingRows).map(\.id))
    XCTAssertEqual(first.order, all.order)
    XCTAssertGreaterThan(all.open.count, 150)
    for rows in [all.open, all.done] {
      for (row, next) in zip(rows, rows.dropFirst()) {
        XCTAssertTrue(row.precedes(next, by: all.order), "\(row) \(next)")
      }
    }
  }
}

import Basics
import XCTest

@testable import Core

/// What stands on the page of the present day, and how the main list counts it.
final class TodayTests: XCTestCase {
  private static let today = CalendarDay.first.adding(days: 700_000)

  private func titles(_ bench: Bench, zone: ZoneRules) async throws -> [String] {
    let scope = TodoScope.today(Self.today, zone)
    return try await bench.store.sections(of: scope).open.map(\.content)
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
    let feed = FeedLog(bench.store.overview())
    let hasStarted = await feed.wait { $0.items.count == 2 }
    XCTAssertTrue(hasStarted)
    let overview = try XCTUnwrap(overview(from: feed.state.items))
    XCTAssertEqual(overview.count(on: Self.today), 4)
    XCTAssertEqual(overview.count(on: Self.today.adding(days: 1)), 5)
    XCTAssertEqual(overview.count(on: Self.today.adding(days: 2)), 6)
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
    let scope = TodoScope.today(Self.today.adding(days: 1), seoul)
    let next = try await bench.store.sections(of: scope).open.map(\.content)
    XCTAssertEqual(next, ["here", "there"])
  }
}

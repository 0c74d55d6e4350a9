import Core
import XCTest

@testable import Service

final class DailyTidyingTests: XCTestCase {
  @MainActor
  func testItRunsOnEachDayUntilItEnds() async throws {
    let clock = ManualDayClock(try XCTUnwrap(CalendarDay(iso8601: "2026-12-01")))
    var runs = 0
    let daily = DailyTidying(clock: clock) { runs += 1 }
    for expected in 1...2 {
      clock.turn(to: clock.today.adding(days: 1))
      await daily.waitUntilIdle()
      XCTAssertEqual(runs, expected)
    }
    await daily.end()
    clock.turn(to: clock.today.adding(days: 1))
    await daily.waitUntilIdle()
    XCTAssertEqual(runs, 2)
  }
}

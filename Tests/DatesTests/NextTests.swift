import Dates
import XCTest

final class NextTests: XCTestCase {
  private func next(
    _ rule: String, after anchor: String, now: String, isFromCompletion: Bool = false
  ) throws -> [String] {
    let now = try XCTUnwrap(CalendarTime(iso8601: now)).moment(local: .utc)
    return try RecurrenceRule(rule, isFromCompletion: isFromCompletion).next(
      3, after: try XCTUnwrap(CalendarTime(iso8601: anchor)), at: now, local: .utc
    ).map(\.iso8601)
  }

  func testEachIsCompletedWhenItsTimeComes() throws {
    XCTAssertEqual(
      try next("FREQ=WEEKLY;BYDAY=TU,TH", after: "2026-03-03", now: "2026-03-01T12:00"),
      ["2026-03-05", "2026-03-10", "2026-03-12"])
    XCTAssertEqual(
      try next("FREQ=DAILY", after: "2026-03-03", now: "2026-03-10T12:00"),
      ["2026-03-11", "2026-03-12", "2026-03-13"], "what was missed is left out")
    XCTAssertEqual(
      try next(
        "FREQ=DAILY;INTERVAL=2", after: "2026-03-03", now: "2026-03-10T12:00",
        isFromCompletion: true), ["2026-03-12", "2026-03-14", "2026-03-16"])
  }

  func testTheEndIsKept() throws {
    XCTAssertEqual(
      try next("FREQ=DAILY;COUNT=3", after: "2026-03-03", now: "2026-03-03T12:00"),
      ["2026-03-04", "2026-03-05"])
    XCTAssertEqual(
      try next("FREQ=DAILY;UNTIL=20260304", after: "2026-03-03", now: "2026-03-03T12:00"),
      ["2026-03-04"])
    XCTAssertEqual(try next("FREQ=DAILY;COUNT=1", after: "2026-03-03", now: "2026-03-03T12:00"), [])
  }
}

import Basics
import Foundation
import XCTest

@testable import Dates

final class CalendarDayTests: XCTestCase {
  private func day(_ text: String, line: UInt = #line) throws -> CalendarDay {
    try XCTUnwrap(CalendarDay(iso8601: text), text, line: line)
  }

  func testOnlyDaysThatExist() {
    let cases: [(Int, Int, Int, Bool)] = [
      (2028, 2, 29, true), (2027, 2, 29, false), (2000, 2, 29, true), (1900, 2, 29, false),
      (2100, 2, 29, false), (2400, 2, 29, true), (2026, 4, 30, true), (2026, 4, 31, false),
      (2026, 12, 31, true), (2026, 12, 32, false), (2026, 13, 1, false), (2026, 0, 1, false),
      (2026, 1, 0, false), (2026, 1, -1, false), (1, 1, 1, true), (0, 12, 31, false),
      (-1, 1, 1, false), (9999, 12, 31, true), (10_000, 1, 1, false),
      (Int.max, Int.max, Int.max, false), (Int.min, Int.min, Int.min, false),
    ]
    for (year, month, number, exists) in cases {
      XCTAssertEqual(
        CalendarDay(year: year, month: month, day: number) != nil, exists,
        "\(year)-\(month)-\(number)")
    }
  }

  func testReadsOnlyTheISOForm() throws {
    XCTAssertEqual(
      CalendarDay(iso8601: "2026-03-09"), CalendarDay(year: 2026, month: 3, day: 9))
    XCTAssertEqual(CalendarDay(iso8601: "0001-01-01"), CalendarDay.first)
    let bad = [
      "", "-", "--", "2026", "2026-03", "2026-3-9", "26-03-09", "2026-03-09-", "-2026-03-09",
      "2026-03-09T00:00", " 2026-03-09", "2026-03-09\n", "2026/03/09", "+026-03-09", "2026-+3-09",
      "2026-02-29", "0000-01-01", "٢٠٢٦-٠٣-٠٩", "2026-03-0x", "99999-01-01", "2026‐03‐09",
    ]
    for text in bad { XCTAssertNil(CalendarDay(iso8601: text), text) }
  }

  func testTextSortsLikeTheDays() throws {
    let texts = [
      "0001-01-01", "0999-12-31", "1000-01-01", "2026-09-30", "2026-10-01", "9999-12-31",
    ]
    let days = try texts.map { try day($0) }
    XCTAssertEqual(days.map(\.iso8601), texts)
    XCTAssertEqual(days.sorted(), days)
    XCTAssertEqual(texts.sorted(), texts)
  }

  func testAddsAcrossMonthsAndYears() throws {
    let cases = [
      ("2026-12-31", 1, "2027-01-01"), ("2027-01-01", -1, "2026-12-31"),
      ("2028-02-28", 1, "2028-02-29"), ("2028-02-29", 1, "2028-03-01"),
      ("2027-02-28", 1, "2027-03-01"), ("2028-02-29", 365, "2029-02-28"),
      ("2028-02-29", -366, "2027-02-28"), ("2026-11-21", 0, "2026-11-21"),
      ("1999-12-31", 36_525, "2099-12-31"), ("2000-03-01", -1, "2000-02-29"),
      ("1900-03-01", -1, "1900-02-28"),
    ]
    for (start, step, end) in cases {
      XCTAssertEqual(try day(start).adding(days: step).iso8601, end, "\(start) \(step)")
    }
  }

  func testStaysWithinItsYears() throws {
    for step in [1, 366, Int(Int32.max), Int.max] {
      XCTAssertEqual(try day("9999-12-31").adding(days: step).iso8601, "9999-12-31")
      XCTAssertEqual(try day("0001-01-01").adding(days: -step).iso8601, "0001-01-01")
    }
    XCTAssertEqual(try day("2026-11-21").adding(days: Int.max).iso8601, "9999-12-31")
    XCTAssertEqual(try day("2026-11-21").adding(days: Int.min).iso8601, "0001-01-01")
  }

  func testEveryDayFollowsTheOneBefore() throws {
    // Checked against the calendar of Foundation, one day in 97.
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try XCTUnwrap(TimeZone(identifier: "UTC"))
    var current = try day("1601-01-01")
    let end = try day("2500-01-01")
    while current < end {
      let date = try XCTUnwrap(
        calendar.date(
          from: DateComponents(year: current.year, month: current.month, day: current.day)))
      let later = calendar.dateComponents(
        [.year, .month, .day], from: date.addingTimeInterval(97 * 86_400))
      let next = current.adding(days: 97)
      XCTAssertEqual(
        [next.year, next.month, next.day], [later.year, later.month, later.day])
      XCTAssertEqual(next.ordinal, current.ordinal + 97)
      current = next
    }
  }

  func testIsStoredAsText() throws {
    let days = [try day("2026-11-21"), CalendarDay.first]
    let data = try JSONEncoder().encode(days)
    XCTAssertEqual(String(decoding: data, as: UTF8.self), #"["2026-11-21","0001-01-01"]"#)
    XCTAssertEqual(try JSONDecoder().decode([CalendarDay].self, from: data), days)
    XCTAssertThrowsError(
      try JSONDecoder().decode([CalendarDay].self, from: Data(#"["2026-02-30"]"#.utf8)))
  }
}

import Core
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class DayWordsTests: XCTestCase {
  /// A Monday.
  private let words = DayWords(today: CalendarDay(iso8601: "2026-03-02") ?? .first)

  private func day(_ typed: String) -> String? { words.day(typed)?.iso8601 }

  func testDates() {
    XCTAssertEqual(day("2026-12-24"), "2026-12-24")
    XCTAssertEqual(day("2028-02-29"), "2028-02-29")
  }

  func testWords() {
    XCTAssertEqual(day("today"), "2026-03-02")
    XCTAssertEqual(day("TOMORROW"), "2026-03-03")
    XCTAssertEqual(day(" tomorrow "), "2026-03-03")
  }

  func testDaysOfTheWeekAreTheNextOnes() {
    let names = ["tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "monday"]
    for (index, name) in names.enumerated() {
      let expected = words.today.adding(days: index + 1).iso8601
      XCTAssertEqual(day(name), expected, name)
      XCTAssertEqual(day(name.uppercased()), expected, name)
      XCTAssertEqual(day(String(name.prefix(3))), expected, name)
    }
    XCTAssertEqual(day("monday"), "2026-03-09", "not today, which has a word of its own")
  }

  func testDaysFromNow() {
    XCTAssertEqual(day("+0"), "2026-03-02")
    XCTAssertEqual(day("+3"), "2026-03-05")
    XCTAssertEqual(day("+365"), "2027-03-02")
  }

  func testWhatIsNoDay() {
    for typed in [
      "", " ", "someday", "2026-02-30", "2026-2-3", "24.12.2026", "12/24", "+", "+x", "+-1", "-1",
      "++1", "+99999999999999999999", "+40000", "mo", "mondayy", "2026-12-24 10:00",
    ] {
      XCTAssertNil(words.day(typed), typed)
    }
  }
}

import XCTest

@testable import Core

final class TodoRowTests: XCTestCase {
  private func row(_ id: String, _ position: String) -> TodoRow {
    TodoRow(
      id: TodoID(rawValue: id), listID: ListID(rawValue: "l"), content: "x", position: position)
  }

  func testOldestFirstThenByIdentifier() {
    let ordered = [row("b", "1"), row("B", "2"), row("a", "2"), row("é", "2"), row("a", "3")]
    for (index, first) in ordered.enumerated() {
      for (other, second) in ordered.enumerated() {
        XCTAssertEqual(first.precedes(second), index < other, "\(first.id) \(second.id)")
      }
    }
  }

  func testScopes() throws {
    let today = try XCTUnwrap(CalendarDay(iso8601: "2026-11-21"))
    var subject = row("a", "1")
    XCTAssertTrue(TodoScope.list(subject.listID).contains(subject))
    XCTAssertFalse(TodoScope.list(ListID(rawValue: "other")).contains(subject))
    XCTAssertFalse(TodoScope.important.contains(subject))
    XCTAssertFalse(TodoScope.day(today, .utc).contains(subject))
    subject.priority = .highest
    subject.due = CalendarTime(day: today, time: .midnight)
    XCTAssertTrue(TodoScope.important.contains(subject))
    XCTAssertTrue(TodoScope.day(today, .utc).contains(subject))
    XCTAssertFalse(TodoScope.day(today.adding(days: 1), .utc).contains(subject))
  }

  func testATimeComesWithItsMinute() throws {
    func time(_ text: String) throws -> CalendarTime {
      try XCTUnwrap(CalendarTime(iso8601: text), text)
    }
    let now = try time("2026-11-21T18:00")
    for (text, isReached) in [
      ("2026-11-20", true), ("2026-11-20T23:59", true), ("2026-11-21", true),
      ("2026-11-21T17:59", true), ("2026-11-21T18:00", true), ("2026-11-21T18:00:30", true),
      ("2026-11-21T18:01", false), ("2026-11-22", false), ("2026-11-22T00:00", false),
    ] {
      XCTAssertEqual(try time(text).isReached(at: now), isReached, text)
    }
  }

  func testPrioritiesOutsideTheScale() {
    XCTAssertEqual(Priority(rawValue: -1), .undefined)
    XCTAssertEqual(Priority(rawValue: Int.max).rawValue, 9)
    XCTAssertEqual(
      (0...9).filter { Priority(rawValue: $0).isStarred }, [1, 2, 3, 4])
  }
}

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
    XCTAssertFalse(TodoScope.day(today).contains(subject))
    subject.priority = .highest
    subject.due = CalendarTime(day: today, time: .midnight)
    XCTAssertTrue(TodoScope.important.contains(subject))
    XCTAssertTrue(TodoScope.day(today).contains(subject))
    XCTAssertFalse(TodoScope.day(today.adding(days: 1)).contains(subject))
  }

  func testPrioritiesOutsideTheScale() {
    XCTAssertEqual(Priority(rawValue: -1), .undefined)
    XCTAssertEqual(Priority(rawValue: Int.max).rawValue, 9)
    XCTAssertEqual(
      (0...9).filter { Priority(rawValue: $0).isStarred }, [1, 2, 3, 4])
  }
}

import Core
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class TodoWarningsTests: XCTestCase {
  private static func words(
    due: String? = nil, _ zone: String? = nil, start: String? = nil, repeats: Bool = false,
    reminder: String? = nil
  ) -> [String] {
    var todo = Todo(
      id: TodoID(rawValue: "t"), listID: ListID(rawValue: "l"), content: "x", position: "1",
      createdAt: Timestamp(milliseconds: 0), modifiedAt: Timestamp(milliseconds: 0))
    let zone = zone.flatMap { ZoneName($0) }
    todo.due = due.flatMap { CalendarTime(iso8601: $0, zone: zone) }
    todo.start = start.flatMap { CalendarTime(iso8601: $0) }
    if repeats { todo.recurrence = RecurrenceRule("FREQ=DAILY") }
    if let reminder { todo.reminders = [Reminder(text: reminder)] }
    return TodoWarnings.words(todo, zone: .utc)
  }

  func testAStartAfterTheDueDateIsTold() {
    for (due, start, isOdd) in [
      ("2031-12-24", "2031-12-24", false), ("2031-12-24", "2031-12-25", true),
      ("2031-12-24", "2031-12-24T23:00", false), ("2031-12-24T10:00", "2031-12-24", false),
      ("2031-12-24T10:00", "2031-12-24T10:00", false),
      ("2031-12-24T10:00", "2031-12-24T10:01", true),
    ] {
      XCTAssertEqual(
        Self.words(due: due, start: start), isOdd ? ["“x” starts after it is due."] : [],
        "\(due) \(start)")
    }
    // It is five o'clock in New York.
    XCTAssertEqual(
      Self.words(due: "2031-12-24T05:00", "America/New_York", start: "2031-12-24T09:59"), [])
    XCTAssertEqual(Self.words(start: "2031-12-25"), [])
  }

  func testAReminderNeedsWhatItCountsFrom() {
    XCTAssertEqual(
      Self.words(reminder: "DUE -PT15M"), ["“x” needs a due date to remind before it."])
    XCTAssertEqual(
      Self.words(due: "2031-12-24", reminder: "START PT0S"),
      ["“x” needs a start to remind before it."])
    XCTAssertEqual(Self.words(due: "2031-12-24", reminder: "DUE -PT15M"), [])
    XCTAssertEqual(Self.words(start: "2031-12-24", reminder: "START PT0S"), [])
    XCTAssertEqual(Self.words(reminder: "2031-12-24T08:00:00Z Asia/Seoul"), [])
  }

  func testARepetitionNeedsADay() {
    XCTAssertEqual(Self.words(repeats: true), ["“x” needs a day to repeat."])
    XCTAssertEqual(Self.words(due: "2031-12-24", repeats: true), [])
    XCTAssertEqual(Self.words(start: "2031-12-24", repeats: true), [])
    XCTAssertEqual(Self.words(), [])
  }
}

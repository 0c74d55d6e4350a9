import Core
import Foundation
import XCTest

@testable import Sync

final class CalendarReadingTests: XCTestCase {
  func testEveryFixtureIsReadAsExpected() throws {
    let names = try CalendarFixture.names()
    XCTAssertGreaterThanOrEqual(names.count, 80)
    let expected = try CalendarFixture.expected().components(separatedBy: "\n\n")
    let found = try names.map { try CalendarFixture.description($0) }
    for (name, text) in zip(names, found) {
      XCTAssertTrue(expected.contains(text), "\(name) is read as\n\(text)")
    }
    XCTAssertEqual(expected.count, names.count, "expected.txt has other texts as well")
  }

  func testEveryFieldOfTheSchemaIsRead() throws {
    let todo = try CalendarFixture.todo("tasks-org-plain")
    for field in RecordKind.todo.schema where field.name != Todo.Field.listID {
      XCTAssertNotNil(todo.fields[field.name], field.name)
    }
  }

  /// Without CR LF, and as XML hands it over, a text says the same.
  func testLineEndsDoNotMatter() throws {
    for name in try CalendarFixture.names() {
      let resource = try CalendarFixture.resource(name)
      let bare = Array(resource.text.utf8).filter { $0 != 0x0D }
      let again = try CalendarResource(reading: bare)
      XCTAssertEqual(
        again.todos(user: "a").map(\.fields), resource.todos(user: "a").map(\.fields), name)
      XCTAssertEqual(again.text, resource.text, name)
    }
  }

  /// Thunderbird notes completed occurrences beside the to-do, which it leaves as it was.
  func testASeriesOfWhichNothingIsLeftIsDone() throws {
    func part(_ lines: String) -> String {
      "BEGIN:VTODO\r\nUID:u\r\nDTSTAMP:20260101T000000Z\r\n\(lines)\r\nEND:VTODO\r\n"
    }
    func status(_ master: String, _ others: [String]) throws -> FieldValue? {
      let text =
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n" + part(master) + others.joined()
        + "END:VCALENDAR\r\n"
      let todo = try XCTUnwrap(CalendarResource(reading: text).todos(user: "").first)
      return todo.fields[Todo.Field.status]
    }
    let start = "DTSTART;VALUE=DATE:20260116\r\n"
    let done = ["20260116", "20260123"].map {
      part("RECURRENCE-ID;VALUE=DATE:\($0)\r\nSTATUS:COMPLETED\r\nCOMPLETED:20260124T080000Z")
    }
    XCTAssertEqual(try status(start + "RRULE:FREQ=WEEKLY;COUNT=2", done), .string("done"))
    XCTAssertEqual(try status(start + "RRULE:FREQ=WEEKLY;COUNT=3", done), .string("open"))
    XCTAssertEqual(
      try status(start + "RRULE:FREQ=WEEKLY;COUNT=2\r\nSTATUS:NEEDS-ACTION", done),
      .string("open"), "somebody has reopened it")
    let left = start + "RRULE:FREQ=WEEKLY;COUNT=1\r\nEXDATE;VALUE=DATE:20260116"
    XCTAssertEqual(try status(left, []), .string("cancelled"))
  }
}

import Basics
import Core
import Foundation
import XCTest

@testable import Sync

/// DUE must be later than DTSTART and of the same type (RFC 5545 §3.8.2.3). Programs write it equal or earlier all the
/// same (https://github.com/tasks/tasks/issues/1558), and servers take equal ones.
final class CalendarDueAndStartTests: XCTestCase {
  private typealias Field = Todo.Field
  private let now = Timestamp(milliseconds: 1_800_000_000_000)

  /// What others wrote: equal days, equal times, DUE before DTSTART, and of another type.
  private let pairs = [
    ("DTSTART;VALUE=DATE:20260310", "DUE;VALUE=DATE:20260310"),
    ("DTSTART:20260310T090000Z", "DUE:20260310T090000Z"),
    ("DTSTART;X-P=1;TZID=Europe/Berlin:20260310T090000", "DUE;TZID=Europe/Berlin:20260310T090000"),
    ("DTSTART;VALUE=DATE:20260311", "DUE;VALUE=DATE:20260310"),
    ("DTSTART:20260311T090000Z", "DUE:20260310T090000Z"),
    ("DTSTART;VALUE=DATE:20260310", "DUE:20260310T090000Z"),
  ]

  private func resource(_ lines: String...) throws -> CalendarResource {
    let text =
      ["BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VTODO", "UID:u", "DTSTAMP:20260101T000000Z"]
      + lines + ["SUMMARY:a", "END:VTODO", "END:VCALENDAR", ""]
    return try CalendarResource(reading: text.joined(separator: "\r\n"))
  }

  private func changed(_ resource: CalendarResource, _ target: RecordFields) throws
    -> CalendarResource
  {
    try resource.changing("u", to: target, at: now, user: "")
  }

  private func fields(_ resource: CalendarResource) throws -> RecordFields {
    try XCTUnwrap(resource.todos(user: "").first).fields
  }

  private func line(_ name: String, _ resource: CalendarResource) -> String? {
    resource.text.components(separatedBy: "\r\n").first {
      $0.hasPrefix(name + ":") || $0.hasPrefix(name + ";")
    }
  }

  private func time(_ text: String, _ zone: ZoneName? = nil) throws -> FieldValue {
    .time(try XCTUnwrap(CalendarTime(iso8601: text, zone: zone)))
  }

  func testAnEditOfSomethingElseLeavesThemAsTheyAre() throws {
    for (start, due) in pairs {
      let before = try resource(start, due)
      let edits: [RecordFields] = [
        [Field.content: .string("b")], [Field.priority: .integer(1)],
        [Field.status: .string("done"), Field.completedAt: .timestamp(now)],
        [Field.parent: .string("p")],
      ]
      for edit in edits {
        let after = try changed(before, edit)
        XCTAssertEqual(line("DTSTART", after), start)
        XCTAssertEqual(line("DUE", after), due)
      }
      XCTAssertNotEqual(try fields(before)[Field.start], .null, start)
      XCTAssertNotEqual(try fields(before)[Field.due], .null, due)
    }
  }

  /// A start that does not fit is kept beside the to-do, and comes back when it fits again.
  func testWhatIsWrittenIsValid() throws {
    for (start, due) in pairs {
      let before = try resource(start, due)
      let kept = try fields(before)[Field.start]
      for (text, zone): (String, ZoneName?) in [
        ("2026-03-09", nil), ("2026-03-12", nil), ("2026-03-09T10:00", .utc),
        ("2026-03-12T10:00", .utc), ("2026-03-12T10:00", nil),
      ] {
        let target = try time(text, zone)
        let after = try changed(before, [Field.due: target])
        try check(after, "\(start), \(due), \(text)")
        XCTAssertEqual(try fields(after)[Field.due], target)
        XCTAssertEqual(try fields(after)[Field.start], kept, "\(start), \(text)\n\(after.text)")
        let open = try changed(after, [Field.due: .null])
        XCTAssertNotNil(line("DTSTART", open), open.text)
        XCTAssertEqual(try fields(open)[Field.start], kept)
      }
    }
  }

  func testANewStart() throws {
    for (start, due) in pairs {
      let before = try resource(start, due)
      for text in ["2026-03-08", "2026-03-10", "2026-03-13"] {
        let target = try time(text)
        if try fields(before)[Field.start] == target { continue }
        let after = try changed(before, [Field.start: target])
        try check(after, "\(start), \(due), \(text)")
        XCTAssertEqual(line("DUE", after), due)
        XCTAssertEqual(try fields(after)[Field.start], target)
      }
    }
  }

  /// Completing one moves both, and neither gets a day of its own.
  func testOnesThatRepeatMoveTogether() throws {
    for (start, due) in pairs.prefix(3) {
      let before = try resource(start, due, "RRULE:FREQ=WEEKLY")
      let read = try fields(before)
      guard case .time(let first)? = read[Field.due] else { return XCTFail(due) }
      let week = CalendarShift(
        from: CalendarTime(day: first.day), to: CalendarTime(day: first.day.adding(days: 7)))
      let next = FieldValue.time(first.moved(by: week))
      let after = try changed(before, [Field.start: next, Field.due: next])
      XCTAssertEqual(
        line("DTSTART", after), start.replacingOccurrences(of: "20260310", with: "20260317"))
      XCTAssertEqual(line("DUE", after), due.replacingOccurrences(of: "20260310", with: "20260317"))
      XCTAssertEqual(line("RRULE", after), "RRULE:FREQ=WEEKLY")
    }
  }

  /// What servers ask for: no DTSTART, or one of the type of DUE that is not later.
  private func check(_ resource: CalendarResource, _ what: String) throws {
    guard let start = line("DTSTART", resource), let due = line("DUE", resource) else { return }
    XCTAssertEqual(start.contains("VALUE=DATE"), due.contains("VALUE=DATE"), what)
    let values = [start, due].map { $0.components(separatedBy: ":").last ?? "" }
    let isInZone = zip([start, due], values).map { $0.contains("TZID=") || $1.hasSuffix("Z") }
    XCTAssertEqual(isInZone[0], isInZone[1], what)
    XCTAssertLessThanOrEqual(values[0], values[1], what)
  }
}

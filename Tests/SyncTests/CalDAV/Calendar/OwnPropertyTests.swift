import Basics
import Core
import Foundation
import XCTest

@testable import Sync

/// What is written for ourselves counts only as long as nobody has changed what it belongs to.
final class OwnPropertyTests: XCTestCase {
  private typealias Field = Todo.Field
  private let now = Timestamp(milliseconds: 1_800_000_001_000)

  private func text(_ fields: RecordFields) -> String {
    var fields = fields
    fields[Field.createdAt] = .timestamp(Timestamp(milliseconds: 1_799_999_999_001))
    return CalendarResource.new(uid: "u", fields, at: now, user: "alice").text
  }

  private func read(_ text: String) throws -> RecordFields {
    try XCTUnwrap(CalendarResource(reading: text).todos(user: "alice").first).fields
  }

  private func time(_ text: String) throws -> FieldValue {
    .time(try XCTUnwrap(CalendarTime(iso8601: text)))
  }

  /// - Parameter line: that another program writes in the place of one that begins so.
  private func replacing(_ name: String, by line: String, in text: String) -> String {
    text.components(separatedBy: "\r\n")
      .map { $0.hasPrefix(name + ":") || $0.hasPrefix(name + ";") ? line : $0 }
      .joined(separator: "\r\n")
  }

  func testAPositionThatAnotherProgramChanged() throws {
    let key = FieldValue.string("0VCVgwymVk")
    let written = text([Field.position: key])
    XCTAssertEqual(try read(written)[Field.position], key)
    let moved = replacing("X-APPLE-SORT-ORDER", by: "X-APPLE-SORT-ORDER:789739199", in: written)
    XCTAssertNotEqual(written, moved)
    let position = PositionKey.initial(at: Timestamp(milliseconds: 1_768_046_399_000))
    XCTAssertEqual(try read(moved)[Field.position], .string(position))
  }

  func testMomentsThatAnotherProgramChanged() throws {
    let moment = FieldValue.timestamp(Timestamp(milliseconds: 1_800_000_000_999))
    let written = text([
      Field.status: .string("done"), Field.completedAt: moment, Field.modifiedAt: moment,
    ])
    XCTAssertEqual(try read(written)[Field.completedAt], moment)
    XCTAssertEqual(try read(written)[Field.modifiedAt], moment)
    let later = FieldValue.timestamp(Timestamp(milliseconds: 1_800_000_060_000))
    let completed = replacing("COMPLETED", by: "COMPLETED:20270115T080100Z", in: written)
    XCTAssertEqual(try read(completed)[Field.completedAt], later)
    let modified = replacing("LAST-MODIFIED", by: "LAST-MODIFIED:20270115T080100Z", in: written)
    XCTAssertEqual(try read(modified)[Field.modifiedAt], later)
  }

  func testAReminderThatAnotherProgramChanged() throws {
    let written = text([
      Field.due: try time("2026-07-10T10:00"),
      Field.reminders: .set(["2026-07-01T08:00:00Z Asia/Seoul"]),
    ])
    XCTAssertEqual(
      try read(written)[Field.reminders], .set(["2026-07-01T08:00:00Z Asia/Seoul"]))
    let moved = replacing("TRIGGER", by: "TRIGGER;RELATED=END:-PT5M", in: written)
    XCTAssertEqual(try read(moved)[Field.reminders], .set(["DUE -PT5M"]))
  }

  func testAStartThatAnotherProgramWrote() throws {
    let start = try time("2026-07-11T10:00")
    let written = text([Field.due: try time("2026-07-10"), Field.start: start])
    XCTAssertEqual(try read(written)[Field.start], start)
    let changed = replacing(
      "UID", by: "UID:u\r\nDTSTART;VALUE=DATE:20260709", in: written)
    XCTAssertEqual(try read(changed)[Field.start], try time("2026-07-09"))
  }

  func testEveryEditIsANewRevision() throws {
    func lines(_ name: String) throws -> [String] {
      let todo = try CalendarFixture.todo(name)
      let changed = try CalendarFixture.resource(name).changing(
        todo.uid, to: [Field.content: .string("New")], at: now, user: "alice")
      return changed.text.components(separatedBy: "\r\n")
    }
    for (name, sequence) in [("evolution-due", 3), ("apple-plain", 1), ("tasks-org-plain", 1)] {
      let lines = try lines(name)
      for line in [
        "SEQUENCE:\(sequence)", "DTSTAMP:20270115T080001Z", "LAST-MODIFIED:20270115T080001Z",
      ] {
        XCTAssertEqual(lines.filter { $0 == line }.count, 1, "\(line) in \(name)")
      }
    }
  }
}

import Basics
import Core
import Foundation
import XCTest

@testable import Sync

/// Texts with more members of a set than are read. Others have written them, and nothing of it may go with an edit.
final class CalendarLargeSetTests: XCTestCase {
  private typealias Field = Todo.Field
  private let now = Timestamp(milliseconds: 1_800_000_000_000)

  private func resource(_ lines: [String], beside others: [String] = []) throws -> CalendarResource
  {
    let text =
      ["BEGIN:VCALENDAR"] + others + ["BEGIN:VTODO", "UID:u", "SUMMARY:s"] + lines
      + ["END:VTODO", "END:VCALENDAR", ""]
    return try CalendarResource(reading: text.joined(separator: "\r\n"))
  }

  private func members(_ field: String, _ resource: CalendarResource) throws -> Set<ExactText> {
    try XCTUnwrap(resource.todos(user: "alice").first?.fields[field]?.members)
  }

  private func todo(_ resource: CalendarResource) throws -> CalendarComponent {
    try XCTUnwrap(resource.calendars.first?.components("VTODO").last)
  }

  /// Adds a member as an edit does: a full set loses its first one.
  private func adding(_ member: String, _ field: String, to resource: CalendarResource) throws
    -> CalendarResource
  {
    let read = try members(field, resource)
    XCTAssertEqual(read.count, SetLimits.count, field)
    let wanted = SetLimits.bounded(read.union([ExactText(member)]))
    XCTAssertNotEqual(wanted, read, field)
    let edited = try resource.changing("u", to: [field: .set(wanted)], at: now, user: "alice")
    XCTAssertEqual(try members(field, CalendarResource(reading: edited.text)), wanted, field)
    return edited
  }

  private func completion(_ number: Int) -> String {
    let day = CalendarTime(day: CalendarDay.first.adding(days: 730_000 + number))
    return Completion(of: day, at: now).text
  }

  // MARK: What is not read stays

  func testCompletionsWithOneOfAnotherProgram() throws {
    let own = (0..<500).map { "\(OwnProperty.completion):\(completion($0))" }
    let day = CalendarTime(day: CalendarDay.first.adding(days: 730_500)).iCalendar
    let done = [
      "BEGIN:VTODO", "UID:u", "RECURRENCE-ID;VALUE=DATE:\(day)", "STATUS:COMPLETED",
      "COMPLETED:20260101T000000Z", "END:VTODO",
    ]
    let edited = try adding(
      completion(501), Field.completions, to: try resource(own, beside: done))
    let lines = try todo(edited).ownTexts(OwnProperty.completion)
    XCTAssertEqual(lines.count, 500)
    XCTAssertTrue(lines.contains(completion(0)))
    XCTAssertTrue(lines.contains(completion(501)))
  }

  func testTags() throws {
    let lines = (1000..<6000).map { "CATEGORIES:t\($0)" }
    let edited = try adding("u", Field.tags, to: try resource(lines))
    XCTAssertEqual(try todo(edited).tags.count, 5000)
    let none = try resource(lines).changing(
      "u", to: [Field.tags: .set([])], at: now, user: "alice")
    XCTAssertEqual(try todo(none).tags.count, 4500)
  }

  func testReminders() throws {
    let alarms = (1...501).flatMap {
      ["BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER;RELATED=END:-PT\($0)M", "END:VALARM"]
    }
    let dates = ["DTSTART:20260105T090000Z", "DUE:20260105T100000Z"]
    let edited = try adding("START PT0S", Field.reminders, to: try resource(dates + alarms))
    XCTAssertEqual(try todo(edited).components("VALARM").count, 501)
  }

  func testSnoozes() throws {
    let lines = (0...500).map { number in
      let moment = Timestamp(milliseconds: now.milliseconds + Int64(number) * 1000)
      return "\(OwnProperty.snooze):\(moment.iso8601) bob DUE PT0S"
    }
    let edited = try adding(
      "2030-01-01T00:00:00Z bob DUE PT0S", Field.snoozes, to: try resource(lines))
    XCTAssertEqual(try todo(edited).ownTexts(OwnProperty.snooze).count, 501)
  }

  func testAFullSetIsReadBack() throws {
    let tags = Set((0..<SetLimits.count).map { ExactText("t\($0)") })
    let new = CalendarResource.new(
      uid: "u", [Field.content: .string("c"), Field.tags: .set(tags)], at: now, user: "alice")
    XCTAssertEqual(try members(Field.tags, CalendarResource(reading: new.text)), tags)
  }

  // MARK: What takes long if each line is looked for among all

  func testManyAlarmsAreDismissed() throws {
    let alarms = (1...8_000).flatMap { ["BEGIN:VALARM", "TRIGGER:-PT\($0)M", "END:VALARM"] }
    let edited = try resource(["DUE:20260105T100000Z"] + alarms).changing(
      "u",
      to: [Field.status: .string(Todo.Status.done.rawValue), Field.completedAt: .timestamp(now)],
      at: now, user: "alice")
    let dismissed = try todo(edited).components("VALARM").filter {
      $0.lines("ACKNOWLEDGED").count == 1
    }
    XCTAssertEqual(dismissed.count, 8_000)
  }

  func testManyParentsAreLeft() throws {
    let parents = try resource((0..<30_000).map { "RELATED-TO:p\($0)" })
    let moved = try parents.changing(
      "u", to: [Field.parent: .string("other")], at: now, user: "alice")
    XCTAssertEqual(try todo(moved).lines("RELATED-TO").first?.parts.value, "other")
    let left = try parents.changing("u", to: [Field.parent: .null], at: now, user: "alice")
    XCTAssertEqual(try todo(left).lines("RELATED-TO"), [])
  }

  /// Each gets an alarm, and the one that they put off a UID.
  func testManySnoozesPutOneAlarmOff() throws {
    let snoozes = Set(
      (1...400).map { number in
        let moment = Timestamp(milliseconds: now.milliseconds + Int64(number) * 1000)
        return ExactText(Snooze(until: moment, user: "alice", reminder: .atDueTime).text)
      })
    let alarms = ["BEGIN:VALARM", "TRIGGER;RELATED=END:PT0S", "END:VALARM"]
    let before = try resource(["DUE:20260105T100000Z"] + alarms)
    let edited = try before.changing(
      "u", to: [Field.snoozes: .set(snoozes)], at: now, user: "alice")
    XCTAssertEqual(try members(Field.snoozes, CalendarResource(reading: edited.text)), snoozes)
    XCTAssertEqual(try todo(edited).components("VALARM").count, 401)
  }
}

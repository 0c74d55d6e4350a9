import Basics
import Core
import Foundation
import XCTest

@testable import Sync

final class CalendarNewTodoTests: XCTestCase {
  private let now = Timestamp(milliseconds: 1_800_000_001_000)

  private func time(_ text: String, _ zone: String? = nil) throws -> FieldValue {
    .time(try XCTUnwrap(CalendarTime(iso8601: text, zone: zone.flatMap { ZoneName($0) })))
  }

  private func full() throws -> RecordFields {
    [
      Todo.Field.listID: .string("list"),
      Todo.Field.content: .string("Milk, eggs; \\ 우유"),
      Todo.Field.notes: .string("one\ntwo\n\n three "),
      Todo.Field.due: try time("2026-07-10T17:30", "Asia/Seoul"),
      Todo.Field.start: try time("2026-07-09T08:00", "Asia/Seoul"),
      Todo.Field.reminders: .set([
        "DUE -PT15M", "START PT0S", "2026-07-01T08:00:00Z Asia/Seoul", "?",
      ]),
      Todo.Field.snoozes: .set(["2026-07-10T09:00:00.001Z alice DUE -PT15M"]),
      Todo.Field.recurrence: .recurrence(RecurrenceRule("FREQ=DAILY", isFromCompletion: true)),
      Todo.Field.completions: .set(["2026-07-08T17:30 Asia/Seoul 2026-07-08T10:00:00.123Z"]),
      Todo.Field.parent: .string("parent, of it"),
      Todo.Field.tags: .set(["a", "b, c", "태그", "\"d\""]),
      Todo.Field.priority: .integer(1),
      Todo.Field.url: .string("https://example.org/?a=b,c;d"),
      Todo.Field.assignee: .string("bob"),
      Todo.Field.status: .string("done"),
      Todo.Field.completedAt: .timestamp(Timestamp(milliseconds: 1_800_000_000_999)),
      Todo.Field.position: .string("0VCVgwymVk"),
      Todo.Field.createdAt: .timestamp(Timestamp(milliseconds: 1_799_999_999_001)),
      Todo.Field.modifiedAt: .timestamp(Timestamp(milliseconds: 1_800_000_000_999)),
    ]
  }

  /// What is written is read back exactly, or the own write would be a change by somebody else.
  private func check(_ fields: RecordFields, _ what: String) throws {
    let resource = CalendarResource.new(uid: "u,1", fields, at: now, user: "alice")
    let todos = try CalendarResource(reading: resource.text).todos(user: "alice")
    XCTAssertEqual(todos.map(\.uid), ["u,1"], what)
    for (field, value) in fields where field != Todo.Field.listID {
      XCTAssertEqual(todos.first?.fields[field], value, "\(what): \(field)\n\(resource.text)")
    }
  }

  func testEveryFieldIsReadBack() throws {
    let full = try full()
    for field in RecordKind.todo.schema { XCTAssertNotNil(full[field.name], field.name) }
    try check(full, "full")
    for name in full.keys where name != Todo.Field.createdAt {
      var some = full
      some[name] = nil
      // An open to-do was done at no time.
      if name == Todo.Field.status { some[Todo.Field.completedAt] = nil }
      try check(some, "without \(name)")
      if name == Todo.Field.completedAt { continue }
      try check(
        [name: full[name] ?? .null, Todo.Field.createdAt: full[Todo.Field.createdAt] ?? .null], name
      )
    }
  }

  /// Other programs ring once for a snooze that has a reminder of its own.
  func testTheReminderOfASnoozeIsOneAlarm() throws {
    let moment = Timestamp(milliseconds: 1_800_000_601_123)
    let reminder = Reminder(Alarm(at: moment, zone: "Asia/Seoul"))
    let snooze = Snooze(until: moment, user: "alice", reminder: reminder)
    let fields: RecordFields = [
      Todo.Field.content: .string("Milk"), Todo.Field.createdAt: .timestamp(now),
      Todo.Field.reminders: .set([ExactText(reminder.text)]),
      Todo.Field.snoozes: .set([ExactText(snooze.text)]),
    ]
    try check(fields, "new")
    let text = CalendarResource.new(uid: "u", fields, at: now, user: "alice").text
    XCTAssertEqual(text.components(separatedBy: "BEGIN:VALARM").count, 2, text)
    XCTAssertFalse(text.contains("ACKNOWLEDGED"), text)
  }

  func testDatesThatDoNotGoTogetherAreReadBack() throws {
    let texts: [(String, String?)] = [
      ("2026-07-10", nil), ("2026-07-09", nil), ("2026-07-10T17:30", nil),
      ("2026-07-09T17:30", "Asia/Seoul"), ("2026-07-10T17:30", "UTC"),
      ("2026-07-10T17:30:15", "America/St_Johns"), ("2026-07-10T17:30", "Nowhere/At-All"),
    ]
    for due in texts {
      for start in texts {
        var fields = try full()
        fields[Todo.Field.due] = try time(due.0, due.1)
        fields[Todo.Field.start] = try time(start.0, start.1)
        try check(fields, "due \(due), start \(start)")
      }
    }
  }

  /// RFC 5545 §3.8.2.3; sabre refuses others with 415.
  func testDueIsLaterThanDTSTARTAndOfTheSameType() throws {
    var fields = try full()
    for (due, start, isWritten) in [
      ("2026-07-10", "2026-07-09", true), ("2026-07-10", "2026-07-10", true),
      ("2026-07-10", "2026-07-11", false), ("2026-07-10", "2026-07-09T10:00", false),
      ("2026-07-10T10:00", "2026-07-09", false), ("2026-07-10T10:00", "2026-07-10T09:59", true),
    ] {
      fields[Todo.Field.due] = try time(due)
      fields[Todo.Field.start] = try time(start)
      let text = CalendarResource.new(uid: "u", fields, at: now, user: "").text
      XCTAssertEqual(text.contains("DTSTART"), isWritten, "\(due), \(start)")
      XCTAssertTrue(text.contains("\r\nDUE"))
    }
  }

  func testWhatAServerNeedsIsThere() throws {
    let text = CalendarResource.new(uid: "u", try full(), at: now, user: "").text
    for line in [
      "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Optimist//Optimist//EN", "BEGIN:VTIMEZONE",
      "TZID:Asia/Seoul", "BEGIN:VTODO", "UID:u", "DTSTAMP:20270115T080001Z",
      "CREATED:20270115T075959Z", "LAST-MODIFIED:20270115T080000Z", "STATUS:COMPLETED",
      "DUE;TZID=Asia/Seoul:20260710T173000", "COMPLETED:20270115T080000Z",
      "TRIGGER;RELATED=END:-PT15M", "CATEGORIES:\"d\",a,b\\, c,태그", "RELATED-TO:parent\\, of it",
    ] {
      XCTAssertTrue(text.contains(line + "\r\n"), "\(line) in\n\(text)")
    }
    for line in text.components(separatedBy: "\r\n") {
      XCTAssertLessThanOrEqual(line.utf8.count, 75)
    }
    XCTAssertFalse(text.replacingOccurrences(of: "\r\n", with: "").contains("\n"))
  }

  func testControlCharactersDoNotReachTheServer() throws {
    let fields: RecordFields = [
      Todo.Field.content: .string("a\u{0}b\u{7}c\r\nd\u{1B}"),
      Todo.Field.url: .string("x:\r\nUID:y"),
      Todo.Field.recurrence: .recurrence(RecurrenceRule("FREQ=DAILY\r\nX:1")),
    ]
    let resource = CalendarResource.new(uid: "u\r\nX-A:1", fields, at: now, user: "")
    let names = try ContentLines.read(Array(resource.text.utf8)).map(\.line.name)
    XCTAssertFalse(names.contains("X") || names.contains("X-A"))
    XCTAssertEqual(names.filter { $0 == "UID" }.count, 1)
    let todo = try XCTUnwrap(CalendarResource(reading: resource.text).todos(user: "").first)
    XCTAssertEqual(todo.fields[Todo.Field.content], .string("abc\nd"))
  }

  func testARemovedTodoLeavesWhatIsBesideIt() throws {
    XCTAssertNil(
      try CalendarFixture.resource("thunderbird-completed-occurrence").removing(
        "1d8f2c2a-7c39-4f9e-8d45-6a2b0c1e5f05"))
    let rest = try XCTUnwrap(CalendarFixture.resource("event-beside").removing("beside"))
    XCTAssertEqual(rest.text.components(separatedBy: "BEGIN:VEVENT").count, 2)
    XCTAssertTrue(rest.todos(user: "").isEmpty)
    let other = try XCTUnwrap(CalendarFixture.resource("two-todos-two-uids").removing("one"))
    XCTAssertEqual(other.todos(user: "").map(\.uid), ["two"])
  }
}

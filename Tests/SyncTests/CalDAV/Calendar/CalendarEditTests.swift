import Basics
import Core
import Foundation
import XCTest

@testable import Sync

/// Every field of every fixture is changed in turn: the text says the new value, the other fields say what they said, and
/// no other property, parameter or component differs.
final class CalendarEditTests: XCTestCase {
  private let now = Timestamp(milliseconds: 1_800_000_000_000)
  private let modified = Timestamp(milliseconds: 1_800_000_000_123)
  private typealias Field = Todo.Field

  private let dates: Set<String> = [
    "DUE", "DTSTART", "DURATION", "RRULE", OwnProperty.start, OwnProperty.repeatsFrom,
    // What a relative alarm counts from can be another one.
    "TRIGGER", OwnProperty.reminder, "X-MOZ-SNOOZE-TIME", OwnProperty.snooze, "ACKNOWLEDGED",
  ]

  private func edit(
    _ field: String, to values: [FieldValue], allowing allowed: Set<String>,
    components: Bool = false
  ) throws {
    for name in try CalendarFixture.names() {
      let resource = try CalendarFixture.resource(name)
      for todo in resource.todos(user: CalendarFixture.user) {
        for value in values {
          try edit(
            resource, todo, [field: value], "\(name), \(field) = \(value)",
            CalendarComparison(allowed: allowed, allowsComponents: components))
        }
      }
    }
  }

  private func edit(
    _ resource: CalendarResource, _ todo: CalendarTodo, _ target: RecordFields, _ what: String,
    _ comparison: CalendarComparison
  ) throws {
    var all = target
    all[Field.modifiedAt] = .timestamp(modified)
    let written = try resource.changing(todo.uid, to: all, at: now, user: CalendarFixture.user)
    guard target.contains(where: { todo.fields[$0.key] != $0.value }) else {
      return XCTAssertEqual(written, resource, "\(what): nothing is written")
    }
    let again = try CalendarResource(reading: written.text)
    XCTAssertEqual(again.text, written.text, what)
    let others = again.todos(user: CalendarFixture.user)
    let read = try XCTUnwrap(others.first { $0.uid.isExactly(todo.uid) }, what)
    for (field, value) in todo.fields.merging(all, uniquingKeysWith: { $1 }) {
      XCTAssertEqual(read.fields[field], value, "\(what): \(field)")
    }
    XCTAssertEqual(
      others.filter { !$0.uid.isExactly(todo.uid) },
      resource.todos(user: CalendarFixture.user).filter { !$0.uid.isExactly(todo.uid) }, what)
    try comparison.check(resource, written, what)
  }

  // MARK: Texts

  func testTitle() throws {
    let texts = [
      "A, title; with \\ and\nlines", " spaces ", "할 일 🥚", "x", "\"a\" b\tc ^n d: 100 %41",
      "e\u{301}\u{2028}\u{85}\u{FEFF}",
    ]
    try edit(Field.content, to: texts.map { .string($0) }, allowing: ["SUMMARY"])
  }

  func testNotes() throws {
    let texts = ["", String(repeating: "줄, 줄; 줄\\\n", count: 200), "ends with a space ", "\n"]
    try edit(
      Field.notes, to: texts.map { .string($0) },
      allowing: ["DESCRIPTION", "X-ALT-DESC", "STYLED-DESCRIPTION"])
  }

  func testOldNotesDoNotStayAsHTML() throws {
    let resource = try CalendarFixture.resource("outlook-windows-zone")
    let todo = try XCTUnwrap(resource.todos(user: CalendarFixture.user).first)
    func text(_ target: RecordFields) throws -> String {
      try resource.changing(todo.uid, to: target, at: now, user: CalendarFixture.user).text
    }
    XCTAssertFalse(try text([Field.notes: .string("new")]).contains("X-ALT-DESC"))
    XCTAssertTrue(try text([Field.priority: .integer(1)]).contains("X-ALT-DESC"))
  }

  func testLink() throws {
    try edit(
      Field.url, to: [.string("https://example.org/?a=1,2;b=c#d"), .string("odd link"), .null],
      allowing: ["URL"])
  }

  func testPriority() throws {
    try edit(Field.priority, to: [.integer(0), .integer(1), .integer(9)], allowing: ["PRIORITY"])
  }

  func testAssignee() throws {
    try edit(
      Field.assignee, to: [.string("bob"), .null], allowing: [OwnProperty.assignee])
  }

  func testParent() throws {
    try edit(
      Field.parent, to: [.string("some, other"), .null], allowing: ["RELATED-TO"])
  }

  func testOrder() throws {
    let keys = ["0VCVgwym", "0VCVgwymV", "zzzzzzzz", "00000000", "~odd", "0V9xKY5J"]
    try edit(
      Field.position, to: keys.map { .string($0) },
      allowing: ["X-APPLE-SORT-ORDER", OwnProperty.position])
  }

  // MARK: Status

  func testStatus() throws {
    for name in try CalendarFixture.names() {
      let resource = try CalendarFixture.resource(name)
      for todo in resource.todos(user: CalendarFixture.user) {
        for status in Todo.Status.allCases {
          for moment: Int64 in [1_790_000_000_000, 1_790_000_000_789] {
            let at: FieldValue =
              status == .open ? .null : .timestamp(Timestamp(milliseconds: moment))
            try edit(
              resource, todo, [Field.status: .string(status.rawValue), Field.completedAt: at],
              "\(name), \(status)",
              CalendarComparison(allowed: [
                "STATUS", "COMPLETED", "PERCENT-COMPLETE", OwnProperty.completed,
                OwnProperty.cancelled, "ACKNOWLEDGED", "X-MOZ-LASTACK",
              ]))
          }
        }
      }
    }
  }

  // MARK: Dates

  private var times: [FieldValue] {
    get throws {
      let day = try XCTUnwrap(CalendarDay(iso8601: "2026-03-29"))
      let time = try XCTUnwrap(TimeOfDay(iso8601: "17:30"))
      let zones = [nil, ZoneName.utc, ZoneName("Asia/Seoul"), ZoneName("Europe/Berlin")]
      return [.null, .time(CalendarTime(day: day))]
        + zones.map { .time(CalendarTime(day: day, time: time, zone: $0)) }
    }
  }

  func testDue() throws {
    try edit(Field.due, to: times, allowing: dates, components: true)
  }

  func testStart() throws {
    try edit(Field.start, to: times, allowing: dates, components: true)
  }

  func testRule() throws {
    try edit(
      Field.recurrence,
      to: [
        .null, .recurrence(RecurrenceRule("FREQ=DAILY;X-ODD=1")),
        .recurrence(RecurrenceRule("FREQ=WEEKLY;BYDAY=MO,TU", isFromCompletion: true)),
      ], allowing: dates)
  }

  // MARK: Sets

  private func editMembers(
    _ field: String, adding added: [String], allowing allowed: Set<String>, components: Bool = false
  ) throws {
    for name in try CalendarFixture.names() {
      let resource = try CalendarFixture.resource(name)
      for todo in resource.todos(user: CalendarFixture.user) {
        let old = todo.fields[field]?.members ?? []
        var targets: [Set<ExactText>] = [[], old.union(added.map { ExactText($0) })]
        targets.append(Set(added.map { ExactText($0) }))
        targets += old.map { old.subtracting([$0]) }
        for target in targets {
          // What other programs keep as VTODOs of their own is not touched.
          if field == Field.completions, !old.isSubset(of: target) { continue }
          try edit(
            resource, todo, [field: .set(target)], "\(name), \(field) = \(target.map(\.text))",
            CalendarComparison(
              allowed: allowed, allowsComponents: components && old.isSubset(of: target)))
        }
      }
    }
  }

  func testTags() throws {
    try editMembers(
      Field.tags, adding: ["new, tag", "semi;colon", "태그", " spaces ", "\"quoted\""],
      allowing: ["CATEGORIES"])
  }

  func testReminders() throws {
    // Alarms that go take their lines with them.
    let alarm: Set<String> = [
      "BEGIN", "END", "ACTION", "DESCRIPTION", "TRIGGER", "ACKNOWLEDGED", "UID", "REPEAT",
      "DURATION", "ATTACH", "X-WR-ALARMUID", "X-KDE-KCALCORE-ENABLED", "RELATED-TO",
      OwnProperty.reminder, OwnProperty.snooze, "X-MOZ-SNOOZE-TIME",
    ]
    try editMembers(
      Field.reminders,
      adding: [
        "DUE -P1D", "START PT0S", "2026-12-24T08:00:00Z Asia/Seoul", "2026-12-24T08:00:00.123Z UTC",
        "of a later version",
      ], allowing: alarm, components: true)
  }

  func testSnoozes() throws {
    try editMembers(
      Field.snoozes, adding: ["2026-12-24T08:00:00Z alice DUE PT0S"],
      allowing: [
        OwnProperty.snooze, "X-MOZ-SNOOZE-TIME", "BEGIN", "END", "ACTION", "DESCRIPTION", "TRIGGER",
        "UID", "RELATED-TO", "ACKNOWLEDGED", "X-MOZ-LASTACK",
      ])
  }

  func testCompletions() throws {
    try editMembers(
      Field.completions, adding: ["2026-01-02T10:00 Asia/Seoul 2026-01-02T01:00:00.500Z"],
      allowing: [OwnProperty.completion, "ACKNOWLEDGED", "X-MOZ-LASTACK"])
  }

  /// With other dates or another rule, the completed occurrence no longer tells that nothing is left.
  func testASeriesThatIsOverStaysDoneWhenItsDatesChange() throws {
    let text = """
      BEGIN:VCALENDAR
      VERSION:2.0
      BEGIN:VTODO
      UID:u
      DTSTAMP:20260101T000000Z
      DTSTART;VALUE=DATE:20260116
      RRULE:FREQ=WEEKLY;COUNT=1
      END:VTODO
      BEGIN:VTODO
      UID:u
      DTSTAMP:20260101T000000Z
      RECURRENCE-ID;VALUE=DATE:20260116
      STATUS:COMPLETED
      COMPLETED:20260124T080000Z
      END:VTODO
      END:VCALENDAR

      """.replacingOccurrences(of: "\n", with: "\r\n")
    let resource = try CalendarResource(reading: text)
    let later = try XCTUnwrap(CalendarTime(iso8601: "2026-03-02"))
    for change: RecordFields in [
      [Field.start: .time(later)],
      [Field.recurrence: .recurrence(RecurrenceRule("FREQ=WEEKLY;COUNT=5"))],
    ] {
      let edited = try resource.changing(
        "u", to: change, at: now, user: CalendarFixture.user)
      let todo = try XCTUnwrap(edited.todos(user: CalendarFixture.user).first)
      XCTAssertEqual(todo.fields[Field.status], .string("done"), "\(change)")
    }
  }
}

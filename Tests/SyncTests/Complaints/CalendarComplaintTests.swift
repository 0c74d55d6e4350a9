import Basics
import Core
import Foundation
import XCTest

@testable import Sync

/// What users of other programs complain about, in to-dos that come from calendars.
final class CalendarComplaintTests: XCTestCase {
  private typealias Field = Todo.Field
  private let now = Timestamp(milliseconds: 1_800_000_000_000)

  private func fields(_ name: String) throws -> RecordFields {
    try CalendarFixture.todo(name).fields
  }

  private func changed(_ name: String, _ target: RecordFields) throws -> String {
    let todo = try CalendarFixture.todo(name)
    return try CalendarFixture.resource(name)
      .changing(todo.uid, to: target, at: now, user: CalendarFixture.user).text
  }

  private func time(_ text: String, _ zone: String? = nil) throws -> FieldValue {
    .time(try XCTUnwrap(CalendarTime(iso8601: text, zone: zone.flatMap { ZoneName($0) })))
  }

  // MARK: Errands

  /// "Meet Ann at 10:30" arrived as "30".
  func testAColonInATitleIsPartOfIt() throws {
    XCTAssertEqual(try fields("errands-task")[Field.content], .string("Meet Ann at 10:30"))
    XCTAssertEqual(try fields("errands-task")[Field.notes], .string("Bring: pen, paper"))
  }

  /// A day became midnight, with or without VALUE=DATE.
  func testADayStaysADay() throws {
    for name in ["tasks-org-due-day", "errands-due", "nextcloud-all-day", "todoman-lower-case"] {
      guard case .time(let due)? = try fields(name)[Field.due] else {
        XCTFail(name)
        continue
      }
      XCTAssertTrue(due.isDay, name)
    }
    let text = try changed("errands-due", [Field.due: time("2026-03-11")])
    XCTAssertTrue(text.contains("DUE;VALUE=DATE:20260311\r\n"))
  }

  /// Zones were ignored, so times were off by hours and days by one.
  func testATimeKeepsItsZone() throws {
    for (name, due) in [
      ("tasks-org-due-time", try time("2026-03-14T09:30", "Europe/Berlin")),
      ("thunderbird-old-tzid", try time("2026-07-16T17:00", "Europe/Berlin")),
      ("evolution-due", try time("2026-01-22T12:00", "Europe/Berlin")),
      ("em-client-custom-zone", try time("2026-07-10T12:00", "Europe/Berlin")),
      ("synology-task", try time("2026-04-20T18:00", "Asia/Seoul")),
      ("rfc-5545-alarm", try time("1998-04-15T00:00")),
    ] {
      XCTAssertEqual(try fields(name)[Field.due], due, name)
    }
    let text = try changed(
      "thunderbird-old-tzid", [Field.due: time("2026-07-17T17:00", "Europe/Berlin")])
    XCTAssertTrue(
      text.contains("DUE;TZID=/mozilla.org/20050126_1/Europe/Berlin:20260717T170000\r\n"))
    XCTAssertEqual(text.components(separatedBy: "BEGIN:VTIMEZONE").count, 2)
  }

  // MARK: Planify, Tasks.org

  /// Editing dropped DTSTART and everything that the program did not know.
  func testEditingKeepsWhatIsNotKnown() throws {
    let text = try changed("unknown-component", [Field.content: .string("New")])
    for kept in [
      "X-UNKNOWN;X-P=\"quoted;:,\";X-Q=a,b:value\\,kept\r\n",
      "BEGIN:X-PART\r\nX-C:3\r\nEND:X-PART\r\n",
      "BEGIN:X-COMPONENT\r\nX-A:1\r\nBEGIN:X-INNER\r\nX-B;P=\"a;b:c\":2\r\n",
      "IANA-TOKEN;P=1:x\r\n",
      "BEGIN:PARTICIPANT\r\nUID:p\r\nPARTICIPANT-TYPE:ACTIVE\r\n",
    ] {
      XCTAssertTrue(text.contains(kept), kept)
    }
    let dates = try changed("tasks-org-due-time", [Field.content: .string("New")])
    XCTAssertTrue(dates.contains("DTSTART;TZID=Europe/Berlin:20260314T080000\r\n"))
  }

  /// COMPLETED without a zone, a missing PRIORITY.
  func testOddValuesAreRead() throws {
    XCTAssertEqual(
      try fields("evolution-completed-not-utc")[Field.completedAt],
      .timestamp(try XCTUnwrap(Timestamp(iso8601: "2026-01-21T17:00:00Z"))))
    XCTAssertEqual(try fields("tasks-org-due-day")[Field.priority], .integer(0))
    XCTAssertEqual(try fields("quirk-bad-values")[Field.priority], .integer(0))
  }

  /// RELATED-TO without RELTYPE was no parent, and a parent that names its children was turned round.
  func testParentsAndChildren() throws {
    let parent = FieldValue.string("0b7c1a52-6f3c-4a5e-9d3b-8c1f2a6f0c14")
    XCTAssertEqual(try fields("nextcloud-child")[Field.parent], parent)
    let naming = try CalendarFixture.todo("thunderbird-parent-names-child")
    XCTAssertEqual(naming.fields[Field.parent], .null)
    XCTAssertEqual(
      naming.children,
      ["1d8f2c2a-7c39-4f9e-8d45-6a2b0c1e5f01", "1d8f2c2a-7c39-4f9e-8d45-6a2b0c1e5f02"])
    let text = try changed("thunderbird-parent-names-child", [Field.parent: parent])
    XCTAssertEqual(text.components(separatedBy: "RELTYPE=CHILD").count, 3)
    XCTAssertFalse(try changed("nextcloud-child", [Field.parent: .null]).contains("RELATED-TO"))
  }

  /// A section of Planify is a plain to-do here, not a dummy.
  func testASectionIsATodo() throws {
    XCTAssertEqual(try fields("planify-section")[Field.content], .string("List : Garden"))
  }

  // MARK: Alarms

  /// A dropped alarm is switched off on the phone.
  func testForeignAlarmsStay() throws {
    for name in [
      "apple-location-alarm", "apple-no-alarm-marker", "evolution-email-alarm",
      "rfc-9074-proximity", "apple-snoozed", "apple-audio-and-display",
    ] {
      let before = try CalendarFixture.resource(name).calendars[0].components("VTODO")[0]
      let target: RecordFields = [
        Field.content: .string("New"), Field.due: try time("2027-01-01"),
        Field.reminders: .set(
          (try fields(name)[Field.reminders]?.members ?? []).union(["DUE -P1D"])),
      ]
      let after = try CalendarResource(reading: changed(name, target)).calendars[0]
        .components("VTODO")[0]
      let kept = after.components("VALARM").filter {
        !$0.lines.map(\.text).contains("TRIGGER;RELATED=END:-P1D")
      }
      XCTAssertEqual(kept, before.components("VALARM"), name)
      XCTAssertEqual(
        after.components("VALARM").count, before.components("VALARM").count + 1, name)
    }
  }

  /// RELATED=END without DUE, VALUE=DATE, no trigger at all.
  func testOddAlarmsStopNothing() throws {
    XCTAssertEqual(
      try fields("planify-day-alarm")[Field.reminders], .set(["DUE -PT10M", "START PT0S"]))
  }

  /// A reminder that is moved is the same alarm with another trigger.
  func testAMovedReminderKeepsItsAlarm() throws {
    let text = try changed("apple-due-with-alarm", [Field.reminders: .set(["DUE -PT5M"])])
    XCTAssertTrue(text.contains("X-WR-ALARMUID:1F8D6A1E-7F3B-4F5D-8D6B-0E0B7B9B3C01\r\n"))
    XCTAssertTrue(text.contains("TRIGGER;RELATED=END:-PT5M\r\n"))
    XCTAssertEqual(text.components(separatedBy: "BEGIN:VALARM").count, 2)
  }

  func testDismissedElsewhereIsKnown() throws {
    let reminder = Reminder(text: "DUE -PT15M")
    XCTAssertEqual(
      try CalendarFixture.todo("apple-alarm-acknowledged").acknowledged[reminder]?.iso8601,
      "2026-02-10T15:50:12Z")
    XCTAssertEqual(
      try CalendarFixture.todo("thunderbird-lastack").acknowledged[reminder]?.iso8601,
      "2026-01-16T16:45:12Z")
  }

  // MARK: Repeats

  /// Evolution and Outlook leave a completed copy with the rule in it, eM Client one of the same UID.
  func testACompletedCopyIsNotAdvanced() throws {
    let copy = try fields("evolution-completed-copy")
    XCTAssertEqual(copy[Field.status], .string("done"))
    XCTAssertEqual(copy[Field.due], try time("2026-01-21"))
    let two = try CalendarFixture.resource("em-client-two-of-one-uid").todos(user: "")
    XCTAssertEqual(two.count, 1)
    XCTAssertEqual(two.first?.fields[Field.due], try time("2026-04-16"))
    XCTAssertEqual(two.first?.fields[Field.status], .string("open"))
  }

  /// Thunderbird completes an occurrence in a VTODO of its own and leaves the dates of the series.
  func testACompletedOccurrenceIsNotDueAgain() throws {
    let fields = try fields("thunderbird-completed-occurrence")
    XCTAssertEqual(fields[Field.status], .string("open"))
    XCTAssertEqual(fields[Field.due], try time("2026-01-24"))
    XCTAssertEqual(fields[Field.recurrence], .recurrence(RecurrenceRule("FREQ=WEEKLY;COUNT=4")))
    XCTAssertEqual(fields[Field.completions], .set(["2026-01-16 - 2026-01-19T08:15:00Z"]))
    let title = try changed("thunderbird-completed-occurrence", [Field.content: .string("New")])
    XCTAssertTrue(title.contains("RRULE:FREQ=WEEKLY;COUNT=5\r\n"))
    let moved = try changed("thunderbird-completed-occurrence", [Field.due: time("2026-01-25")])
    XCTAssertTrue(moved.contains("RRULE:FREQ=WEEKLY;COUNT=4\r\n"))
    XCTAssertTrue(moved.contains("DTSTART;VALUE=DATE:20260123\r\n"))
    XCTAssertTrue(moved.contains("RECURRENCE-ID;VALUE=DATE:20260116\r\n"))
  }

  // MARK: Order

  /// No X-APPLE-SORT-ORDER is the time of creation; Nextcloud writes the one that was moved, a second before the next.
  func testTheOrderOfOtherPrograms() throws {
    func key(_ name: String) throws -> String {
      guard case .string(let key)? = try fields(name)[Field.position] else { return "" }
      return key
    }
    let created = try key("nextcloud-collapsed-parent")
    XCTAssertEqual(
      PositionKey.moment(of: created)?.iso8601, "2026-01-10T12:00:00Z")
    XCTAssertTrue(try key("nextcloud-order").precedesExactly(created))
    let text = try changed(
      "nextcloud-collapsed-parent",
      [Field.position: .string(PositionKey.initial(at: Timestamp(milliseconds: 1_768_046_399_000)))]
    )
    XCTAssertTrue(text.contains("X-APPLE-SORT-ORDER:789739199\r\n"))
  }

  // MARK: Thunderbird

  /// Thunderbird shows ALTREP in place of the text.
  func testAnOldRepresentationOfTheNotesGoes() throws {
    let text = try changed("thunderbird-due", [Field.notes: .string("New words")])
    XCTAssertTrue(text.contains("DESCRIPTION:New words\r\n"))
    XCTAssertFalse(text.contains("ALTREP"))
  }
}

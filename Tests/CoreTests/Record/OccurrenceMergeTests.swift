import Basics
import TestSupport
import XCTest

@testable import Core

final class OccurrenceMergeTests: XCTestCase {
  private func fields(
    _ due: String, completed: [String] = [], rule: String = "FREQ=WEEKLY",
    reminders: [String] = []
  ) -> RecordFields {
    [
      Todo.Field.due: CalendarTime(iso8601: due).map(FieldValue.time) ?? .null,
      Todo.Field.start: .null,
      Todo.Field.recurrence: .recurrence(RecurrenceRule(rule)),
      Todo.Field.completions: .set(Set(completed.map { ExactText($0) })),
      Todo.Field.reminders: .set(Set(reminders.map { ExactText($0) })),
    ]
  }

  private func merge(_ local: RecordFields, _ remote: RecordFields) -> ThreeWayMerge.Result {
    ThreeWayMerge(
      base: fields("2027-03-01", reminders: ["2027-03-01T08:00:00Z UTC", "DUE PT0S"]),
      inFlight: [], isPending: true
    ).merge(local: local, remote: remote)
  }

  func testBothCompletedTheSameOccurrence() {
    let once = fields("2027-03-08", completed: ["2027-03-01 - 2027-03-01T10:00:00Z"])
    let too = fields("2027-03-08", completed: ["2027-03-01 - 2027-03-02T10:00:00Z"])
    let merged = merge(once, too)
    XCTAssertEqual(merged.fields[Todo.Field.due], once[Todo.Field.due])
    XCTAssertEqual(merged.fields[Todo.Field.completions]?.members?.count, 2)
    XCTAssertEqual(merged.lost, [:])
  }

  func testTheSideThatIsFurtherWins() {
    let once = fields(
      "2027-03-08", completed: ["2027-03-01 - 2027-03-01T10:00:00Z"], rule: "FREQ=WEEKLY;COUNT=4",
      reminders: ["2027-03-08T08:00:00Z UTC", "DUE PT0S", "DUE -PT5M"])
    let twice = fields(
      "2027-03-15",
      completed: ["2027-03-01 - 2027-03-02T10:00:00Z", "2027-03-08 - 2027-03-09T10:00:00Z"],
      rule: "FREQ=WEEKLY;COUNT=3", reminders: ["2027-03-15T08:00:00Z UTC", "DUE PT0S"])
    for (local, remote) in [(once, twice), (twice, once)] {
      let merged = merge(local, remote)
      XCTAssertEqual(merged.fields[Todo.Field.due], twice[Todo.Field.due])
      XCTAssertEqual(merged.fields[Todo.Field.recurrence], twice[Todo.Field.recurrence])
      XCTAssertEqual(
        merged.fields[Todo.Field.reminders]?.members,
        Set(["2027-03-15T08:00:00Z UTC", "DUE PT0S", "DUE -PT5M"].map { ExactText($0) }))
      XCTAssertEqual(merged.lost, [:])
    }
  }

  func testAReminderThatTheOtherSideAddedStays() {
    let once = fields(
      "2027-03-08", completed: ["2027-03-01 - 2027-03-01T10:00:00Z"],
      reminders: ["2027-03-08T08:00:00Z UTC", "2027-03-03T07:00:00Z UTC", "DUE PT0S"])
    let twice = fields(
      "2027-03-15", completed: ["2027-03-08 - 2027-03-09T10:00:00Z"],
      reminders: ["2027-03-15T08:00:00Z UTC", "DUE PT0S"])
    for (local, remote) in [(once, twice), (twice, once)] {
      XCTAssertEqual(
        merge(local, remote).fields[Todo.Field.reminders]?.members,
        Set(
          ["2027-03-15T08:00:00Z UTC", "2027-03-03T07:00:00Z UTC", "DUE PT0S"].map { ExactText($0) }
        ))
    }
  }

  func testOneSideThatOnlyMovedItIsAConflictAsEver() {
    let once = fields("2027-03-08", completed: ["2027-03-01 - 2027-03-01T10:00:00Z"])
    let moved = fields("2027-04-01", reminders: ["2027-03-01T08:00:00Z UTC", "DUE PT0S"])
    let merged = merge(once, moved)
    XCTAssertEqual(merged.fields[Todo.Field.due], once[Todo.Field.due])
    XCTAssertEqual(merged.lost[Todo.Field.due], moved[Todo.Field.due])
  }
}

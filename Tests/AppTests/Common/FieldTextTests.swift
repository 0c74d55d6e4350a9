import Basics
import XCTest

@testable import App
@testable import Core

/// Where the app names the fields of records, each has words of its own.
final class FieldTextTests: XCTestCase {
  /// The fields of a to-do that a user can change. When it was completed follows its status.
  private static let fields = RecordKind.todo.schema.filter { $0.name != Todo.Field.completedAt }

  func testUndoNamesEachField() {
    XCTAssertEqual(Self.title("unknown", .string("a"), .string("b")), "Change “milk”")
    for field in Self.fields {
      let (before, after) = Self.values(of: field.kind)
      XCTAssertNotEqual(Self.title(field.name, before, after), "Change “milk”", field.name)
    }
  }

  /// Sets are merged member by member, so none is ever in conflict.
  func testConflictsNameEachField() {
    let fields = (Self.fields + RecordKind.list.schema).filter {
      Self.values(of: $0.kind).after.members == nil
    }
    for field in fields { XCTAssertNotNil(RecoveryField(rawValue: field.name), field.name) }
    XCTAssertEqual(Set(fields.map(\.name)), Set(RecoveryField.allCases.map(\.rawValue)))
  }

  private static func title(_ field: String, _ before: FieldValue, _ after: FieldValue) -> String {
    let edit = UndoStep.Edit(
      key: RecordKey(kind: .todo, id: "m"), title: "milk",
      change: .changed(before: [field: before], after: [field: after]))
    return UndoText.title(of: UndoStep(edits: [edit]))
  }

  /// Two different values of a field.
  private static func values(of kind: RecordField.Kind) -> (before: FieldValue, after: FieldValue) {
    switch kind {
    case .requiredText, .choice, .text, .optionalText, .looseText, .sparseText:
      (.string("a"), .string("b"))
    case .time: (.null, .time(CalendarTime(day: .first)))
    case .recurrence: (.null, .recurrence(RecurrenceRule("FREQ=DAILY")))
    case .set, .reminders: (.set([]), .set(["a"]))
    case .priority: (.integer(0), .integer(5))
    case .status: (.string("open"), .string("done"))
    case .moment: (.null, .timestamp(Timestamp(milliseconds: 1)))
    }
  }
}

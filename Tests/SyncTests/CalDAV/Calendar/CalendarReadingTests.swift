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
}

import XCTest

@testable import Core

final class RecordFieldsTests: XCTestCase {
  private let now = Timestamp(milliseconds: 1_800_000_000_000)

  private func todo(_ fields: RecordFields) -> Todo? {
    Todo(id: TodoID(rawValue: "t"), account: nil, fields: fields, now: now)
  }

  func testATodoSurvivesTheWayThroughItsFields() throws {
    let full = Todo(
      id: TodoID(rawValue: "t"), account: nil, listID: ListID(rawValue: "l"), content: "Milk",
      notes: "two\nlitres", date: .first, alarm: Alarm(at: now, zone: "Asia/Seoul"),
      priority: Priority(rawValue: 4), isDone: true, completedAt: now, position: "0V",
      createdAt: Timestamp(milliseconds: 1), modifiedAt: Timestamp(milliseconds: 2))
    XCTAssertEqual(todo(full.fields), full)
    var bare = full
    bare.notes = ""
    bare.date = nil
    bare.alarm = nil
    bare.priority = .undefined
    bare.isDone = false
    bare.completedAt = nil
    XCTAssertEqual(todo(bare.fields), bare)
    XCTAssertEqual(Set(bare.fields.keys), Set(full.fields.keys), "a cleared field is told")
  }

  func testAListSurvivesTheWayThroughItsFields() {
    let list = TodoList(
      id: ListID(rawValue: "l"), account: nil, name: "Shopping", position: "0V",
      createdAt: Timestamp(milliseconds: 1), modifiedAt: Timestamp(milliseconds: 2))
    XCTAssertEqual(
      TodoList(id: list.id, account: nil, fields: list.fields, now: now), list)
    XCTAssertNil(TodoList(id: list.id, account: nil, fields: ["name": .integer(1)], now: now))
  }

  func testNoTodoWithoutTitleOrList() {
    XCTAssertNil(todo([:]))
    XCTAssertNil(todo(["content": .string("x")]))
    XCTAssertNil(todo(["listID": .string("l")]))
    XCTAssertNil(todo(["content": .integer(1), "listID": .string("l")]))
  }

  func testWhatIsMissingOrMalformedGetsAUsualValue() throws {
    let made = try XCTUnwrap(
      todo([
        "content": .string("x"), "listID": .string("l"), "notes": .integer(1),
        "priority": .integer(Int64.max), "date": .string("2026-01-01"), "done": .null,
      ]))
    XCTAssertEqual(made.notes, "")
    XCTAssertEqual(made.priority.rawValue, 9)
    XCTAssertNil(made.date)
    XCTAssertFalse(made.isDone)
    XCTAssertEqual(made.createdAt, now)
    XCTAssertEqual(made.modifiedAt, now)
    XCTAssertEqual(made.position, PositionKey.initial(at: now))
  }

  func testAPositionIsKeptIfAServerCanHoldIt() {
    for (stored, isKept) in [
      ("0V", true), ("~", true), ("!", true), ("", false), ("a b", true), ("é", true),
      ("a\u{0}", true), ("a\n", true), (String(repeating: "é", count: 1_500), true),
      (String(repeating: "~", count: 1_501), false),
    ] {
      let fields: RecordFields = ["position": .string(stored)]
      XCTAssertEqual(
        fields.position("position", createdAt: now),
        isKept ? stored : PositionKey.initial(at: now), stored.debugDescription)
    }
  }
}

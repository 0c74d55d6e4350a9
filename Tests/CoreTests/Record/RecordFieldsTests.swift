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
      notes: "two\nlitres",
      due: CalendarTime(day: .first, time: .midnight, zone: ZoneName("Asia/Seoul")),
      start: CalendarTime(day: .first), reminders: [Reminder(Alarm(at: now, zone: "Asia/Seoul"))],
      snoozes: [Snooze(text: "odd")],
      recurrence: RecurrenceRule("FREQ=DAILY", isFromCompletion: true),
      completions: [Completion(of: CalendarTime(day: .first), at: now)],
      parent: TodoID(rawValue: "p"), tags: ["home"], priority: Priority(rawValue: 4),
      url: "https://example.org", assignee: "ann", status: .cancelled, completedAt: now,
      position: "0V", createdAt: Timestamp(milliseconds: 1), modifiedAt: Timestamp(milliseconds: 2))
    XCTAssertEqual(todo(full.fields), full)
    var bare = full
    bare.notes = ""
    bare.due = nil
    bare.start = nil
    bare.reminders = []
    bare.snoozes = []
    bare.recurrence = nil
    bare.completions = []
    bare.parent = nil
    bare.tags = []
    bare.priority = .undefined
    bare.url = nil
    bare.assignee = nil
    bare.status = .open
    bare.completedAt = nil
    XCTAssertEqual(todo(bare.fields), bare)
    XCTAssertEqual(Set(bare.fields.keys), Set(full.fields.keys), "a cleared field is told")
    let sorted = RecordFields(
      uniqueKeysWithValues: full.fields.shuffled().map { ($0.key, $0.value) })
    XCTAssertEqual(sorted, full.fields, "they are written in the order of their names")
  }

  func testAListSurvivesTheWayThroughItsFields() {
    let list = TodoList(
      id: ListID(rawValue: "l"), account: nil, name: "Shopping", colour: "red", emoji: "🛒",
      sortOrder: "odd", position: "0V",
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
        "priority": .integer(Int64.max), "due": .string("2026-01-01"), "status": .string("odd"),
        "tags": .integer(1), "parent": .string(""), "recurrence": .string("x"),
      ]))
    XCTAssertEqual(made.notes, "")
    XCTAssertEqual(made.priority.rawValue, 9)
    XCTAssertNil(made.due)
    XCTAssertNil(made.parent)
    XCTAssertNil(made.recurrence)
    XCTAssertEqual(made.tags, [])
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

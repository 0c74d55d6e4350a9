import Core
import XCTest

@testable import App

final class PackedRowsTests: XCTestCase {
  /// One of each kind, with texts that are empty, long, of several scripts, and not normalized.
  private static let rows: [TodoRow] = {
    let people = [true, false].map {
      Assignee(account: AccountID(rawValue: "a"), user: "ann", isMe: $0)
    }
    let marks: [TodoRow.Mark] = [.none, .saving, .waiting, .sending, .refused]
    let texts = [
      "", "milk", "e\u{301}", "é", "우유", String(repeating: "long ", count: 5_000), "a\0b",
    ]
    // UUIDs, once a digit stands behind them, and what only looks like one.
    let names = [
      "id ", "01234567-89ab-cdef-0123-456789abcd", "01234567-89AB-cdef-0123-456789abcd",
      "0123456789ab-cdef-0123-456789abcd-", "01234567-89ab-cdef-0123-45678-abcd",
    ]
    return (10..<74).map { number in
      TodoRow(
        id: TodoID(rawValue: names[number % names.count] + String(number)),
        listID: ListID(rawValue: "list \(number % 3)"),
        content: texts[number % texts.count], isDone: number % 2 == 0, isStarred: number % 3 == 0,
        date: number % 4 == 0 ? CalendarDay(year: 1 + number * 158, month: 12, day: 31) : nil,
        hasAlarm: number % 5 == 0, assignee: number % 7 < 2 ? people[number % 7] : nil,
        position: texts[number % 3] + String(number), mark: marks[number % marks.count])
    }
  }()

  func testRowsComeBackAsTheyWere() {
    let packed = PackedRows(Self.rows)
    XCTAssertEqual(packed.count, Self.rows.count)
    for index in Self.rows.indices { XCTAssertEqual(packed[index], Self.rows[index]) }
    XCTAssertEqual(PackedRows([]).count, 0)
  }

  func testRowsAreFoundByTheirToDo() {
    let packed = PackedRows(Self.rows)
    for (index, row) in Self.rows.enumerated() {
      XCTAssertEqual(packed.firstIndex(of: row.id), index)
    }
    for name in ["id", "id 1x", "01234567-89ab-cdef-0123-456789abcdff", ""] {
      XCTAssertNil(packed.firstIndex(of: TodoID(rawValue: name)))
    }
  }
}

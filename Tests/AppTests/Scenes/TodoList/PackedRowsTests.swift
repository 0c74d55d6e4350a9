import Basics
import Core
import XCTest

@testable import App

final class PackedRowsTests: XCTestCase {
  /// One of each kind, with texts that are empty, long, of several scripts, and not normalized.
  private static let rows: [TodoRow] = {
    let people = [true, false].map {
      Assignee(account: AccountID(rawValue: "a"), user: "ann", isMe: $0)
    }
    let marks: [TodoRow.Mark] = [.none, .saving, .waiting, .sending, .quarantined]
    let texts = [
      "", "milk", "e\u{301}", "é", "우유", String(repeating: "long ", count: 5_000), "a\0b",
    ]
    // UUIDs, once a digit stands behind them, and what only looks like one.
    let names = [
      "id ", "01234567-89ab-cdef-0123-456789abcd", "01234567-89AB-cdef-0123-456789abcd",
      "0123456789ab-cdef-0123-456789abcd-", "01234567-89ab-cdef-0123-45678-abcd",
    ]
    let day = CalendarDay.first.adding(days: 3_000_000)
    let times: [CalendarTime?] = [
      nil, CalendarTime(day: .first), CalendarTime(day: day, time: .midnight),
      CalendarTime(day: day, time: TimeOfDay(secondsOfDay: 86_399), zone: ZoneName("Asia/Seoul")),
      nil, CalendarTime(day: day),
    ]
    return (10..<74).map { number in
      TodoRow(
        id: TodoID(rawValue: names[number % names.count] + String(number)),
        listID: ListID(rawValue: "list \(number % 3)"),
        parent: number % 11 == 0 ? TodoID(rawValue: names[number % names.count]) : nil,
        content: texts[number % texts.count], isDone: number % 2 == 0,
        isCancelled: number % 6 == 0, priority: Priority(rawValue: number % 10),
        due: times[number % times.count], start: times[number / 2 % times.count],
        hasReminder: number % 5 == 0, hasRecurrence: number % 8 == 0, hasNotes: number % 9 == 0,
        tags: Set(texts.prefix(number % 4).map { ExactText($0) }),
        assignee: number % 7 < 2 ? people[number % 7] : nil,
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

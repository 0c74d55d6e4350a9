import Basics
import XCTest

@testable import Core

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

  func testPackedRowsAreCopiedAsTheyAre() {
    let packed = PackedRows(Self.rows)
    var builder = PackedRows.Builder()
    // In another order, from two chunks, so that lists and people have other numbers.
    for index in Self.rows.indices.reversed() {
      builder.append(
        index % 2 == 0 ? packed : PackedRows([Self.rows[index]]), at: index % 2 == 0 ? index : 0)
    }
    let copy = builder.finish()
    XCTAssertEqual((0..<copy.count).map { copy[$0] }, Self.rows.reversed())
    XCTAssertEqual(builder.count, 0)
    builder.append(Self.rows[3])
    let next = builder.finish()
    XCTAssertEqual([next.count, copy.count], [1, Self.rows.count])
    XCTAssertEqual(next[0], Self.rows[3])
  }

  func testPartsOfARowAreReadAlone() {
    let packed = PackedRows(Self.rows)
    for (index, row) in Self.rows.enumerated() {
      XCTAssertEqual(packed.id(at: index), row.id)
      XCTAssertEqual(packed.parent(at: index), row.parent)
      XCTAssertEqual(packed.isDone(at: index), row.isDone)
      XCTAssertEqual(packed.isCancelled(at: index), row.isCancelled)
      XCTAssertEqual(packed.fingerprint(at: index), PackedRows.fingerprint(of: row.id))
    }
    let fingerprints = Set(Self.rows.map { PackedRows.fingerprint(of: $0.id) })
    XCTAssertEqual(fingerprints.count, Self.rows.count, "they tell those that differ at their end")
  }

  func testAListOfRowsHasThemInTheirOrder() {
    let rows = (0..<700).map { number in
      var row = Self.rows[number % Self.rows.count]
      row.position = String(number)
      return row
    }
    let list = TodoRowList(rows)
    XCTAssertEqual(list.map(\.position), rows.map(\.position))
    XCTAssertEqual(list.chunks.map(\.count), [256, 256, 188])
    XCTAssertEqual(list, TodoRowList(rows))
    XCTAssertNotEqual(list, TodoRowList(rows.dropLast()))
    XCTAssertNotEqual(list, TodoRowList(rows.reversed()))
    XCTAssertEqual(TodoRowList(rows.prefix(256)).chunks.count, 1)
    XCTAssertEqual(TodoRowList(), [])
  }
}

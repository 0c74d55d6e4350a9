import Core
import XCTest

import struct TestSupport.SplitMix64

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class SortedRowsTests: XCTestCase {
  private static func row(_ position: String, _ id: Int, _ content: String = "") -> TodoRow {
    TodoRow(
      id: TodoID(rawValue: String(id)), listID: ListID(rawValue: "l"), content: content,
      position: position)
  }

  private static func ascending(_ count: Int) -> [TodoRow] {
    (0..<count).map { row(String($0 + 1_000_000), $0) }
  }

  private static func array(_ rows: SortedRows) -> [TodoRow] { (0..<rows.count).map { rows[$0] } }

  /// Where a row belongs in an array in order.
  private static func place(of row: TodoRow, in rows: [TodoRow]) -> Int {
    var (low, high) = (0, rows.count)
    while low < high {
      let middle = (low + high) / 2
      if rows[middle].precedes(row) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  func testRandomOperationsMatchAnArrayInOrder() {
    for seed in [1, 2, 3] as [UInt64] {
      var random = SplitMix64(seed: seed)
      var expected = Self.ascending(seed == 1 ? 0 : 1_500)
      var rows = SortedRows(sorted: TodoRowList(expected))
      var nextID = 10_000
      for step in 0..<20_000 {
        // Phases of growing and of shrinking, so that chunks are split, emptied and refilled.
        let isGrowing = (step / 2_500).isMultiple(of: 2)
        let isKnown = !expected.isEmpty && Int.random(in: 0..<10, using: &random) < 8
        // Few positions, so that the id has to decide often.
        let fresh = Self.row(String(Int.random(in: 1_000_000..<1_000_800, using: &random)), nextID)
        var row = isKnown ? expected[Int.random(in: 0..<expected.count, using: &random)] : fresh
        let index = Self.place(of: row, in: expected)
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<(isGrowing ? 6 : 1):
          nextID += 1
          let index = Self.place(of: fresh, in: expected)
          expected.insert(fresh, at: index)
          XCTAssertEqual(rows.insert(fresh), index)
        case ..<7:
          XCTAssertEqual(rows.remove(row), isKnown ? index : nil)
          if isKnown { expected.remove(at: index) }
        case 7, 8:
          row.content = "step \(step)"
          XCTAssertEqual(rows.replace(row), isKnown ? index : nil)
          if isKnown { expected[index] = row }
        default:
          XCTAssertEqual(rows.index(of: row), isKnown ? index : nil)
        }
        XCTAssertEqual(rows.count, expected.count)
        XCTAssertEqual(rows.last, expected.last)
        if step.isMultiple(of: 1_000) { XCTAssertEqual(Self.array(rows), expected) }
      }
      XCTAssertEqual(Self.array(rows), expected, "seed \(seed)")
    }
  }

  func testChunksAreSplitWhereverRowsCome() {
    let expected = Self.ascending(3_000)
    let middleOut = (0..<1_500).flatMap { [expected[1_499 - $0], expected[1_500 + $0]] }
    for order in [expected, expected.reversed(), middleOut] {
      var rows = SortedRows()
      for row in order { _ = rows.insert(row) }
      XCTAssertEqual(Self.array(rows), expected)
    }
  }

  func testMissingRowsAreNotFound() {
    var rows = SortedRows()
    let row = Self.row("b", 1)
    XCTAssertNil(rows.index(of: row))
    XCTAssertNil(rows.remove(row))
    XCTAssertNil(rows.replace(row))
    _ = rows.insert(row)
    for other in [Self.row("c", 1), Self.row("b", 0), Self.row("b", 2), Self.row("a", 3)] {
      XCTAssertNil(rows.index(of: other))
      XCTAssertNil(rows.remove(other))
      XCTAssertNil(rows.replace(other))
    }
    XCTAssertEqual(Self.array(rows), [row])
  }

  func testEmptiedRowsCanBeFilledAgain() {
    let all = Self.ascending(1_200)
    var rows = SortedRows(sorted: TodoRowList(all))
    for row in all { XCTAssertEqual(rows.remove(row), 0) }
    XCTAssertEqual(rows.count, 0)
    XCTAssertNil(rows.last)
    XCTAssertEqual(rows.insert(all[7]), 0)
    XCTAssertEqual(Self.array(rows), [all[7]])
  }

  func testCopiesAreIndependent() {
    let all = Self.ascending(1_000)
    let before = SortedRows(sorted: TodoRowList(all))
    var after = before
    _ = after.remove(all[500])
    _ = after.insert(Self.row("0", 9_999))
    XCTAssertEqual(Self.array(before), all)
    XCTAssertEqual(after.count, 1_000)
  }
}

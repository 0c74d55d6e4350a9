import XCTest

@testable import Core

final class PositionKeyTests: XCTestCase {
  private func moment(_ milliseconds: Int64) -> Timestamp { Timestamp(milliseconds: milliseconds) }

  /// The order of the bytes, which is that of SQLite.
  private func precedes(_ a: String, _ b: String) -> Bool {
    a.utf8.lexicographicallyPrecedes(b.utf8)
  }

  func testLaterIsGreater() {
    let moments: [Int64] = [
      0, 1, 61, 62, 63, 3_843, 3_844, 1_800_000_000_000, 1_800_000_000_001, 4_102_444_800_000,
      218_340_105_584_895,
    ]
    let keys = moments.map { PositionKey.initial(at: moment($0)) }
    for (earlier, later) in zip(keys, keys.dropFirst()) { XCTAssertTrue(precedes(earlier, later)) }
    XCTAssertTrue(keys.allSatisfy { $0.utf8.count == PositionKey.width })
  }

  func testMomentsOutsideTheRangeGetTheNearestKey() {
    XCTAssertEqual(PositionKey.initial(at: moment(-5)), "00000000")
    XCTAssertEqual(PositionKey.initial(at: moment(Int64.min)), "00000000")
    XCTAssertEqual(PositionKey.initial(at: moment(218_340_105_584_896)), "zzzzzzzz")
    XCTAssertEqual(PositionKey.initial(at: moment(Int64.max)), "zzzzzzzz")
  }

  func testTheClockDecidesWhileItMovesOn() {
    let first = PositionKey.next(after: nil, at: moment(1_000))
    XCTAssertEqual(first, PositionKey.initial(at: moment(1_000)))
    XCTAssertEqual(
      PositionKey.next(after: first, at: moment(2_000)), PositionKey.initial(at: moment(2_000)))
  }

  func testStandsBehindTheLastWhateverTheClockSays() {
    var last = PositionKey.initial(at: moment(1_800_000_000_000))
    for now in [1_800_000_000_000, 1_799_999_999_999, 0, -1] as [Int64] {
      for _ in 0..<100 {
        let next = PositionKey.next(after: last, at: moment(now))
        XCTAssertTrue(precedes(last, next), "\(last) \(next)")
        XCTAssertEqual(next.utf8.count, PositionKey.width)
        last = next
      }
    }
  }

  func testStandsBehindKeysOfOthers() {
    let foreign = [
      "zzzzzzzz", "zzzzzzzzzz", "~", "~~~~~~~~~~", "!", "0", "1V", "zzzzzzz", "0UMg-Bf0",
      "0UMgABf0V", "0UMgABf0zzzz", "0UMgABfz", "0UMgABf~",
    ]
    for start in foreign {
      var last = start
      for _ in 0..<50 {
        let next = PositionKey.next(after: last, at: moment(1_800_000_000_000))
        XCTAssertTrue(precedes(last, next), "\(last) \(next)")
        last = next
      }
    }
  }

  func testThereIsRoomBetweenNeighbours() {
    let first = PositionKey.initial(at: moment(41))
    let second = PositionKey.initial(at: moment(42))
    XCTAssertTrue(precedes(first, first + "V"))
    XCTAssertTrue(precedes(first + "V", second))
  }
}

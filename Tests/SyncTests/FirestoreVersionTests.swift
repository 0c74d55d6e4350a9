import Basics
import Core
import XCTest

@testable import Sync

final class FirestoreVersionTests: XCTestCase {
  func testMicroseconds() {
    let second: Int64 = 1_795_230_025_000_000
    let table: [(String, Int64?)] = [
      ("2026-11-21T03:00:25Z", second), ("2026-11-21T03:00:25.1Z", second + 100_000),
      ("2026-11-21T03:00:25.165Z", second + 165_000),
      ("2026-11-21T03:00:25.1659Z", second + 165_900),
      ("2026-11-21T03:00:25.165877Z", second + 165_877),
      ("2026-11-21T03:00:25.165877999Z", second + 165_877),
      ("2026-11-21T12:00:25.000001+09:00", second + 1), ("1970-01-01T00:00:00Z", 0),
      ("1969-12-31T23:59:59.999999Z", -1), ("0001-01-01T00:00:00Z", -62_135_596_800_000_000),
      ("9999-12-31T23:59:59.999999999Z", 253_402_300_799_999_999),
      ("2026-11-21T03:00:25.1234567890Z", nil), ("", nil), ("today", nil),
    ]
    for (text, expected) in table { XCTAssertEqual(RFC3339.microseconds(text), expected, text) }
  }

  func testAVersionKeepsTheServersTextAndItsOrder() {
    let early = RecordVersion(updateTime: "2026-11-21T03:00:25.999999Z")
    let late = RecordVersion(updateTime: "2026-11-21T03:00:26Z")
    XCTAssertEqual(early?.tag, "2026-11-21T03:00:25.999999Z")
    XCTAssertEqual(late.flatMap { early?.isOlder(than: $0) }, true)
    XCTAssertEqual(early.flatMap { late?.isOlder(than: $0) }, false)
    XCTAssertNil(RecordVersion(updateTime: "W/\"1\""))
  }

  func testTheLookbackEndsWithTheCalendar() {
    XCTAssertEqual(
      FirestoreLookback.start(of: "2026-11-21T03:00:25.165877Z")?.milliseconds,
      1_795_230_025_165 - 120_000)
    XCTAssertEqual(
      FirestoreLookback.start(of: "0001-01-01T00:01:00Z").flatMap(RFC3339.format),
      "0001-01-01T00:00:00.000Z")
  }
}

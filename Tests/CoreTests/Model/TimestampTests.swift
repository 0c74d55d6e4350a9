import Foundation
import XCTest

@testable import Core

final class TimestampTests: XCTestCase {
  func testRoundsDown() {
    XCTAssertEqual(Timestamp(Date(timeIntervalSince1970: 1.9996)).milliseconds, 1_999)
    XCTAssertEqual(Timestamp(Date(timeIntervalSince1970: -0.0004)).milliseconds, -1)
    XCTAssertEqual(Timestamp(Date(timeIntervalSince1970: 0)).milliseconds, 0)
  }

  func testSurvivesTheWayThroughADate() {
    var chances = SeededChances(seed: 1)
    let moments = (0..<20_000).map { _ in
      Timestamp(milliseconds: Int64.random(in: 0...4_102_444_800_000, using: &chances))
    }
    XCTAssertEqual(moments.filter { Timestamp($0.date) != $0 }, [])
    for milliseconds in [Int64(253_402_300_799_999), -62_135_596_800_000, -1, 1] {
      let moment = Timestamp(milliseconds: milliseconds)
      XCTAssertEqual(Timestamp(moment.date), moment)
    }
  }

  func testNoDateIsTooFarAway() {
    for (seconds, milliseconds) in [
      (.infinity, .max), (-.infinity, .min), (.nan, 0), (.greatestFiniteMagnitude, .max),
      (-.greatestFiniteMagnitude, .min), (1e16, .max), (-1e16, .min),
      // The latest and earliest times that a file system can keep.
      (Double(Int64.max), .max), (Double(Int64.min), .min), (9e15, 9_000_000_000_000_000_000),
    ] as [(Double, Int64)] {
      let date = Date(timeIntervalSince1970: seconds)
      XCTAssertEqual(Timestamp(date).milliseconds, milliseconds, "\(seconds)")
    }
  }

  func testOrder() {
    XCTAssertLessThan(Timestamp(milliseconds: -1), Timestamp(milliseconds: 0))
    XCTAssertLessThan(Timestamp(milliseconds: 1), Timestamp(milliseconds: Int64.max))
  }
}

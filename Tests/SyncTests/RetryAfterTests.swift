import Basics
import Core
import XCTest

@testable import Sync

final class RetryAfterTests: XCTestCase {
  /// Sun, 06 Nov 1994 08:49:37 GMT
  private let moment = Timestamp(milliseconds: 784_111_777_000)

  func testReadsTheDateOfTheStandard() {
    XCTAssertEqual(HTTPDate.parse("Sun, 06 Nov 1994 08:49:37 GMT"), moment)
    for text in [
      "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "Sun, 06 Nov 1994 08:49:37",
      "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 31 Feb 1994 08:49:37 GMT",
      "Sun, 06 Nov 1994 25:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT ", "",
    ] {
      XCTAssertNil(HTTPDate.parse(text), text)
    }
  }

  func testReadsSecondsAndDates() {
    let table: [(String, Duration?)] = [
      ("0", .seconds(0)),
      ("120", .seconds(120)),
      (" 7\t", .seconds(7)),
      ("86400", RetryAfter.longest),
      ("999999999999999999999999", RetryAfter.longest),
      ("Sun, 06 Nov 1994 08:49:47 GMT", .seconds(10)),
      ("Sun, 06 Nov 1994 08:00:00 GMT", .seconds(0)),
      ("Sun, 06 Nov 2094 08:00:00 GMT", RetryAfter.longest),
      ("-5", nil),
      ("1.5", nil),
      ("soon", nil),
      ("", nil),
      ("٣", nil),
    ]
    for (text, expected) in table {
      XCTAssertEqual(RetryAfter.parse(text, now: moment), expected, text)
    }
  }
}

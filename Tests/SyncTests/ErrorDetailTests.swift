import Core
import Foundation
import XCTest

@testable import Sync

/// What a server says becomes part of a message, and must not become all of it.
final class ErrorDetailTests: XCTestCase {
  private let long = String(repeating: "LONG\n\u{202E}", count: 20_000)

  func testAServersWordsAreBounded() throws {
    let code = try JSONSerialization.data(
      withJSONObject: ["error": ["code": 400, "status": long, "message": long]])
    let error = FirestoreErrorClassifier.error(
      of: HTTPResponse(status: 400, body: code), isConditional: false,
      now: Timestamp(milliseconds: 0))
    guard case .rejected(400, let told)? = error else {
      return XCTFail("\(String(describing: error))")
    }
    assertIsShort(told)

    let unreadable = FirestoreUnreadable(detail: "notes is " + long)
    assertIsShort(unreadable.detail)
    assertIsShort(long.asErrorDetail)
    XCTAssertEqual("a\tb\0c\u{200B}".asErrorDetail, "a b c\u{FFFD}")
    XCTAssertEqual("서버 오류".asErrorDetail, "서버 오류")
  }

  func testThePlaceInAnAnswerIsBounded() throws {
    struct Answer: Decodable { let fields: [String: Int] }
    let body = try JSONSerialization.data(withJSONObject: ["fields": [long: "no number"]])
    XCTAssertThrowsError(try FirestoreJSON.decode(Answer.self, from: body)) { error in
      guard case .protocolViolation(let detail)? = error as? SyncError else {
        return XCTFail("\(error)")
      }
      XCTAssertLessThanOrEqual(detail.unicodeScalars.count, 250)
    }
  }

  private func assertIsShort(_ text: String, line: UInt = #line) {
    XCTAssertLessThanOrEqual(text.unicodeScalars.count, 201, line: line)
    XCTAssertFalse(text.contains("\n") || text.contains("\u{202E}"), line: line)
  }
}

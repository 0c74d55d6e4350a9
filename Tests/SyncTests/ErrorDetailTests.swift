import Basics
import Core
import Foundation
import XCTest

@testable import Sync

/// What a server says becomes part of a message, and must not become all of it.
final class ErrorDetailTests: XCTestCase {
  private let long = String(repeating: "LONG\n\u{202E}", count: 20_000)

  func testAServersWordsAreBounded() throws {
    // Its message is not told at all, and a code that Firestore does not know is none of Firestore's.
    let table: [(String, SyncError)] = [
      ("INVALID_ARGUMENT", .rejected(status: 400, code: "INVALID_ARGUMENT")),
      (long, .transient(cause: .unreachable, retryAfter: nil)),
    ]
    for (code, expected) in table {
      let body = try JSONSerialization.data(
        withJSONObject: ["error": ["code": 400, "status": code, "message": long]])
      let error = FirestoreErrorClassifier.error(
        of: HTTPResponse(status: 400, body: body), isEmulator: false, isConditional: false,
        now: Timestamp(milliseconds: 0))
      XCTAssertEqual(error, expected)
    }

    let unreadable = FirestoreDecodingError(detail: "notes is " + long)
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

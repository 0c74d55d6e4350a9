import Basics
import Core
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class ErrorTextTests: XCTestCase {
  private static let errors: [StoreError] = [
    .diskFull, .readOnly, .damaged(detail: "d"), .cannotOpen(detail: "d"), .busy,
    .tooNew(version: "9"), .inputOutput(detail: "10: why"), .nameReserved("Important"), .blank,
    .textTooLong(limit: 32_768), .missing, .cancelled,
  ]

  func testEveryErrorHasItsOwnSentence() {
    let texts = Self.errors.map(ErrorText.reason)
    XCTAssertEqual(Set(texts).count, Self.errors.count)
    for text in texts { XCTAssertTrue(text.hasSuffix("."), text) }
  }

  func testDetailsAreNamed() {
    XCTAssertTrue(ErrorText.reason(.nameReserved("100 %s")).contains("“100 %s”"))
    XCTAssertTrue(ErrorText.reason(.inputOutput(detail: "10: why")).contains("10: why"))
  }

  func testCodesAreDetails() {
    let problems: [(SyncProblem, String?)] = [
      (.unreachable, nil), (.authentication, nil), (.unavailable(status: 503), "Status 503"),
      (.refused(status: 403, code: "PERMISSION_DENIED"), "PERMISSION_DENIED (status 403)"),
      (.refused(status: 400, code: "TOO_LONG"), "TOO_LONG (status 400)"),
      (.protocolViolation(detail: "no list"), "no list"),
    ]
    for (problem, detail) in problems {
      XCTAssertEqual(ErrorText.detail(problem), detail)
      let reason = ErrorText.reason(problem)
      XCTAssertTrue(reason.hasSuffix(".") && !reason.contains { $0.isNumber || $0 == "_" }, reason)
      XCTAssertEqual(ErrorText.line(problem), detail.map { "\(reason) \($0)" } ?? reason)
    }
  }

  func testAlertCanOnlyBeClosed() {
    let alert = ErrorText.alert(.busy, title: "Title")
    XCTAssertEqual(alert.title, "Title")
    XCTAssertEqual(alert.body, ErrorText.reason(.busy))
    XCTAssertEqual(alert.responses.map(\.id), ["close"])
    XCTAssertEqual(alert.closeResponse, "close")
  }
}

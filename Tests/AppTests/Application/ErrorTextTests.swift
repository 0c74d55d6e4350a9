import Basics
import Core
import Sync
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
      (.refused(status: 400, code: ""), "Status 400"),
      (.protocolViolation(detail: "no list"), "no list"),
    ]
    for (problem, detail) in problems {
      XCTAssertEqual(ErrorText.detail(problem), detail)
      let reason = ErrorText.reason(problem)
      XCTAssertTrue(reason.hasSuffix(".") && !reason.contains { $0.isNumber || $0 == "_" }, reason)
      XCTAssertEqual(ErrorText.line(problem), detail.map { "\(reason) \($0)" } ?? reason)
    }
  }

  func testCodesOfSigningInAreDetails() {
    let busy = SyncError.transient(cause: .unavailable(status: 503), retryAfter: nil)
    let failures: [(AccountSignInFailure, String?)] = [
      (.identity(.wrongCredentials), nil),
      (.identity(.refused(status: 400, code: "INVALID_GRANT")), "INVALID_GRANT (status 400)"),
      (.identity(.refused(status: 400, code: "")), "Status 400"),
      (.identity(.transient(busy)), "Status 503"),
      (.identity(.protocolViolation(detail: "status 302")), "status 302"),
      (.caldav(.unavailable(status: 502)), "Status 502"), (.caldav(.notCalDAV), nil),
      (.browser(.refused(status: 418)), "Status 418"),
      (.browser(.server(.unavailable(status: 429))), "Status 429"), (.browser(.malformed), nil),
      (.keyring(.locked), nil), (.otherUser, nil),
    ]
    for (failure, detail) in failures {
      XCTAssertEqual(ErrorText.detail(failure), detail)
      let reason = ErrorText.reason(failure)
      XCTAssertTrue(reason.hasSuffix(".") && !reason.contains { $0.isNumber || $0 == "_" }, reason)
      let line = detail.map { "\(reason) \($0)" } ?? reason
      XCTAssertEqual(ErrorText.line(failure), line)
      XCTAssertEqual(CommandFailure(failure).message, line)
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

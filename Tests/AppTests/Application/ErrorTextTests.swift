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
    XCTAssertTrue(ErrorText.reason(SyncProblem.unavailable(status: 503)).contains("503"))
    let refusal = ErrorText.reason(SyncProblem.refused(status: 403, code: "PERMISSION_DENIED"))
    XCTAssertTrue(refusal.contains("403") && refusal.contains("PERMISSION_DENIED"))
  }

  func testAlertCanOnlyBeClosed() {
    let alert = ErrorText.alert(.busy, title: "Title")
    XCTAssertEqual(alert.title, "Title")
    XCTAssertEqual(alert.body, ErrorText.reason(.busy))
    XCTAssertEqual(alert.responses.map(\.id), ["close"])
    XCTAssertEqual(alert.closeResponse, "close")
  }
}

import Core
import XCTest

@testable import Sync

final class FirestoreErrorClassifierTests: XCTestCase {
  private func classify(
    _ status: Int, _ code: String? = nil, message: String = "", isEmulator: Bool = false,
    isConditional: Bool = false, sentBytes: Int = 0, retryAfter: String? = nil
  ) -> SyncError? {
    let body = code.map {
      #"{"error":{"code":\#(status),"message":"\#(message)","status":"\#($0)"}}"#
    }
    let response = HTTPResponse(
      status: status, headers: retryAfter.map { ["Retry-After": $0] } ?? [:],
      body: Data((body ?? "<html>").utf8))
    return FirestoreErrorClassifier.error(
      of: response, isEmulator: isEmulator, isConditional: isConditional, sentBytes: sentBytes,
      now: Timestamp(milliseconds: 784_111_777_000))
  }

  private func unavailable(_ status: Int, _ retryAfter: Duration? = nil) -> SyncError {
    .transient(cause: .unavailable(status: status), retryAfter: retryAfter)
  }

  private func intermediary(_ status: Int, _ retryAfter: Duration? = nil) -> SyncError {
    .transient(cause: .intermediary(status: status), retryAfter: retryAfter)
  }

  func testSuccess() {
    XCTAssertNil(classify(200))
    XCTAssertNil(classify(204))
  }

  func testRefusals() {
    for (status, code) in [
      (400, "INVALID_ARGUMENT"), (403, "PERMISSION_DENIED"), (404, "NOT_FOUND"),
      (409, "ALREADY_EXISTS"), (400, "FAILED_PRECONDITION"), (400, "OUT_OF_RANGE"),
      (413, "INVALID_ARGUMENT"),
    ] {
      XCTAssertEqual(classify(status, code), .rejected(status: status, code: code))
    }
  }

  func testAuthentication() {
    XCTAssertEqual(classify(401, "UNAUTHENTICATED"), .authentication)
    XCTAssertEqual(classify(403, "UNAUTHENTICATED"), .authentication)
    let rejected = SyncError.rejected(status: 400, code: "INVALID_ARGUMENT")
    for (message, isEmulator, expected) in [
      ("invalid jwt", true, SyncError.authentication), ("invalid name", true, rejected),
      ("invalid jwt", false, rejected),
    ] {
      XCTAssertEqual(
        classify(400, "INVALID_ARGUMENT", message: message, isEmulator: isEmulator), expected)
    }
  }

  func testTransient() {
    for status in [407, 408, 429, 500, 502, 503, 504, 599] {
      XCTAssertEqual(classify(status), intermediary(status))
    }
    for (status, code) in [
      (429, "RESOURCE_EXHAUSTED"), (409, "ABORTED"), (503, "UNAVAILABLE"),
      (504, "DEADLINE_EXCEEDED"), (500, "INTERNAL"), (499, "CANCELLED"),
      (400, "RESOURCE_EXHAUSTED"),
    ] {
      XCTAssertEqual(classify(status, code), unavailable(status))
    }
  }

  func testRetryAfterIsKept() {
    XCTAssertEqual(classify(429, retryAfter: "7"), intermediary(429, .seconds(7)))
    XCTAssertEqual(
      classify(429, "RESOURCE_EXHAUSTED", retryAfter: "86400"), unavailable(429, .seconds(86_400)))
    XCTAssertEqual(
      classify(503, "UNAVAILABLE", retryAfter: "Sun, 06 Nov 1994 08:50:37 GMT"),
      unavailable(503, .seconds(60)))
    XCTAssertEqual(classify(503, retryAfter: "soon"), intermediary(503))
  }

  /// A proxy could otherwise keep changes from being sent for a day.
  func testNothingOnTheWayAsksForALongPause() {
    for status in [407, 408, 429, 500, 502, 503, 504] {
      for pause in ["301", "86400", "99999999999999999999", "Sun, 06 Nov 2094 08:00:00 GMT"] {
        XCTAssertEqual(classify(status, retryAfter: pause), intermediary(status, .seconds(300)))
      }
      XCTAssertEqual(classify(status)?.isAskedByServer, false)
      XCTAssertEqual(classify(status, retryAfter: "7")?.isAskedByServer, false)
    }
    XCTAssertEqual(classify(503, "UNAVAILABLE", retryAfter: "7")?.isAskedByServer, true)
    XCTAssertEqual(classify(503, "UNAVAILABLE")?.isAskedByServer, false)
  }

  func testConflictsOnlyWhereAStateWasNamed() {
    for (status, code) in [
      (400, "FAILED_PRECONDITION"), (404, "NOT_FOUND"), (409, "ALREADY_EXISTS"),
    ] {
      XCTAssertEqual(classify(status, code, isConditional: true), .conflict)
    }
    XCTAssertEqual(classify(412, "OUT_OF_RANGE", isConditional: true), .conflict)
    XCTAssertEqual(classify(409, "ABORTED", isConditional: true), unavailable(409))
    XCTAssertEqual(
      classify(403, "PERMISSION_DENIED", isConditional: true),
      .rejected(status: 403, code: "PERMISSION_DENIED"))
  }

  func testWhatIsNoAnswerOfTheService() {
    let unreachable = SyncError.transient(cause: .unreachable, retryAfter: nil)
    for status in [
      100, 103, 199, 300, 301, 302, 303, 304, 307, 308, 400, 401, 402, 403, 404, 405, 406, 409, 410,
      411, 412, 413, 414, 415, 417, 418, 421, 422, 423, 424, 425, 426, 428, 431, 451, 498, 511, 600,
      999,
    ] {
      for isConditional in [false, true] {
        XCTAssertEqual(
          classify(status, isConditional: isConditional, retryAfter: "86400"), unreachable,
          "\(status)")
      }
    }
    // Less at once may get through, but nobody finds a few kilobytes too large.
    XCTAssertEqual(classify(413, sentBytes: 16_384), unreachable)
    XCTAssertEqual(classify(413, sentBytes: 16_385), intermediary(413))
    XCTAssertEqual(classify(403, sentBytes: 1 << 20), unreachable)
  }

  /// JSON that a proxy writes is not the service's either.
  func testOnlyACanonicalCodeIsTheServices() {
    for body in [
      "", "{}", "[]", "null", #"{"error":"forbidden"}"#, #"{"error":{"code":403}}"#,
      #"{"error":{"code":403,"message":"blocked by policy"}}"#,
      #"{"error":{"code":403,"status":"BLOCKED"}}"#,
      #"{"error":{"code":403,"status":"permission_denied"}}"#,
      #"{"error":{"code":"403","status":"PERMISSION_DENIED"}}"#,
      #"[[{"error":{"code":403,"status":"PERMISSION_DENIED"}}]]"#,
      #"{"code":403,"status":"PERMISSION_DENIED"}"#,
    ] {
      for status in [400, 401, 403, 404, 410] {
        let response = HTTPResponse(status: status, body: Data(body.utf8))
        XCTAssertEqual(
          FirestoreErrorClassifier.error(
            of: response, isEmulator: true, isConditional: true, now: Timestamp(milliseconds: 0)),
          .transient(cause: .unreachable, retryAfter: nil), "\(status) \(body)")
      }
    }
  }

  func testErrorInAStreamedAnswer() {
    let body = #"[{"error":{"code":403,"message":"no","status":"PERMISSION_DENIED"}}]"#
    XCTAssertEqual(
      FirestoreErrorClassifier.error(
        of: HTTPResponse(status: 403, body: Data(body.utf8)), isEmulator: true,
        isConditional: false,
        now: Timestamp(milliseconds: 0)),
      .rejected(status: 403, code: "PERMISSION_DENIED"))
  }
}

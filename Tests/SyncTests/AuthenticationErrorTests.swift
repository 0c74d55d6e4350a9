import Core
import XCTest

@testable import Sync

final class AuthenticationErrorTests: XCTestCase {
  private func classify(
    _ status: Int, _ message: String? = nil, _ request: IdentityRequest = .signIn,
    reason: String? = nil, retryAfter: String? = nil
  ) -> IdentityError? {
    let details = reason.map { #","details":[{"@type":"x","reason":"\#($0)"},{"@type":"y"}]"# }
    let body = message.map {
      #"{"error":{"code":\#(status),"message":"\#($0)"\#(details ?? "")}}"#
    }
    return IdentityErrorClassifier.error(
      of: HTTPResponse(
        status: status, headers: retryAfter.map { ["Retry-After": $0] } ?? [:],
        body: Data((body ?? "<html>").utf8)),
      to: request, now: Timestamp(milliseconds: 0))
  }

  private func unavailable(_ status: Int, _ retryAfter: Duration? = nil) -> IdentityError {
    .transient(.transient(cause: .unavailable(status: status), retryAfter: retryAfter))
  }

  private func intermediary(_ status: Int, _ retryAfter: Duration? = nil) -> IdentityError {
    .transient(.transient(cause: .intermediary(status: status), retryAfter: retryAfter))
  }

  func testCodesOfSigningIn() {
    let expected: [(String, IdentityError)] = [
      ("EMAIL_NOT_FOUND", .wrongCredentials), ("INVALID_PASSWORD", .wrongCredentials),
      ("INVALID_LOGIN_CREDENTIALS", .wrongCredentials), ("MISSING_PASSWORD", .wrongCredentials),
      ("USER_DISABLED", .userDisabled), ("INVALID_EMAIL", .invalidEmail),
      ("MISSING_EMAIL", .invalidEmail), ("EMAIL_EXISTS", .emailInUse),
      ("WEAK_PASSWORD : Password should be at least 6 characters", .weakPassword),
      ("WEAK_PASSWORD: anything", .weakPassword), ("WEAK_PASSWORD", .weakPassword),
      ("PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing [x]", .weakPassword),
      ("TOO_MANY_ATTEMPTS_TRY_LATER : later", .tooManyAttempts),
      ("OPERATION_NOT_ALLOWED", .notEnabled), ("PASSWORD_LOGIN_DISABLED", .notEnabled),
      ("ADMIN_ONLY_OPERATION", .notEnabled), ("CONFIGURATION_NOT_FOUND", .notEnabled),
      ("TOKEN_EXPIRED", .refused(status: 400, code: "TOKEN_EXPIRED")),
    ]
    for (message, error) in expected {
      XCTAssertEqual(classify(400, message), error, message)
    }
    XCTAssertEqual(classify(400, "MISSING_PASSWORD", .signUp), .weakPassword)
  }

  func testCodesOfRenewing() {
    for code in [
      "TOKEN_EXPIRED", "USER_DISABLED", "USER_NOT_FOUND", "INVALID_REFRESH_TOKEN",
      "MISSING_REFRESH_TOKEN", "PROJECT_NUMBER_MISMATCH",
    ] {
      XCTAssertEqual(classify(400, code, .refresh), .tokenRevoked, code)
    }
    XCTAssertEqual(
      classify(400, "INVALID_GRANT_TYPE", .refresh),
      .refused(status: 400, code: "INVALID_GRANT_TYPE"))
    XCTAssertEqual(
      classify(403, "x", .refresh, reason: "CONSUMER_SUSPENDED"), .refused(status: 403, code: ""))
  }

  func testTheKeyIsToldByItsReasonAlone() {
    let prose = "API key not valid. Please pass a valid API key."
    XCTAssertEqual(classify(400, prose, reason: "API_KEY_INVALID"), .badKey)
    XCTAssertEqual(classify(400, "x", .refresh, reason: "API_KEY_INVALID"), .badKey)
    XCTAssertEqual(classify(403, "x", reason: "API_KEY_SERVICE_BLOCKED"), .badKey)
    XCTAssertEqual(classify(403, "x", reason: "SERVICE_DISABLED"), .notEnabled)
    XCTAssertEqual(classify(400, prose), .refused(status: 400, code: "API"))
  }

  func testCodesAreNeverFoundInsideOfProse() {
    XCTAssertEqual(
      classify(400, "the EMAIL_NOT_FOUND"), .refused(status: 400, code: ""))
    XCTAssertEqual(
      classify(400, "EMAIL_NOT_FOUNDED"), .refused(status: 400, code: "EMAIL_NOT_FOUNDED"))
    XCTAssertEqual(
      classify(400, String(repeating: "A", count: 65)), .refused(status: 400, code: ""))
  }

  func testTransient() {
    for status in [407, 408, 429, 500, 502, 503, 504] {
      XCTAssertEqual(classify(status), intermediary(status))
      XCTAssertEqual(classify(status, "busy", .refresh), intermediary(status))
      XCTAssertEqual(classify(status, "BACKEND_ERROR", .refresh), unavailable(status))
    }
    XCTAssertEqual(classify(503, retryAfter: "7"), intermediary(503, .seconds(7)))
    XCTAssertEqual(classify(503, retryAfter: "86400"), intermediary(503, .seconds(300)))
    XCTAssertEqual(
      classify(503, "BACKEND_ERROR", retryAfter: "86400"), unavailable(503, .seconds(86_400)))
    XCTAssertEqual(classify(503, "TOKEN_EXPIRED", .refresh), unavailable(503))
    XCTAssertEqual(classify(429, "TOO_MANY_ATTEMPTS_TRY_LATER"), .tooManyAttempts)
  }

  func testWhatIsNoAnswerOfTheService() {
    let unreachable = IdentityError.transient(.transient(cause: .unreachable, retryAfter: nil))
    for status in [
      103, 200, 201, 204, 301, 302, 303, 304, 307, 308, 400, 401, 403, 404, 405, 410, 418, 451, 511,
      600,
    ] {
      for request in [IdentityRequest.signUp, .signIn, .refresh] {
        XCTAssertEqual(classify(status, nil, request), unreachable, "\(status)")
      }
    }
    let session = HTTPResponse(status: 200, body: Data(" \r\n{}".utf8))
    XCTAssertNil(
      IdentityErrorClassifier.error(of: session, to: .signIn, now: Timestamp(milliseconds: 0)))
    for body in [
      "{}", #"{"error":"TOKEN_EXPIRED"}"#, #"{"error":{"message":"TOKEN_EXPIRED"}}"#,
    ] {
      let response = HTTPResponse(status: 400, body: Data(body.utf8))
      XCTAssertEqual(
        IdentityErrorClassifier.error(of: response, to: .refresh, now: Timestamp(milliseconds: 0)),
        unreachable, body)
    }
  }
}

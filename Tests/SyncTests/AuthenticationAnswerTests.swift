import Core
import Sync
import TestSupport
import XCTest

final class AuthenticationAnswerTests: XCTestCase {
  private typealias Bench = AuthenticationBench

  private func answer(_ fields: [String: Any]) throws -> FaultProxy.Fault {
    let usual: [String: Any] = [
      "localId": "u", "idToken": "t", "refreshToken": "r", "expiresIn": "60", "email": "e",
      "user_id": "u", "id_token": "t", "refresh_token": "r", "expires_in": "60",
    ]
    let all = usual.merging(fields) { $1 }.filter { !($0.value is NSNull) }
    let data = try JSONSerialization.data(withJSONObject: all)
    return .answer(status: 200, body: String(decoding: data, as: UTF8.self))
  }

  private func violation(_ detail: String) -> IdentityError { .protocolViolation(detail: detail) }

  /// Asks all three methods, which get the same answer.
  private func assertAll(
    _ fault: FaultProxy.Fault, throw expected: IdentityError, timeout: Duration = .seconds(30),
    line: UInt = #line
  ) async throws {
    let bench = try Bench(self)
    let client = try bench.client(timeout: timeout)
    bench.proxy.always(fault)
    await assertThrows(expected, line: line) { try await client.signUp(email: "a", password: "b") }
    await assertThrows(expected, line: line) { try await client.signIn(email: "a", password: "b") }
    await assertThrows(expected, line: line) { try await client.refresh(token: "c") }
  }

  func testAProperAnswerIsTaken() async throws {
    let bench = try Bench(self)
    bench.proxy.always(try answer(["expiresIn": "9999999999", "expires_in": "9999999999"]))
    let session = try await bench.client().signIn(email: "a", password: "b")
    XCTAssertEqual(session.userID, "u")
    XCTAssertEqual(session.expiresIn, .seconds(86_400))
    let renewed = try await bench.client().refresh(token: "c")
    XCTAssertEqual(renewed.expiresIn, .seconds(86_400))
  }

  func testGarbage() async throws {
    let wrong = violation("answer is not as documented")
    for body in ["[]", #"{"idToken":1,"id_token":1}"#, "{\"a\":"] {
      try await assertAll(.answer(status: 200, body: body), throw: wrong)
    }
    try await assertAll(
      .answer(status: 200, body: String(repeating: "[", count: 60_000)), throw: wrong)
    try await assertAll(.answer(status: 200, body: "{}"), throw: violation("answer without a user"))
  }

  func testAPageInPlaceOfTheAnswer() async throws {
    let away = IdentityError.transient(.transient(cause: .unreachable, retryAfter: nil))
    for body in ["", "<html>", "null", "Welcome"] {
      for status in [200, 400, 401, 403, 404, 410] {
        try await assertAll(.answer(status: status, body: body), throw: away)
      }
    }
    try await assertAll(
      .answer(status: 302, headers: ["Location: http://127.0.0.1:1/"], body: ""), throw: away)
  }

  func testFieldsOutOfBounds() async throws {
    let long = String(repeating: "x", count: 16_385)
    for user in ["", String(repeating: "u", count: 129)] {
      try await assertAll(
        try answer(["localId": user, "user_id": user]), throw: violation("answer without a user"))
    }
    for token: Any in ["", "a b", "a\r\nX-Evil: 1", "ä", long, NSNull()] {
      let wrong = violation("answer without a usable token")
      try await assertAll(try answer(["idToken": token, "id_token": token]), throw: wrong)
      try await assertAll(
        try answer(["refreshToken": token, "refresh_token": token]), throw: wrong)
    }
    for seconds: Any in ["", "0", "-1", "1.5", "soon", "99999999999999999999", NSNull()] {
      try await assertAll(
        try answer(["expiresIn": seconds, "expires_in": seconds]),
        throw: violation("answer without the time of expiry"))
    }
  }

  func testASecondFactorIsTold() async throws {
    let bench = try Bench(self)
    bench.proxy.always(try answer(["idToken": NSNull(), "mfaPendingCredential": "x"]))
    await assertThrows(IdentityError.secondFactorRequired) {
      try await bench.client().signIn(email: "a", password: "b")
    }
  }

  func testHugeAnswersAreNotRead() async throws {
    let bench = try Bench(self)
    bench.proxy.always(.endless)
    await assertThrows(violation("answer over 65536 bytes")) {
      try await bench.client().refresh(token: "c")
    }
    XCTAssertLessThan(bench.proxy.endlessBytes, 16 * 1024 * 1024)
  }

  func testSlowAnswersAreNotWaitedFor() async throws {
    let away = IdentityError.transient(.transient(cause: .interrupted, retryAfter: nil))
    for fault in [FaultProxy.Fault.hang, .drip(every: .milliseconds(20))] {
      let start = ContinuousClock.now
      try await assertAll(fault, throw: away, timeout: .milliseconds(200))
      XCTAssertLessThan(ContinuousClock.now - start, .seconds(15))
    }
    try await assertAll(.reset, throw: away)
    try await assertAll(.cutShort, throw: away)
  }
}

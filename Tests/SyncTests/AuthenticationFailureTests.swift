import Core
import Sync
import TestSupport
import XCTest

final class AuthenticationFailureTests: XCTestCase {
  private typealias Bench = AuthenticationBench

  private let away = SyncError.transient(cause: .unreachable, retryAfter: nil)

  func testARevokedTokenEndsTheSessionAndIsNotTriedAgain() async throws {
    for isDisabled in [false, true] {
      let bench = try Bench(self)
      let provider = try bench.provider(try await bench.signUp())
      if isDisabled { bench.server.disable(Bench.email) } else { bench.server.revoke(Bench.email) }
      // Five minutes before the end the old token would still do; but the user is no longer welcome.
      bench.clock.advance(by: .seconds(3301))
      for _ in 1...3 {
        await assertThrows(SyncError.authentication) { try await provider.token() }
      }
      XCTAssertEqual(bench.renewals, 1)
    }
  }

  func testSigningInAgainIsNoticed() async throws {
    let bench = try Bench(self)
    let session = try await bench.signUp()
    let provider = try bench.provider(session, isNew: false)
    bench.server.revoke(Bench.email)
    await assertThrows(SyncError.authentication) { try await provider.token() }
    let again = try await bench.client().signIn(email: Bench.email, password: Bench.password)
    try await bench.secrets.setSecret(again.refreshToken, for: bench.account, label: "")
    let token = try await provider.token()
    XCTAssertNotNil(token)
  }

  func testSigningInAgainBeforeTheOldTokenIsRefusedIsNoticed() async throws {
    let bench = try Bench(self)
    let provider = try bench.provider(try await bench.signUp())
    bench.server.revoke(Bench.email)
    let again = try await bench.client().signIn(email: Bench.email, password: Bench.password)
    try await bench.secrets.setSecret(again.refreshToken, for: bench.account, label: "")
    bench.clock.advance(by: .seconds(3601))
    let token = try await provider.token()
    XCTAssertNotNil(token)
  }

  func testTheOldTokenIsUsedWhileItIsGood() async throws {
    let bench = try Bench(self)
    let session = try await bench.signUp()
    let provider = try bench.provider(session)
    bench.proxy.always(.answer(status: 503, body: ""))
    bench.clock.advance(by: .seconds(3400))
    for _ in 1...3 {
      let token = try await provider.token()
      XCTAssertEqual(token, session.idToken)
    }
    XCTAssertEqual(bench.renewals, 1, "no request of the app is to be held up by each failure")
    bench.clock.advance(by: .seconds(30))
    _ = try await provider.token()
    XCTAssertEqual(bench.renewals, 2)
    bench.clock.advance(by: .seconds(170))
    await assertThrows(SyncError.transient(cause: .intermediary(status: 503), retryAfter: nil)) {
      try await provider.token()
    }
    bench.proxy.always(nil)
    let token = try await provider.token()
    XCTAssertNotEqual(token, session.idToken)
  }

  func testARefusedTokenIsNotUsedWhileTheServerIsAway() async throws {
    let bench = try Bench(self)
    let session = try await bench.signUp()
    let provider = try bench.provider(session)
    bench.proxy.always(.reset)
    await provider.refuse(session.idToken)
    await assertThrows(SyncError.transient(cause: .interrupted, retryAfter: nil)) {
      try await provider.token()
    }
  }

  func testWithoutASecret() async throws {
    let bench = try Bench(self)
    let provider = try bench.provider(try await bench.signUp(), isNew: false)
    try await bench.secrets.removeSecret(for: bench.account)
    await assertThrows(SyncError.authentication) { try await provider.token() }
    XCTAssertEqual(bench.renewals, 0)
  }

  func testTroubleWithTheKeyring() async throws {
    let bench = try Bench(self)
    let provider = try bench.provider(try await bench.signUp(), isNew: false)
    let expected: [(SecretError, SyncError)] = [
      (.unavailable, .authentication), (.locked, .authentication), (.timedOut, .authentication),
      (.failed(detail: "x"), away),
    ]
    for (problem, error) in expected {
      bench.secrets.fail(with: problem)
      await assertThrows(error, "\(problem)") { try await provider.token() }
    }
    bench.secrets.fail(with: nil)
    let token = try await provider.token()
    XCTAssertNotNil(token)
  }

  func testAKeyringThatTakesNothingDoesNotStopTheWork() async throws {
    let bench = try Bench(self)
    bench.server.setChangesTokens(true)
    let provider = try bench.provider(try await bench.signUp())
    bench.secrets.fail(with: .locked)
    for _ in 1...3 {
      bench.clock.advance(by: .seconds(3600))
      let token = try await provider.token()
      XCTAssertNotNil(token)
    }
    let isTried = await eventually { bench.secrets.writes > 0 }
    XCTAssertTrue(isTried)
  }

  func testATokenForSomebodyElseIsNotUsed() async throws {
    let bench = try Bench(self)
    let session = try await bench.signUp()
    let bob = try await bench.client().signUp(email: "bob@example.org", password: "password")
    try await bench.secrets.setSecret(bob.refreshToken, for: bench.account, label: "")
    let provider = try bench.provider(session, isNew: false)
    await assertThrows(SyncError.authentication) { try await provider.token() }
    await assertThrows(SyncError.authentication) { try await provider.token() }
    XCTAssertEqual(bench.renewals, 1)
    // Nor one that was handed over.
    let other = SignedInTokenProvider(
      account: bench.account, user: session.userID, label: "", client: try bench.client(),
      secrets: MemorySecretStore(), clock: bench.clock, session: bob)
    await assertThrows(SyncError.authentication) { try await other.token() }
  }

  /// A proxy may refuse in JSON with a number too. That ends by itself, and nobody has to sign in again for it.
  func testARefusalByAProxyIsNoReasonToSignOut() async throws {
    let bench = try Bench(self)
    let provider = try bench.provider(try await bench.signUp(), isNew: false)
    for error in [
      #"{"code":403}"#, #"{"code":401,"message":"Unauthorized"}"#,
      #"{"code":403,"message":"BLOCKED","status":"error"}"#,
    ] {
      bench.proxy.always(.answer(status: 403, body: #"{"error":\#(error)}"#))
      await assertThrows(away, error) { try await provider.token() }
    }
    bench.proxy.always(nil)
    let token = try await provider.token()
    XCTAssertNotNil(token)
  }

  func testGarbageIsNoReasonToSignOut() async throws {
    let bench = try Bench(self)
    let provider = try bench.provider(
      try await bench.signUp(), isNew: false, timeout: .milliseconds(300))
    var faults: [FaultProxy.Fault] = [.endless, .hang]
    for status in [200, 302, 400, 401, 403, 404, 410, 511] {
      faults.append(.answer(status: status, headers: ["Location: /"], body: "<html>sign in</html>"))
    }
    for fault in faults {
      bench.proxy.always(fault)
      let error = await errorThrown(SyncError.self) { try await provider.token() }
      guard case .transient = error else {
        return XCTFail("\(fault): \(String(describing: error))")
      }
    }
    bench.proxy.always(nil)
    let token = try await provider.token()
    XCTAssertNotNil(token)
  }
}

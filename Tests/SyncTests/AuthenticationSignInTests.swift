import Core
import Sync
import TestSupport
import XCTest

final class AuthenticationSignInTests: XCTestCase {
  private typealias Bench = AuthenticationBench

  func testSignUpThenSignInThenRenew() async throws {
    let bench = try Bench(self)
    let client = try bench.client()
    let made = try await client.signUp(email: Bench.email, password: Bench.password)
    XCTAssertEqual(made.email, Bench.email)
    XCTAssertEqual(made.expiresIn, .seconds(3600))
    let again = try await client.signIn(email: Bench.email, password: Bench.password)
    XCTAssertEqual(again.userID, made.userID)
    XCTAssertNotEqual(again.idToken, made.idToken)
    let renewed = try await client.refresh(token: again.refreshToken)
    XCTAssertEqual(renewed.userID, made.userID)
    XCTAssertEqual(renewed.refreshToken, again.refreshToken)
    XCTAssertNotEqual(renewed.idToken, again.idToken)
    XCTAssertNil(renewed.email)
    XCTAssertEqual(
      bench.server.requests, ["signUp", "signInWithPassword", "token"])
  }

  func testTheRequestsAreAsDocumented() async throws {
    let bench = try Bench(self)
    let session = try await bench.signUp()
    _ = try await bench.client().refresh(token: session.refreshToken)
    let heads = bench.proxy.requests.map { $0.head.split(separator: "\r\n")[0] }
    XCTAssertEqual(
      heads,
      [
        "POST /v1/accounts:signUp?key=simulated-key HTTP/1.1",
        "POST /v1/token?key=simulated-key HTTP/1.1",
      ])
    let body = try JSONSerialization.jsonObject(with: Data(bench.proxy.requests[0].body.utf8))
    XCTAssertEqual(
      body as? NSDictionary,
      ["email": Bench.email, "password": Bench.password, "returnSecureToken": true])
  }

  func testWrongPasswordAndUnknownAddress() async throws {
    let bench = try Bench(self)
    bench.server.add(Bench.email, password: Bench.password)
    let client = try bench.client()
    for hides in [false, true] {
      bench.server.setHidesAddresses(hides)
      for (email, password) in [(Bench.email, "something else"), ("bob@example.org", "password")] {
        await assertThrows(IdentityError.wrongCredentials) {
          try await client.signIn(email: email, password: password)
        }
      }
    }
  }

  func testRefusalsOfNewUsers() async throws {
    let bench = try Bench(self)
    bench.server.add(Bench.email, password: Bench.password)
    let client = try bench.client()
    await assertThrows(IdentityError.emailInUse) {
      try await client.signUp(email: Bench.email, password: Bench.password)
    }
    await assertThrows(IdentityError.weakPassword) {
      try await client.signUp(email: "bob@example.org", password: "12345")
    }
    await assertThrows(IdentityError.invalidEmail) {
      try await client.signUp(email: "bob", password: Bench.password)
    }
    bench.server.setEnabled(false)
    await assertThrows(IdentityError.notEnabled) {
      try await client.signUp(email: "bob@example.org", password: Bench.password)
    }
    await assertThrows(IdentityError.notEnabled) {
      try await client.signIn(email: Bench.email, password: Bench.password)
    }
  }

  func testALockedOutUser() async throws {
    let bench = try Bench(self)
    let session = try await bench.signUp()
    bench.server.disable(Bench.email)
    await assertThrows(IdentityError.userDisabled) {
      try await bench.client().signIn(email: Bench.email, password: Bench.password)
    }
    await assertThrows(IdentityError.tokenRevoked) {
      try await bench.client().refresh(token: session.refreshToken)
    }
  }

  func testRevokedAndUnknownTokens() async throws {
    let bench = try Bench(self)
    let session = try await bench.signUp()
    bench.server.revoke(Bench.email)
    for token in [session.refreshToken, "nonsense", ""] {
      await assertThrows(IdentityError.tokenRevoked) {
        try await bench.client().refresh(token: token)
      }
    }
  }

  func testAWrongKey() async throws {
    let bench = try Bench(self)
    let client = try bench.client(key: "other")
    await assertThrows(IdentityError.badKey) {
      try await client.signIn(email: Bench.email, password: Bench.password)
    }
    await assertThrows(IdentityError.badKey) { try await client.refresh(token: "refresh/+") }
  }
}

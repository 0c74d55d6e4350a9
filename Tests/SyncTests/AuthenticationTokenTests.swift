import Basics
import Core
import Sync
import TestSupport
import XCTest

final class AuthenticationTokenTests: XCTestCase {
  private typealias Bench = AuthenticationBench

  func testIsRenewedBeforeItExpires() async throws {
    let bench = try Bench(self)
    let session = try await bench.signUp()
    let provider = try bench.provider(session)
    bench.clock.advance(by: .seconds(3299))
    var token = try await provider.token()
    XCTAssertEqual(token, session.idToken)
    XCTAssertEqual(bench.renewals, 0)
    bench.clock.advance(by: .seconds(1))
    token = try await provider.token()
    XCTAssertNotEqual(token, session.idToken)
    XCTAssertEqual(bench.renewals, 1)
    let next = try await provider.token()
    XCTAssertEqual(next, token)
    XCTAssertEqual(bench.renewals, 1)
    XCTAssertEqual(bench.secrets.reads, 0)
  }

  func testATokenOfShortLifeIsUsedForHalfOfIt() async throws {
    let bench = try Bench(self)
    bench.server.setLifetime(60)
    let session = try await bench.signUp()
    let provider = try bench.provider(session)
    bench.clock.advance(by: .seconds(29))
    let token = try await provider.token()
    XCTAssertEqual(token, session.idToken)
    bench.clock.advance(by: .seconds(1))
    _ = try await provider.token()
    XCTAssertEqual(bench.renewals, 1)
  }

  func testTheSecretIsReadOnceAfterAStart() async throws {
    let bench = try Bench(self)
    let provider = try bench.provider(try await bench.signUp(), isNew: false)
    let first = try await provider.token()
    XCTAssertNotNil(first)
    bench.clock.advance(by: .seconds(7200))
    let second = try await provider.token()
    XCTAssertNotEqual(first, second)
    XCTAssertEqual(bench.renewals, 2)
    XCTAssertEqual(bench.secrets.reads, 1)
  }

  func testConcurrentCallersShareOneRenewal() async throws {
    let bench = try Bench(self)
    let provider = try bench.provider(try await bench.signUp(), isNew: false)
    bench.server.pause()
    let callers = (0..<40).map { _ in Task { try await provider.token() } }
    let asked = await eventually { bench.renewals == 1 }
    XCTAssertTrue(asked)
    bench.server.resume()
    var tokens: Set<String?> = []
    for caller in callers { tokens.insert(try await caller.value) }
    XCTAssertEqual(tokens.count, 1)
    XCTAssertEqual(bench.renewals, 1)
    XCTAssertEqual(bench.secrets.reads, 1)
  }

  func testACancelledCallerLeavesAndTheOthersGetTheToken() async throws {
    let bench = try Bench(self)
    let provider = try bench.provider(try await bench.signUp(), isNew: false)
    bench.server.pause()
    let cancelled = Task { try await provider.token() }
    let other = Task { try await provider.token() }
    let asked = await eventually { bench.renewals == 1 }
    XCTAssertTrue(asked)
    cancelled.cancel()
    await assertThrows(SyncError.transient(cause: .unreachable, retryAfter: nil)) {
      try await cancelled.value
    }
    bench.server.resume()
    let token = try await other.value
    XCTAssertNotNil(token)
    XCTAssertEqual(bench.renewals, 1)
  }

  func testARefusedTokenIsNotGivenOutAgain() async throws {
    let bench = try Bench(self)
    let session = try await bench.signUp()
    let provider = try bench.provider(session)
    await provider.refuse("some other token")
    var token = try await provider.token()
    XCTAssertEqual(token, session.idToken)
    await provider.refuse(session.idToken)
    token = try await provider.token()
    XCTAssertNotEqual(token, session.idToken)
    XCTAssertEqual(bench.renewals, 1)
    // A late refusal of the old one says nothing about the new one.
    await provider.refuse(session.idToken)
    let same = try await provider.token()
    XCTAssertEqual(same, token)
    XCTAssertEqual(bench.renewals, 1)
  }

  func testAChangedRefreshTokenIsStored() async throws {
    let bench = try Bench(self)
    bench.server.setChangesTokens(true)
    let session = try await bench.signUp()
    let provider = try bench.provider(session)
    for round in 1...2 {
      bench.clock.advance(by: .seconds(3600))
      _ = try await provider.token()
      XCTAssertEqual(bench.renewals, round)
    }
    let (secrets, account) = (bench.secrets, bench.account)
    let isStored = try await eventually {
      let secret = try await secrets.secret(for: account)
      return secret != session.refreshToken
    }
    XCTAssertTrue(isStored)
    // Only the newest is good: another start needs it.
    bench.clock.advance(by: .seconds(3600))
    let isGood = await eventually {
      let later = try? bench.provider(session, isNew: false)
      return (try? await later?.token()) != nil
    }
    XCTAssertTrue(isGood)
  }

  func testSigningOutForgetsAll() async throws {
    let bench = try Bench(self)
    let provider = try bench.provider(try await bench.signUp(), isNew: false)
    bench.server.pause()
    let waiting = Task { try await provider.token() }
    let asked = await eventually { bench.renewals == 1 }
    XCTAssertTrue(asked)
    try await provider.signOut()
    await assertThrows(SyncError.authentication) { try await waiting.value }
    bench.server.resume()
    await assertThrows(SyncError.authentication) { try await provider.token() }
    let secret = try await bench.secrets.secret(for: bench.account)
    XCTAssertNil(secret)
  }
}

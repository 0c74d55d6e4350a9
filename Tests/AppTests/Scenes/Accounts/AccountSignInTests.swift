import Basics
import Core
import Sync
import TestSupport
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

/// Signing in with a server that speaks the real protocol and a keyring that lasts as long as the test.
final class AccountSignInTests: XCTestCase {
  @MainActor
  private struct Bench {
    let server: SimulatedIdentityServer
    let secrets = MemorySecretStore()
    let signIn: AccountSignIn

    init() throws {
      server = try SimulatedIdentityServer()
      signIn = AccountSignIn(transport: SoupTransport(), secrets: secrets)
    }

    func request(password: String = "secret-1", isNew: Bool = false) throws -> AccountSignInRequest
    {
      AccountSignInRequest(
        server: try FirestoreSettings(project: "demo", host: "127.0.0.1:8080", user: "-"),
        identity: try IdentitySettings(
          apiKey: SimulatedIdentityServer.apiKey, identityHost: server.host,
          tokenHost: server.host), email: "ann@example.com", password: password, isNew: isNew)
    }
  }

  @MainActor
  private static func failure(
    _ bench: Bench, _ request: AccountSignInRequest
  ) async -> AccountSignInFailure? {
    do throws(AccountSignInFailure) {
      _ = try await bench.signIn.signIn(request)
      return nil
    } catch {
      return error
    }
  }

  @MainActor
  func testSecretIsKeptAndTheFirstTokenNeedsNoRenewal() async throws {
    let bench = try Bench()
    let user = bench.server.add("ann@example.com", password: "secret-1")
    let account = try await bench.signIn.signIn(try bench.request())
    guard case .firestore(let settings) = account.service else { return XCTFail("no account") }
    XCTAssertEqual(settings.user, user)
    XCTAssertEqual(account.signIn?.email, "ann@example.com")
    let secret = try await bench.secrets.secret(for: account.id)
    XCTAssertNotNil(secret)
    let token = try await bench.signIn.tokens(for: account)?.token()
    XCTAssertNotNil(token)
    XCTAssertEqual(bench.server.count(of: "token"), 0)

    // Another run of the app has the keyring only.
    let later = AccountSignIn(transport: SoupTransport(), secrets: bench.secrets)
    let renewed = try await later.tokens(for: account)?.token()
    XCTAssertNotNil(renewed)
    XCTAssertEqual(bench.server.count(of: "token"), 1)
  }

  @MainActor
  func testRevokedSessionIsRenewedBySigningInAgain() async throws {
    let bench = try Bench()
    bench.server.add("ann@example.com", password: "secret-1")
    let account = try await bench.signIn.signIn(try bench.request())
    let later = AccountSignIn(transport: SoupTransport(), secrets: bench.secrets)
    let tokens = try XCTUnwrap(later.tokens(for: account))
    bench.server.revoke("ann@example.com")
    do {
      _ = try await tokens.token()
      XCTFail("the session was revoked")
    } catch {
      XCTAssertEqual(error, .authentication)
    }
    var again = try bench.request()
    again.expected = account.id
    again.known = [account.id]
    let same = try await later.signIn(again)
    XCTAssertEqual(same, account)
    let token = try await tokens.token()
    XCTAssertNotNil(token, "who asked before finds the new secret")
  }

  @MainActor
  func testNewUserIsMadeOnce() async throws {
    let bench = try Bench()
    let account = try await bench.signIn.signIn(try bench.request(isNew: true))
    XCTAssertEqual(account.name, "ann@example.com")
    let failure = await Self.failure(bench, try bench.request(isNew: true))
    XCTAssertEqual(failure, .identity(.emailInUse))
  }

  @MainActor
  func testWrongPasswordLeavesTheKeyringAlone() async throws {
    let bench = try Bench()
    let user = bench.server.add("ann@example.com", password: "secret-1")
    let failure = await Self.failure(bench, try bench.request(password: "other"))
    XCTAssertEqual(failure, .identity(.wrongCredentials))
    let account = try bench.request().account(ofUser: user)
    let secret = try await bench.secrets.secret(for: account.id)
    XCTAssertNil(secret)
  }

  @MainActor
  func testWithoutAKeyringNobodyIsMadeAUser() async throws {
    let bench = try Bench()
    bench.secrets.fail(with: .unavailable)
    let failure = await Self.failure(bench, try bench.request(isNew: true))
    XCTAssertEqual(failure, .keyring(.unavailable))
    XCTAssertEqual(bench.server.requests, [])
  }

  @MainActor
  func testAnotherUserIsNotTakenForTheSame() async throws {
    let bench = try Bench()
    bench.server.add("ann@example.com", password: "secret-1")
    var request = try bench.request()
    request.expected = try request.account(ofUser: "somebody").id
    let failure = await Self.failure(bench, request)
    XCTAssertEqual(failure, .otherUser)
  }

  @MainActor
  func testServerThatIsNotThere() async throws {
    let bench = try Bench()
    bench.server.stop()
    guard case .identity(.transient)? = await Self.failure(bench, try bench.request()) else {
      return XCTFail("no failure")
    }
  }

  @MainActor
  func testCancelledWhileTheServerThinks() async throws {
    let bench = try Bench()
    let user = bench.server.add("ann@example.com", password: "secret-1")
    bench.server.pause()
    let request = try bench.request()
    let attempt = Task { await Self.failure(bench, request) }
    await AppTests.eventually("the request") { !bench.server.requests.isEmpty }
    attempt.cancel()
    let failure = await attempt.value
    XCTAssertEqual(failure, .cancelled)
    bench.server.resume()
    let secret = try await bench.secrets.secret(for: try request.account(ofUser: user).id)
    XCTAssertNil(secret)
  }

  @MainActor
  func testSigningOutForgetsTheSecret() async throws {
    let bench = try Bench()
    bench.server.add("ann@example.com", password: "secret-1")
    let account = try await bench.signIn.signIn(try bench.request())
    let tokens = try XCTUnwrap(bench.signIn.tokens(for: account))
    try await bench.signIn.signOut(account)
    let secret = try await bench.secrets.secret(for: account.id)
    XCTAssertNil(secret)
    do {
      _ = try await tokens.token()
      XCTFail("nobody is signed in")
    } catch {
      XCTAssertEqual(error, .authentication)
    }
  }

  @MainActor
  func testServersThatAskNobodyNeedNoCredentials() async throws {
    let bench = try Bench()
    bench.secrets.fail(with: .unavailable)
    let account = try Account.sample()
    XCTAssertNil(bench.signIn.tokens(for: account))
    try await bench.signIn.signOut(account)
  }
}

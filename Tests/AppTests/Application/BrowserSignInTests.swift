import Core
import Sync
import TestSupport
import XCTest

@testable import Service

/// Signing in through the browser, down to the account at a real CalDAV server.
final class BrowserSignInTests: XCTestCase {
  /// Radicale behind what speaks for Nextcloud.
  private struct Bench {
    let home: CalDAVTestHome
    let front: FaultProxy
    let secrets = MemorySecretStore()
    let signing: AccountSignIn
    var address: String { "http://\(front.host)" }

    @MainActor
    init(_ test: XCTestCase) async throws {
      do {
        home = try await CalDAVServer.shared(.radicale).newHome()
      } catch let unavailable as CalDAVServer.Unavailable {
        throw XCTSkip(unavailable.reason)
      }
      let front = try FaultProxy(upstream: home.server.port)
      test.addTeardownBlock { front.stop() }
      self.front = front
      signing = AccountSignIn(transport: SoupTransport(), secrets: secrets)
    }

    func plan(password: String = CalDAVServer.password) {
      front.plan([
        .answer(
          status: 200,
          body: """
            {"poll":{"token":"t","endpoint":"\(address)/login/v2/poll"},"login":"\(address)/login/v2/flow/f"}
            """),
        .answer(status: 404, body: "[]"),
        .answer(
          status: 200,
          body: """
            {"server":"\(address)","loginName":"\(home.user)","appPassword":"\(password)"}
            """),
      ])
    }

    @MainActor
    func signIn(
      _ expected: ExistingCalDAVAccount? = nil,
      opened: @escaping @MainActor (String) -> Void = { _ in }
    ) async -> Result<Account, AccountSignInFailure> {
      do throws(AccountSignInFailure) {
        let request = BrowserSignInRequest(address: address, expected: expected)
        return .success(try await signing.signIn(request, open: opened))
      } catch {
        return .failure(error)
      }
    }
  }

  @MainActor
  func testTheServersPasswordIsKept() async throws {
    let it = try await Bench(self)
    try await it.home.makeList("l", called: "L")
    it.plan()
    var opened: [String] = []
    let account = try await it.signIn { opened.append($0) }.get()
    XCTAssertEqual(opened, [it.address + "/login/v2/flow/f"])
    XCTAssertEqual(account, Account(caldav: it.home.settings(port: it.front.port)))
    let secret = try await it.secrets.secret(for: account.id)
    XCTAssertEqual(secret, CalDAVServer.password)
  }

  @MainActor
  func testSomebodyElseInTheBrowser() async throws {
    let it = try await Bench(self)
    it.plan()
    let settings = CalDAVSettings(server: it.address, home: "/other/", user: "other")
    let expected = Account(caldav: settings)
    let found = await it.signIn(ExistingCalDAVAccount(id: expected.id, settings: settings))
    XCTAssertEqual(found, .failure(.otherBrowserUser))
    let secret = try await it.secrets.secret(for: expected.id)
    XCTAssertNil(secret)
  }

  @MainActor
  func testAPasswordThatIsNotAccepted() async throws {
    let it = try await Bench(self)
    it.plan(password: "wrong")
    let found = await it.signIn()
    XCTAssertEqual(found, .failure(.caldav(.wrongPassword)))
  }

  @MainActor
  func testWithoutAKeyringNothingBegins() async throws {
    let it = try await Bench(self)
    it.secrets.fail(with: .unavailable)
    let found = await it.signIn()
    XCTAssertEqual(found, .failure(.keyring(.unavailable)))
    XCTAssertEqual(it.front.requests.count, 0)
  }

  @MainActor
  func testWhatTheServerOffers() async throws {
    let it = try await Bench(self)
    let isOffered = await it.signing.offersBrowser(at: it.address, certificate: nil)
    XCTAssertFalse(isOffered, "Radicale has no such page")
    it.front.plan([.endless])
    let isEndless = await it.signing.offersBrowser(at: it.address, certificate: nil)
    XCTAssertFalse(isEndless)
    it.front.plan([.answer(status: 200, body: #"{"installed":true,"version":"31.0.0.1"}"#)])
    let isNextcloud = await it.signing.offersBrowser(at: it.address, certificate: nil)
    XCTAssertTrue(isNextcloud)
  }
}

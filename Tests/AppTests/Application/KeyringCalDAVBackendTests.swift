import Basics
import Core
import FoundationEssentials
import Sync
import Synchronization
import TestSupport
import XCTest

@testable import Service

/// The password of a CalDAV account: read when it is needed, and again after the server has refused it.
final class KeyringCalDAVBackendTests: XCTestCase {
  /// Asks for a password and accepts none.
  private final class Refusing: HTTPTransport {
    let passwords = Mutex<[String]>([])

    func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
      if let text = request.headers["Authorization"]?.dropFirst("Basic ".utf8.count),
        let bytes = Data(base64Encoded: String(text))
      {
        passwords.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) }
      }
      return HTTPResponse(
        status: 401, headers: ["www-authenticate": "Basic realm=\"x\""], body: Data())
    }
  }

  private struct Bench {
    let secrets = MemorySecretStore()
    let transport = Refusing()
    let account: Account
    let backend: KeyringCalDAVBackend

    init() throws {
      let settings = CalDAVSettings(server: "https://example.org", home: "/ann/", user: "ann")
      account = Account(caldav: settings)
      backend = KeyringCalDAVBackend(
        settings, account: account.id, store: try TodoStore.inMemory(), transport: transport,
        secrets: secrets, dueTimesRing: { true })
    }

    func failure() async -> SyncError? {
      do throws(SyncError) {
        _ = try await backend.count(of: .list)
        return nil
      } catch {
        return error
      }
    }
  }

  func testARefusedPasswordIsReadAgain() async throws {
    let it = try Bench()
    for password in ["old", "new"] {
      try await it.secrets.setSecret(password, for: it.account.id, label: "")
      let failure = await it.failure()
      XCTAssertEqual(failure, .authentication)
    }
    XCTAssertEqual(it.transport.passwords.withLock { $0 }, ["ann:old", "ann:new"])
  }

  func testWithoutAPasswordNothingIsAsked() async throws {
    let it = try Bench()
    for (problem, expected): (SecretError?, SyncError) in [
      (nil, .authentication), (.locked, .authentication), (.unavailable, .authentication),
      (.failed(detail: "x"), .transient(cause: .unreachable, retryAfter: nil)),
    ] {
      it.secrets.fail(with: problem)
      let failure = await it.failure()
      XCTAssertEqual(failure, expected)
    }
    XCTAssertEqual(it.transport.passwords.withLock { $0 }, [])
  }

  func testServersThatTellNothingArePolled() {
    let polling = PollingSchedule()
    XCTAssertEqual(polling.pollEvery(isWatched: true), .seconds(300))
    XCTAssertEqual(polling.pollEvery(isWatched: false), .seconds(900))
    polling.setLookedAt(true)
    XCTAssertEqual(polling.pollEvery(isWatched: true), .seconds(300))
    XCTAssertEqual(polling.pollEvery(isWatched: false), .seconds(60))
    polling.setCount(1000)
    XCTAssertEqual(polling.pollEvery(isWatched: false), .seconds(3000))
    polling.setLookedAt(false)
    XCTAssertEqual(polling.pollEvery(isWatched: false), .seconds(3000))
  }
}

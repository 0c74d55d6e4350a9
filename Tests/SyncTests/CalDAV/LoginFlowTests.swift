import Core
import Foundation
import TestSupport
import XCTest

@testable import Sync

/// Nextcloud's Login Flow v2, with answers as in its manual and as they should not be.
final class LoginFlowTests: XCTestCase {
  private static let token = "mQUYQdffOSAMJYtm8pVpkOsVqXt5hglnuSpO5EMbgJMNEPFGaiDe8OUjvrJ2WcYc+/="

  private struct Bench {
    let server: FaultProxy
    let clock = ManualClock(skipsSleep: true)
    let flow: LoginFlow
    /// With a path, so that it has to be kept.
    let address: String

    init(_ test: XCTestCase) throws {
      let server = try FaultProxy()
      test.addTeardownBlock { server.stop() }
      self.server = server
      flow = LoginFlow(
        transport: SoupTransport(), clock: clock, uptime: clock, timeout: .seconds(3))
      address = "http://\(server.host)/nextcloud"
    }

    func begin(_ answer: FaultProxy.Fault) async -> Result<LoginFlowStart, LoginFlowError> {
      server.plan([answer])
      do throws(LoginFlowError) {
        return .success(try await flow.begin(at: address))
      } catch {
        return .failure(error)
      }
    }

    /// Begins as the manual says, then waits with these answers.
    func wait(_ answers: [FaultProxy.Fault]) async throws -> Result<
      LoginFlowCredentials, LoginFlowError
    > {
      let start = try await begin(.answer(status: 200, body: first())).get()
      server.plan(answers)
      do throws(LoginFlowError) {
        return .success(try await flow.credentials(for: start))
      } catch {
        return .failure(error)
      }
    }

    /// As in the manual, with slashes that are escaped.
    func first(login: String? = nil, endpoint: String? = nil, token: String = token) -> String {
      let escaped = address.replacingOccurrences(of: "/", with: "\\/")
      return """
        {"poll":{"token":"\(token)","endpoint":"\(endpoint ?? escaped + "\\/login\\/v2\\/poll")"},
        "login":"\(login ?? escaped + "\\/login\\/v2\\/flow\\/guyjGtcKPTKCi4epIRIupIexgJ8wNInMFSfHabAC")"}
        """
    }

    func last(server: String? = nil, user: String = "ann", password: String = "yKTVA4zgxjfivy52")
      -> String
    {
      """
      {"server":"\(server ?? address)","loginName":"\(user)","appPassword":"\(password)","more":[1]}
      """
    }
  }

  private static let waiting = FaultProxy.Fault.answer(status: 404, body: "[]")

  // MARK: As the manual says

  func testSigningIn() async throws {
    let it = try Bench(self)
    let found = try await it.wait([
      Self.waiting, Self.waiting, .answer(status: 200, body: it.last()),
    ]).get()
    XCTAssertEqual(found.user, "ann")
    XCTAssertEqual(found.password, "yKTVA4zgxjfivy52")
    XCTAssertEqual(found.address, it.address + "/remote.php/dav/")
    let requests = it.server.requests
    XCTAssertEqual(
      requests.map { $0.head.split(separator: " HTTP")[0] },
      ["POST /nextcloud/index.php/login/v2"]
        + Array(repeating: "POST /nextcloud/login/v2/poll", count: 3))
    XCTAssertEqual(requests.map { $0.header("user-agent") }.last, "Optimist")
    XCTAssertEqual(
      requests.map { $0.header("content-type") }.last, "application/x-www-form-urlencoded")
    XCTAssertEqual(
      requests.last?.body, "token=\(Self.token.dropLast(2))%2F%3D".replacing("+", with: "%2B"))
    XCTAssertEqual(requests.compactMap { $0.header("authorization") }, [])
  }

  func testEveryAddressOfTheServerLeadsToItsFolder() throws {
    for (typed, url) in [
      ("cloud.example.org", "https://cloud.example.org/x"),
      ("ann@example.org", "https://example.org/x"),
      ("https://example.org:8443/nextcloud/", "https://example.org:8443/nextcloud/x"),
      ("example.org/a/b", "https://example.org/a/b/x"),
      ("example.org/nextcloud/index.php/apps/files?dir=/", "https://example.org/nextcloud/x"),
      ("example.org/apps/dashboard/", "https://example.org/x"),
      ("https://example.org/remote.php/dav/calendars/ann/", "https://example.org/x"),
      ("http://[::1]:8080/login", "http://[::1]:8080/x"),
    ] {
      XCTAssertEqual(try LoginFlowAddress(typed).url("x"), url)
    }
    XCTAssertThrowsError(try LoginFlowAddress("http://example.org")) {
      XCTAssertEqual($0 as? LoginFlowError, .server(.insecureAddress))
    }
    XCTAssertThrowsError(try LoginFlowAddress("ftp://example.org")) {
      XCTAssertEqual($0 as? LoginFlowError, .server(.notAnAddress))
    }
  }

  func testWhoOffersIt() async throws {
    let it = try Bench(self)
    for (answer, isOffered): (FaultProxy.Fault, Bool) in [
      (.answer(status: 200, body: #"{"installed":true,"version":"31.0.10.2"}"#), true),
      (.answer(status: 200, body: #"{"installed":true,"version":"16.0.0.1","edition":""}"#), true),
      // ownCloud has the same page.
      (.answer(status: 200, body: #"{"installed":true,"version":"10.15.0.2"}"#), false),
      (.answer(status: 200, body: #"{"installed":false,"version":"31.0.10.2"}"#), false),
      (.answer(status: 200, body: #"{"installed":true,"version":31}"#), false),
      (.answer(status: 200, body: "<html>Welcome</html>"), false),
      (.answer(status: 200, body: ""), false), (.answer(status: 404, body: ""), false),
      (.answer(status: 302, headers: ["Location: http://127.0.0.1:1/"], body: ""), false),
    ] {
      it.server.plan([answer])
      let found = try await it.flow.isOffered(at: it.address)
      XCTAssertEqual(found, isOffered, "\(answer)")
    }
    XCTAssertEqual(it.server.requests.first?.head.hasPrefix("GET /nextcloud/status.php HTTP"), true)
  }

  // MARK: Answers to the beginning

  func testWhatIsNoBeginning() async throws {
    let it = try Bench(self)
    let long = String(repeating: "x", count: 4097)
    for (answer, problem): (FaultProxy.Fault, LoginFlowError) in [
      (.answer(status: 404, body: ""), .notOffered), (.answer(status: 405, body: ""), .notOffered),
      (.answer(status: 401, body: ""), .notOffered), (.answer(status: 200, body: ""), .notOffered),
      (.answer(status: 200, body: "<html>Welcome</html>"), .notOffered), (.endless, .notOffered),
      (.answer(status: 302, headers: ["Location: /login"], body: ""), .notOffered),
      (
        .answer(status: 302, headers: ["Location: https://evil.example/"], body: ""),
        .otherServer("https://evil.example")
      ),
      (.answer(status: 503, body: ""), .server(.unavailable(status: 503))),
      (.reset, .server(.unreachable)),
      (.answer(status: 200, body: "{}"), .malformed),
      (.answer(status: 200, body: "[]"), .malformed),
      (.answer(status: 200, body: #"{"poll":{"token":1}}"#), .malformed),
      (.answer(status: 200, body: it.first(token: "")), .malformed),
      (.answer(status: 200, body: it.first(token: long)), .malformed),
      (.answer(status: 200, body: it.first(token: #"a\r\nb"#)), .malformed),
    ] {
      let found = await it.begin(answer)
      XCTAssertEqual(found, .failure(problem), "\(answer)")
    }
    XCTAssertLessThan(it.server.endlessBytes, 32 << 20)
  }

  func testNeitherTheBrowserNorTheTokenGoesElsewhere() async throws {
    let it = try Bench(self)
    let port = it.server.port
    let elsewhere = [
      "https://evil.example/login", "http://127.0.0.1:\(port - 1)/login",
      "http://localhost:\(port)/", "https://127.0.0.1:\(port)/login",
      "http://127.0.0.1:\(port).evil.example/",
    ]
    let unreadable = [
      "", "/login", "//evil.example/", "javascript:alert(1)", "file:///etc/passwd", "http://",
      "http://ann@127.0.0.1:\(port)/", "http://127.0.0.1:\(port)\\\\@evil.example/",
      "http://127.0.0.1:\(port)/ x", "http://127.0.0.1:\(port)/ü",
      "http://127.0.0.1:\(port)/" + String(repeating: "x", count: 2048),
    ]
    for url in elsewhere + unreadable {
      for body in [it.first(login: url), it.first(endpoint: url)] {
        let found = await it.begin(.answer(status: 200, body: body))
        switch found {
        case .failure(.malformed): break
        case .failure(.otherServer) where elsewhere.contains(url): break
        default: XCTFail("\(url): \(found)")
        }
      }
    }
    for url in elsewhere.prefix(4) {
      let found = try await it.wait([.answer(status: 200, body: it.last(server: url))])
      guard case .failure(.otherServer) = found else { return XCTFail("\(url): \(found)") }
    }
  }

  func testAServerBehindAProxyMayNotKnowItsScheme() throws {
    let server = try LoginFlowAddress("example.org:8443/nextcloud")
    XCTAssertEqual(
      try server.own("http://example.org/nextcloud/login?a=b#c"),
      "https://example.org:8443/nextcloud/login?a=b#c")
    XCTAssertEqual(try server.own("https://EXAMPLE.org:8443?a"), "https://example.org:8443/?a")
    XCTAssertThrowsError(try server.own("https://example.org/login"))
  }

  // MARK: Answers to the question how it went

  func testWhatIsNoEnd() async throws {
    let it = try Bench(self)
    for (answer, problem): (FaultProxy.Fault, LoginFlowError) in [
      (.answer(status: 200, body: ""), .malformed), (.answer(status: 200, body: "{}"), .malformed),
      (.answer(status: 200, body: "<html>"), .malformed), (.endless, .malformed),
      (.answer(status: 200, body: it.last(user: "")), .malformed),
      (.answer(status: 200, body: it.last(password: "")), .malformed),
      (.answer(status: 200, body: it.last(user: #"a\u0000"#)), .malformed),
      (
        .answer(status: 200, body: it.last(password: String(repeating: "x", count: 4097))),
        .malformed
      ),
      (.answer(status: 403, body: ""), .refused(status: 403)),
      (.answer(status: 302, headers: ["Location: /"], body: ""), .refused(status: 302)),
    ] {
      let found = try await it.wait([Self.waiting, answer])
      XCTAssertEqual(found, .failure(problem), "\(answer)")
    }
  }

  func testNobodySignsIn() async throws {
    let it = try Bench(self)
    it.server.always(Self.waiting)
    let start = it.clock.uptime()
    let found = try await it.wait([])
    XCTAssertEqual(found, .failure(.expired))
    XCTAssertEqual(it.clock.uptime() - start, .seconds(1200))
    XCTAssertEqual(it.clock.slept.first, .seconds(1))
    XCTAssertEqual(it.clock.slept.max(), .seconds(5))
    XCTAssertLessThan(it.server.requests.count, 300)
  }

  func testAConnectionThatIsLostMeanwhile() async throws {
    let it = try Bench(self)
    let found = try await it.wait([
      .reset, .cutShort, .answer(status: 500, body: ""),
      .answer(status: 429, headers: ["Retry-After: 40"], body: ""),
      .answer(status: 200, body: it.last()),
    ])
    XCTAssertEqual(try found.get().user, "ann")
    XCTAssertTrue(it.clock.slept.contains(.seconds(40)), "the server may ask for a pause")
  }

  func testALongPauseDoesNotOutlastTheLimit() async throws {
    let it = try Bench(self)
    it.server.always(.answer(status: 503, headers: ["Retry-After: 100000"], body: ""))
    let start = it.clock.uptime()
    let found = try await it.wait([])
    XCTAssertEqual(found, .failure(.expired))
    XCTAssertEqual(it.clock.uptime() - start, .seconds(1200))
  }

  func testCancelling() async throws {
    let it = try Bench(self)
    let start = try await it.begin(.answer(status: 200, body: it.first())).get()
    let clock = ManualClock()
    let flow = LoginFlow(transport: SoupTransport(), clock: clock, uptime: clock)
    let work = Task { () async -> LoginFlowError? in
      do throws(LoginFlowError) {
        _ = try await flow.credentials(for: start)
        return nil
      } catch {
        return error
      }
    }
    let isWaiting = await eventually { clock.sleeperCount == 1 }
    XCTAssertTrue(isWaiting)
    work.cancel()
    let problem = await work.value
    XCTAssertEqual(problem, .cancelled)
    XCTAssertEqual(it.server.requests.count, 1)
  }

  func testNothingOfItIsPrinted() async throws {
    let it = try Bench(self)
    let start = try await it.begin(.answer(status: 200, body: it.first())).get()
    let found = try await it.wait([.answer(status: 200, body: it.last())]).get()
    for text in ["\(start)", "\(found)", String(reflecting: start), String(reflecting: found)] {
      XCTAssertFalse(text.contains(Self.token.prefix(20)) || text.contains("yKTV"), text)
    }
  }
}

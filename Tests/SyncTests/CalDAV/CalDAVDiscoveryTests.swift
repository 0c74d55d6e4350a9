import Core
import TestSupport
import XCTest

@testable import Sync

/// Finding an account, at real servers and at what is none.
final class CalDAVDiscoveryTests: XCTestCase {
  private func discovery(_ service: CalDAVService? = nil) -> CalDAVDiscovery {
    CalDAVDiscovery(
      transport: SoupTransport(), makeClientNonce: { "0a4f113b" }, clock: ManualClock(),
      timeout: .seconds(20), lookUp: { _ in service })
  }

  private func find(
    _ address: String, user: String = "ann", password: String = "x", certificate: String? = nil
  ) async -> Result<CalDAVDiscovery.Account, CalDAVDiscoveryError> {
    do throws(CalDAVDiscoveryError) {
      return .success(
        try await discovery().account(
          at: address, user: user, password: password, certificate: certificate))
    } catch {
      return .failure(error)
    }
  }

  func testAnAccountByHostAndByURL() async throws {
    let home = try await home(.radicale)
    try await home.makeList("l", called: "L")
    let host = "http://127.0.0.1:\(home.server.port)"
    for address in [host, host + "/", host + home.path, " " + host + "/.well-known/caldav "] {
      let found = await find(address, user: home.user, password: CalDAVServer.password)
      let account = try found.get()
      XCTAssertEqual(account.settings, home.settings(), address)
      XCTAssertEqual(account.lists, 1)
    }
  }

  /// As Nextcloud does after wrong passwords, by 25 seconds.
  func testAServerThatDelaysItsAnswersIsWaitedFor() async throws {
    let home = try await home(.radicale)
    let transport = SoupTransport()
    let slow = ScriptedTransport { (request) throws(HTTPFailure) in
      guard request.timeout > .seconds(30) else { throw .timedOut }
      return try await transport.send(request)
    }
    let address = "http://127.0.0.1:\(home.server.port)"
    let discovery = CalDAVDiscovery(transport: slow, makeClientNonce: { "0a4f113b" })
    let account = try await discovery.account(
      at: address, user: home.user, password: CalDAVServer.password)
    XCTAssertEqual(account.settings, home.settings())
    let isOffered = try await LoginFlow(transport: slow).isOffered(at: address)
    XCTAssertFalse(isOffered)
  }

  func testAHomeWithoutCalendarsIsAnAccount() async throws {
    let home = try await home(.radicale)
    let found = await find(
      "http://127.0.0.1:\(home.server.port)", user: home.user, password: CalDAVServer.password)
    XCTAssertEqual(try found.get().lists, 0)
  }

  func testAServerWithoutPasswords() async throws {
    let home = try await home(.xandikos)
    let found = await find("http://127.0.0.1:\(home.server.port)", user: "ann")
    XCTAssertEqual(try found.get().settings.home, "/ann/calendars/")
  }

  func testAWrongPassword() async throws {
    let home = try await home(.radicale)
    let found = await find(
      "http://127.0.0.1:\(home.server.port)", user: home.user, password: "wrong")
    XCTAssertEqual(found, .failure(.wrongPassword))
  }

  func testOnlyCalendarsForEvents() async throws {
    let home = try await home(.radicale)
    let body = """
      <?xml version="1.0"?><C:mkcalendar xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:D="DAV:"><D:set>
      <D:prop><C:supported-calendar-component-set><C:comp name="VEVENT"/>
      </C:supported-calendar-component-set></D:prop></D:set></C:mkcalendar>
      """
    try await home.send(.makeCalendar, "events/", body: body)
    let found = await find(
      "http://127.0.0.1:\(home.server.port)", user: home.user, password: CalDAVServer.password)
    XCTAssertEqual(found, .failure(.noTaskList))
  }

  func testWhatIsNoCalDAVServer() async throws {
    let proxy = try FaultProxy()
    addTeardownBlock { proxy.stop() }
    let answers: [FaultProxy.Fault] = [
      .answer(status: 200, body: "<html>Welcome</html>"), .answer(status: 404, body: ""),
      .answer(status: 405, body: ""), .answer(status: 207, body: "<x/>"),
      .answer(status: 301, headers: ["Location: /"], body: ""),
      .raw(Array("220 mail.example.org ESMTP\r\n\r\n".utf8)),
    ]
    for answer in answers {
      proxy.always(answer)
      let found = await find("http://\(proxy.host)")
      XCTAssertEqual(found, .failure(.notCalDAV), "\(answer)")
    }
    proxy.always(.answer(status: 503, body: ""))
    let busy = await find("http://\(proxy.host)")
    XCTAssertEqual(busy, .failure(.unavailable(status: 503)))
    proxy.stop()
    let nobody = await find("http://\(proxy.host)")
    XCTAssertEqual(nobody, .failure(.unreachable))
  }

  func testThePasswordGoesToNoOtherServer() async throws {
    let other = try FaultProxy()
    let proxy = try FaultProxy()
    addTeardownBlock {
      proxy.stop()
      other.stop()
    }
    other.always(.answer(status: 401, headers: ["WWW-Authenticate: Basic realm=\"x\""], body: ""))
    for target in ["http://localhost:\(other.port)/", "http://127.0.0.1:\(other.port)/"] {
      proxy.always(.answer(status: 301, headers: ["Location: " + target], body: ""))
      let found = await find("http://\(proxy.host)")
      guard case .failure(.otherHost) = found else { return XCTFail("\(found)") }
    }
    for target in ["https://example.org/", "http://example.org/"] {
      proxy.always(.answer(status: 301, headers: ["Location: " + target], body: ""))
      let found = await find("http://\(proxy.host)")
      XCTAssertTrue(
        [.failure(.otherHost("example.org")), .failure(.insecureAddress)].contains(found))
    }
    // A principal elsewhere, named by an answer and not by a redirection.
    proxy.always(
      .answer(
        status: 207,
        body: """
          <multistatus xmlns="DAV:"><response><href>/</href><propstat><prop><current-user-principal>
          <href>http://localhost:\(other.port)/ann/</href></current-user-principal></prop>
          <status>HTTP/1.1 200 OK</status></propstat></response></multistatus>
          """))
    let found = await find("http://\(proxy.host)")
    XCTAssertEqual(found, .failure(.otherHost("localhost")))
    XCTAssertEqual(other.requests.count, 0)
  }

  func testACertificateThatNobodyVouchesFor() async throws {
    let server = try untrustedServer()
    let address = "https://127.0.0.1:\(server.port)"
    guard case .failure(.untrustedCertificate(let certificate)) = await find(address) else {
      return XCTFail("not told")
    }
    XCTAssertEqual(certificate.fingerprint.utf8.count, 64)
    XCTAssertNotNil(certificate.validUntil)
    let found = await find(
      address, user: "user1", password: CalDAVServer.password,
      certificate: certificate.fingerprint)
    XCTAssertEqual(try found.get().settings.certificate, certificate.fingerprint)
    guard
      case .failure(.untrustedCertificate) = await find(
        address, certificate: String(repeating: "0", count: 64))
    else { return XCTFail("another certificate is trusted") }
  }

  /// The first name that is tried is the whole address, which this server does not know.
  func testAnEMailAddress() async throws {
    let server = try untrustedServer()
    guard
      case .failure(.untrustedCertificate(let certificate)) = await find(
        "https://localhost:\(server.port)")
    else { return XCTFail("not told") }
    func account(_ service: CalDAVService) async throws(CalDAVDiscoveryError)
      -> CalDAVDiscovery.Account
    {
      try await discovery(service).account(
        at: "user1@localhost", user: "", password: CalDAVServer.password,
        certificate: certificate.fingerprint)
    }
    let host = CalDAVService.Host(name: "localhost", port: Int(server.port))
    for path in [nil, "/", "/user1/"] {
      let found = try await account(.init(hosts: [host], path: path))
      XCTAssertEqual(found.settings.user, "user1")
      XCTAssertEqual(found.settings.server, "https://localhost:\(server.port)")
      XCTAssertEqual(found.settings.home, "/user1/")
    }
    // DNS is not signed: a host outside of the domain is not given the password.
    let other = CalDAVService.Host(name: "127.0.0.1", port: Int(server.port))
    do {
      _ = try await account(.init(hosts: [other], path: nil))
      XCTFail("another host got the password")
    } catch {
      XCTAssertEqual(error, .otherHost("127.0.0.1"))
    }
  }

  func testADomainWithoutServiceRecords() async {
    let found = await ServiceRecords.caldav(of: "no-such-name.invalid", within: .seconds(20))
    XCTAssertNil(found)
  }

  func testWhatPeopleType() {
    XCTAssertEqual(CalDAVAddress("Ann@Example.org")?.users, ["Ann@Example.org", "Ann"])
    XCTAssertEqual(CalDAVAddress("Ann@Example.org")?.domain, "example.org")
    XCTAssertNil(CalDAVAddress("Ann@Example.org")?.place)
    let host = CalDAVAddress("cloud.example.org/dav")
    XCTAssertEqual(host?.place?.origin.text, "https://cloud.example.org")
    XCTAssertEqual(CalDAVAddress(" https://x.org:8443/a ")?.place?.path.text, "/a")
    for text in ["", "@", "ann@", "@x.org", "https://", "ftp://x.org", "https://a:b@x.org/"] {
      XCTAssertNil(CalDAVAddress(text), text)
    }
  }

  func testPlainHTTPToAnotherComputer() async {
    let found = await find("http://example.org")
    XCTAssertEqual(found, .failure(.insecureAddress))
  }
}

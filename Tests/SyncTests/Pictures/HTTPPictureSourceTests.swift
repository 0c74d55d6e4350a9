import Basics
import Core
import Foundation
import TestSupport
import XCTest

@testable import Sync

/// Fetching pictures from a server on this computer that behaves in all manners.
final class HTTPPictureSourceTests: XCTestCase {
  private typealias Fixture = PictureFixture

  private let source = HTTPPictureSource(
    transport: SoupTransport(), clock: SystemSyncClock(), timeout: .seconds(3))

  private func server() throws -> FaultProxy {
    let proxy = try FaultProxy()
    addTeardownBlock { proxy.stop() }
    return proxy
  }

  private func url(_ server: FaultProxy, _ path: String = "/a.png") -> String {
    "http://\(server.host)\(path)"
  }

  private func assertFails(
    _ expected: PictureError, _ server: FaultProxy, _ answer: [UInt8],
    file: StaticString = #filePath, line: UInt = #line
  ) async {
    server.always(.raw(answer))
    let url = url(server)
    let source = source
    await assertThrows(expected, file: file, line: line) { try await source.picture(at: url) }
  }

  // MARK: Kinds

  func testEveryKindOfPicture() async throws {
    let server = try server()
    for (type, data) in [
      ("image/png", Fixture.png), ("image/jpeg", Fixture.jpeg), ("image/gif", Fixture.gif),
      ("IMAGE/WebP; q=1", Fixture.webp),
    ] {
      server.always(.raw(Fixture.answer(200, ["Content-Type: " + type], data)))
      let found = try await source.picture(at: url(server))
      XCTAssertEqual(found, data, type)
    }
    let request = try XCTUnwrap(server.requests.first)
    XCTAssertTrue(request.head.hasPrefix("GET /a.png HTTP/1.1"))
    XCTAssertNil(request.header("Authorization"))
    XCTAssertNil(request.header("Cookie"))
    XCTAssertNil(request.header("Referer"))
    XCTAssertNil(request.header("If-None-Match"))
  }

  func testWhatIsNoPicture() async throws {
    let server = try server()
    let svg = Data("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8)
    for (type, data) in [
      ("image/svg+xml", svg), ("text/html", Fixture.png), ("image/png", svg),
      ("image/png", Fixture.jpeg), ("image/png", Data()), ("image/webp", Fixture.gif),
      ("image/webp", Data("RIFF".utf8)), ("image/bmp", Data("BM".utf8)),
    ] {
      await assertFails(
        .notAPicture, server, Fixture.answer(200, ["Content-Type: " + type], data))
    }
    await assertFails(.notAPicture, server, Fixture.answer(200, [], Fixture.png))
  }

  // MARK: Failures

  func testStatusCodes() async throws {
    let server = try server()
    for status in [400, 401, 403, 404, 410, 204, 206, 304] {
      await assertFails(.refused(status: status), server, Fixture.answer(status))
    }
    for status in [408, 429, 500, 503] {
      await assertFails(.unavailable, server, Fixture.answer(status))
    }
  }

  func testAPictureThatIsTooLarge() async throws {
    let server = try server()
    let large = Fixture.png + Data(count: HTTPPictureSource.maxBytes)
    await assertFails(
      .tooLarge, server, Fixture.answer(200, ["Content-Type: image/png"], large))
    let most = large.prefix(HTTPPictureSource.maxBytes)
    server.always(.raw(Fixture.answer(200, ["Content-Type: image/png"], most)))
    let found = try await source.picture(at: url(server))
    XCTAssertEqual(found.count, HTTPPictureSource.maxBytes)
    server.always(.endless)
    let url = url(server)
    let source = source
    await assertThrows(PictureError.tooLarge) { try await source.picture(at: url) }
  }

  func testServersThatAreSlowOrBreakOff() async throws {
    let server = try server()
    let source = HTTPPictureSource(transport: SoupTransport(), timeout: .milliseconds(400))
    let url = url(server)
    for fault in [FaultProxy.Fault.hang, .drip(every: .milliseconds(50)), .reset, .cutShort] {
      server.always(fault)
      let start = ContinuousClock.now
      await assertThrows(PictureError.unavailable) { try await source.picture(at: url) }
      XCTAssertLessThan(ContinuousClock.now - start, .seconds(3))
    }
    server.stop()
    await assertThrows(PictureError.unavailable) { try await source.picture(at: url) }
  }

  func testACertificateOfNobody() async throws {
    let server = try untrustedServer()
    let source = source
    await assertThrows(PictureError.unavailable) {
      try await source.picture(at: "https://localhost:\(server.port)/a.png")
    }
  }

  func testTheRequestEndsWithItsTask() async throws {
    let server = try server()
    server.always(.hang)
    let url = url(server)
    let source = HTTPPictureSource(transport: SoupTransport(), timeout: .seconds(60))
    let task = Task { try await source.picture(at: url) }
    let isAsked = await eventually { server.requests.count == 1 }
    XCTAssertTrue(isAsked)
    task.cancel()
    await assertThrows(PictureError.cancelled) { try await task.value }
  }

  // MARK: Redirections

  func testARedirectionIsFollowed() async throws {
    let server = try server()
    server.plan([
      .raw(Fixture.answer(302, ["Location: /b?c=1"])),
      .raw(Fixture.answer(301, ["Location: http://\(server.host)/d"])),
      .raw(Fixture.answer(307, ["Location: e.png"])),
      .raw(Fixture.answer(200, ["Content-Type: image/png"], Fixture.png)),
    ])
    let found = try await source.picture(at: url(server))
    XCTAssertEqual(found, Fixture.png)
    XCTAssertEqual(
      server.requests.compactMap { $0.head.split(separator: " ").dropFirst().first },
      ["/a.png", "/b?c=1", "/d", "/e.png"])
  }

  func testAFourthRedirectionIsNot() async throws {
    let server = try server()
    await assertFails(
      .refused(status: 310), server, Fixture.answer(302, ["Location: /again"]))
    XCTAssertEqual(server.requests.count, 4)
  }

  func testRedirectionsToWhereNobodyMayAsk() async throws {
    let server = try server()
    for location in [
      "http://example.org/a.png", "file:///etc/passwd", "https://u:p@example.org/a.png", "",
      "ftp://127.0.0.1/a",
    ] {
      server.always(.raw(Fixture.answer(302, ["Location: " + location])))
      let url = url(server)
      let source = source
      await assertThrows(PictureError.addressNotAllowed) { try await source.picture(at: url) }
    }
    await assertFails(.addressNotAllowed, server, Fixture.answer(302))
  }

  func testAnotherComputerCannotRedirectToThisOne() async throws {
    let transport = ScriptedTransport { _ in
      HTTPResponse(status: 302, headers: ["Location": "http://127.0.0.1:631/jobs"])
    }
    let source = HTTPPictureSource(transport: transport)
    await assertThrows(PictureError.addressNotAllowed) {
      try await source.picture(at: "https://example.org/a.png")
    }
    XCTAssertEqual(transport.requests.map(\.url), ["https://example.org/a.png"])
  }

  func testTheTimeIsForAllRedirectionsTogether() async throws {
    let clock = ManualClock()
    let transport = ScriptedTransport { _ in
      clock.advance(by: .seconds(4))
      return HTTPResponse(status: 302, headers: ["Location": "/again"])
    }
    let source = HTTPPictureSource(transport: transport, clock: clock)
    await assertThrows(PictureError.unavailable) {
      try await source.picture(at: "https://example.org/a.png")
    }
    XCTAssertEqual(
      transport.requests.map(\.timeout), [.seconds(10), .seconds(6), .seconds(2)])
  }

  // MARK: Versions

  func testAPictureThatIsStillTheSame() async throws {
    let server = try server()
    server.always(
      .raw(
        Fixture.answer(
          200, ["Content-Type: image/png", "ETag: \"v1\"", "Last-Modified: yesterday"],
          Fixture.png)))
    let first = try await source.picture(at: url(server), unless: nil)
    let validator = PictureValidator(etag: "\"v1\"", lastModified: "yesterday")
    XCTAssertEqual(first, .picture(Fixture.png, validator))
    server.always(.raw(Fixture.answer(304)))
    let second = try await source.picture(at: url(server), unless: validator)
    XCTAssertEqual(second, .unchanged)
    XCTAssertEqual(server.requests.last?.header("If-None-Match"), "\"v1\"")
    let old = PictureValidator(etag: nil, lastModified: "yesterday")
    _ = try await source.picture(at: url(server), unless: old)
    XCTAssertEqual(server.requests.last?.header("If-Modified-Since"), "yesterday")
    XCTAssertNil(
      PictureValidator(etag: "a\u{7}b", lastModified: String(repeating: "x", count: 600)))
  }

  func testAddressesAreCheckedBeforeAnythingIsSent() async throws {
    let transport = ScriptedTransport { _ in HTTPResponse(status: 200) }
    let source = HTTPPictureSource(transport: transport)
    for url in ["http://example.org/a.png", "https://u@example.org/", "nonsense"] {
      await assertThrows(PictureError.addressNotAllowed) { try await source.picture(at: url) }
    }
    XCTAssertEqual(transport.requests, [])
  }
}

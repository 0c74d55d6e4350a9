import Sync
import TestSupport
import XCTest

final class SoupTransportTests: XCTestCase {
  private func request(
    _ url: String, method: HTTPRequest.Method = .get, headers: [String: String] = [:],
    body: String? = nil, limit: Int = 1_000_000, timeout: Duration = .seconds(10)
  ) -> HTTPRequest {
    HTTPRequest(
      method: method, url: url, headers: headers, body: body.map { Data($0.utf8) },
      maxResponseBytes: limit, timeout: timeout)
  }

  private func url(_ proxy: FaultProxy, _ path: String = "/") -> String {
    "http://\(proxy.host)\(path)"
  }

  private func proxy() throws -> FaultProxy {
    let proxy = try FaultProxy()
    addTeardownBlock { proxy.stop() }
    return proxy
  }

  func testAnExchange() async throws {
    let proxy = try proxy()
    proxy.plan([
      .answer(status: 418, headers: ["X-Test: 1", "x-test: 2", "Retry-After: 5"], body: "차")
    ])
    let response = try await SoupTransport().send(
      request(
        url(proxy, "/%ED%95%A0%20%25"), method: .post,
        headers: ["Authorization": "Bearer t", "content-type": "application/json"], body: "{할}"))
    XCTAssertEqual(response.status, 418)
    XCTAssertEqual(String(decoding: response.body, as: UTF8.self), "차")
    XCTAssertEqual(response.headers["x-test"], "1, 2")
    XCTAssertEqual(response.headers["retry-after"], "5")
    let seen = try XCTUnwrap(proxy.requests.first)
    XCTAssertTrue(seen.head.hasPrefix("POST /%ED%95%A0%20%25 HTTP/1.1"), seen.head)
    XCTAssertEqual(seen.header("Authorization"), "Bearer t")
    XCTAssertEqual(seen.header("Content-Type"), "application/json")
    XCTAssertEqual(seen.body, "{할}")
  }

  // MARK: Limits

  func testABodyUpToTheLimitAndOneByteMore() async throws {
    let proxy = try proxy()
    let transport = SoupTransport()
    proxy.always(.answer(status: 200, body: String(repeating: "x", count: 100_000)))
    let response = try await transport.send(request(url(proxy), limit: 100_000))
    XCTAssertEqual(response.body.count, 100_000)
    await assertThrows(HTTPFailure.tooLarge(limit: 99_999)) {
      try await transport.send(request(url(proxy), limit: 99_999))
    }
  }

  func testAnEndlessFastBodyEndsAtTheLimit() async throws {
    let proxy = try proxy()
    proxy.always(.endless)
    let transport = SoupTransport()
    let start = ContinuousClock.now
    await assertThrows(HTTPFailure.tooLarge(limit: 1_000_000)) {
      try await transport.send(request(url(proxy), timeout: .seconds(30)))
    }
    XCTAssertLessThan(ContinuousClock.now - start, .seconds(10))
    // Some more than was read waits in the buffers of the system.
    XCTAssertLessThan(proxy.endlessBytes, 50_000_000)
    // The connection was closed and the next request is served.
    proxy.always(.answer(status: 200, body: "ok"))
    let response = try await transport.send(request(url(proxy)))
    XCTAssertEqual(response.status, 200)
  }

  func testPiecesOfAByteAreTakenWhileTheyAreFew() async throws {
    let proxy = try proxy()
    let transport = SoupTransport()
    func answer(pieces: Int) -> [UInt8] {
      let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
      return Array((head + String(repeating: "1\r\nx\r\n", count: pieces) + "0\r\n\r\n").utf8)
    }
    proxy.always(.raw(answer(pieces: 1000)))
    let response = try await transport.send(request(url(proxy), limit: 100_000))
    XCTAssertEqual(response.body.count, 1000)
    proxy.always(.raw(answer(pieces: 100_000)))
    await assertThrows(HTTPFailure.tooLarge(limit: 100_000)) {
      try await transport.send(request(url(proxy), limit: 100_000))
    }
  }

  func testASlowDripEndsAtTheTimeLimit() async throws {
    let proxy = try proxy()
    proxy.always(.drip(every: .milliseconds(50)))
    let start = ContinuousClock.now
    await assertThrows(HTTPFailure.timedOut) {
      try await SoupTransport().send(request(url(proxy), timeout: .milliseconds(700)))
    }
    XCTAssertLessThan(ContinuousClock.now - start, .seconds(5))
    XCTAssertGreaterThan(ContinuousClock.now - start, .milliseconds(600))
  }

  func testSilenceEndsAtTheTimeLimit() async throws {
    let proxy = try proxy()
    proxy.always(.hang)
    await assertThrows(HTTPFailure.timedOut) {
      try await SoupTransport().send(request(url(proxy), timeout: .milliseconds(300)))
    }
  }

  // MARK: Several at once

  func testASlowAnswerDoesNotHoldUpAnotherRequest() async throws {
    let proxy = try proxy()
    proxy.plan([.delay(.seconds(3))])
    proxy.always(.answer(status: 200, body: "quick"))
    let transport = SoupTransport()
    let address = url(proxy)
    let patient = request(address)
    async let slow = transport.send(patient)
    let isSent = await eventually { proxy.requests.count == 1 }
    XCTAssertTrue(isSent)
    let start = ContinuousClock.now
    let quick = try await transport.send(request(address))
    XCTAssertEqual(String(decoding: quick.body, as: UTF8.self), "quick")
    XCTAssertLessThan(ContinuousClock.now - start, .seconds(2))
    let answer = try await slow
    XCTAssertEqual(answer.status, 200)
  }

  func testWaitingForAConnectionCountsTowardsTheTimeLimit() async throws {
    let proxy = try proxy()
    proxy.always(.hang)
    let transport = SoupTransport(connections: 2)
    let address = url(proxy)
    let hanging = request(address, timeout: .seconds(2))
    let first = Task { try await transport.send(hanging) }
    let second = Task { try await transport.send(hanging) }
    let areSent = await eventually { proxy.requests.count == 2 }
    XCTAssertTrue(areSent)
    let start = ContinuousClock.now
    await assertThrows(HTTPFailure.timedOut) {
      try await transport.send(request(address, timeout: .milliseconds(200)))
    }
    XCTAssertLessThan(ContinuousClock.now - start, .milliseconds(1500))
    XCTAssertEqual(proxy.requests.count, 2)
    for task in [first, second] {
      await assertThrows(HTTPFailure.timedOut) { try await task.value }
    }
    // The connections are free again.
    proxy.always(.answer(status: 200, body: ""))
    let response = try await transport.send(request(address))
    XCTAssertEqual(response.status, 200)
  }

  /// With room for one connection a request could wait for the place of one that has ended, and libsoup not notice.
  func testThereIsRoomBesideTheOnlyConnection() async throws {
    let proxy = try proxy()
    proxy.plan([.hang])
    proxy.always(.answer(status: 200, body: "ok"))
    let transport = SoupTransport(connections: 1)
    let address = url(proxy)
    let hanging = request(address)
    let first = Task { try await transport.send(hanging) }
    let isSent = await eventually { proxy.requests.count == 1 }
    XCTAssertTrue(isSent)
    let answer = try await transport.send(request(address, timeout: .seconds(5)))
    XCTAssertEqual(answer.status, 200)
    first.cancel()
    await assertThrows(HTTPFailure.cancelled) { try await first.value }
  }

  func testManyRequestsOnFewThreads() async throws {
    let proxy = try proxy()
    proxy.always(.answer(status: 200, body: "ok"))
    let transport = SoupTransport(connections: 2)
    let address = url(proxy)
    let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<40 {
        group.addTask {
          let request = HTTPRequest(
            method: .get, url: address, maxResponseBytes: 1000, timeout: .seconds(20))
          return try await transport.send(request).status
        }
      }
      return try await group.reduce(into: [Int]()) { $0.append($1) }
    }
    XCTAssertEqual(statuses, Array(repeating: 200, count: 40))
  }

  /// libsoup opens a connection of its own for each request that it may not repeat.
  func testAConnectionIsUsedAgainWhereARequestMayBeRepeated() async throws {
    // A server that keeps its connections; the relay counts them.
    let server = try SimulatedIdentityServer()
    let relay = try LoopbackRelay(upstream: server.port)
    addTeardownBlock {
      relay.stop()
      server.stop()
    }
    for (isRepeatable, expected) in [(true, 1), (false, 3)] {
      let before = relay.connections
      let transport = SoupTransport()
      for _ in 0..<3 {
        let response = try await transport.send(
          HTTPRequest(
            method: .post, url: "http://\(relay.host)/", body: Data("x".utf8),
            maxResponseBytes: 1_000, timeout: .seconds(10), isRepeatable: isRepeatable))
        XCTAssertEqual(response.status, 400, "no request for this server")
      }
      XCTAssertEqual(relay.connections - before, expected, "repeatable: \(isRepeatable)")
    }
  }

  // MARK: Failures

  func testACancelledTaskEndsAtOnce() async throws {
    let proxy = try proxy()
    proxy.always(.hang)
    let transport = SoupTransport()
    let request = request(url(proxy), timeout: .seconds(60))
    let task = Task { try await transport.send(request) }
    let isSent = await eventually { proxy.requests.count == 1 }
    XCTAssertTrue(isSent)
    let start = ContinuousClock.now
    task.cancel()
    await assertThrows(HTTPFailure.cancelled) { try await task.value }
    XCTAssertLessThan(ContinuousClock.now - start, .seconds(2))
  }

  func testATaskCancelledBeforehandSendsNothing() async throws {
    let proxy = try proxy()
    let transport = SoupTransport()
    let request = request(url(proxy))
    let task = Task {
      let isCancelled = await eventually { Task.isCancelled }
      XCTAssertTrue(isCancelled)
      return try await transport.send(request)
    }
    task.cancel()
    await assertThrows(HTTPFailure.cancelled) { try await task.value }
    XCTAssertEqual(proxy.requests.count, 0)
  }

  func testNobodyListens() async throws {
    let proxy = try proxy()
    let address = url(proxy)
    proxy.stop()
    let error = await errorThrown(HTTPFailure.self) {
      try await SoupTransport().send(request(address))
    }
    guard case .unreachable = error else { return XCTFail("\(String(describing: error))") }
  }

  func testBrokenConnections() async throws {
    let proxy = try proxy()
    let transport = SoupTransport()
    for fault in [FaultProxy.Fault.reset, .cutShort, .raw([])] {
      proxy.always(fault)
      let error = await errorThrown(HTTPFailure.self) {
        try await transport.send(request(url(proxy)))
      }
      guard case .interrupted = error else {
        XCTFail("\(fault): \(String(describing: error))")
        continue
      }
    }
  }

  func testWhatIsNotHTTP() async throws {
    let proxy = try proxy()
    proxy.always(.raw(Array("220 mail.example.org ESMTP ready\r\n\r\n".utf8)))
    let error = await errorThrown(HTTPFailure.self) {
      try await SoupTransport().send(request(url(proxy)))
    }
    XCTAssertEqual(error, .malformedResponse)
  }

  func testAPeerWithoutTLS() async throws {
    let proxy = try FaultProxy(greeting: Array("HTTP/1.1 200 OK\r\n\r\n".utf8))
    addTeardownBlock { proxy.stop() }
    await assertThrows(HTTPFailure.tls) {
      try await SoupTransport().send(request("https://\(proxy.host)/"))
    }
  }

  func testACertificateThatNobodyVouchesFor() async throws {
    let server = try untrustedServer()
    let url = "https://localhost:\(server.port)/user1/"
    let transport = SoupTransport()
    var failure: HTTPFailure?
    do throws(HTTPFailure) {
      _ = try await transport.send(request(url))
    } catch {
      failure = error
    }
    guard case .untrusted(let certificate) = failure else { return XCTFail("\(failure as Any)") }
    XCTAssertEqual(certificate.fingerprint.utf8.count, 64)
    let answered = try await transport.send(
      HTTPRequest(
        method: .get, url: url, maxResponseBytes: 1_000_000, timeout: .seconds(10),
        trustedCertificate: certificate.fingerprint))
    XCTAssertEqual(answered.status, 401, "it asks for the password")
    await assertThrows(HTTPFailure.untrusted(certificate)) {
      try await SoupTransport().send(
        HTTPRequest(
          method: .get, url: url, maxResponseBytes: 1_000_000, timeout: .seconds(10),
          trustedCertificate: String(repeating: "0", count: 64)))
    }
  }

  // MARK: Addresses

  func testPlainHTTPIsForThisComputerOnly() async throws {
    let transport = SoupTransport()
    for url in ["http://192.0.2.1/", "http://example.org/", "http://127.0.0.1.example.org/"] {
      await assertThrows(HTTPFailure.insecureAddress) { try await transport.send(request(url)) }
    }
  }

  func testAddressesThatAreNone() async throws {
    let transport = SoupTransport()
    for url in ["", "127.0.0.1", "/path", "ftp://127.0.0.1/", "http:///", "file:///etc/passwd"] {
      await assertThrows(HTTPFailure.malformedURL) { try await transport.send(request(url)) }
    }
  }

  func testHeadersCannotBeSmuggled() async throws {
    let proxy = try proxy()
    let transport = SoupTransport()
    for (name, value) in [("X", "a\r\nY: b"), ("X\r\nY", "a"), ("", "a"), ("X Y", "a")] {
      await assertThrows(HTTPFailure.malformedURL) {
        try await transport.send(request(url(proxy), headers: [name: value]))
      }
    }
    XCTAssertEqual(proxy.requests.count, 0)
  }

  func testRedirectionsAreNotFollowed() async throws {
    let other = try proxy()
    let proxy = try proxy()
    proxy.always(
      .answer(status: 307, headers: ["Location: http://\(other.host)/elsewhere"], body: ""))
    let response = try await SoupTransport().send(
      request(url(proxy), headers: ["Authorization": "Bearer secret"]))
    XCTAssertEqual(response.status, 307)
    XCTAssertEqual(other.requests.count, 0)
  }
}

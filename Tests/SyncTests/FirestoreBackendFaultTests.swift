import Core
import Synchronization
import TestSupport
import XCTest

@testable import Sync

/// The backend against a server that misbehaves on the wire.
final class FirestoreBackendFaultTests: XCTestCase {
  private func pageError(_ body: String) async throws -> SyncError? {
    let (proxy, backend) = try faultyServer()
    proxy.always(.answer(status: 200, body: body))
    return await errorThrown(SyncError.self) {
      try await backend.changes(of: .todo, since: nil)
    }
  }

  // MARK: Answers

  func testAPageOfTheSimplestKind() async throws {
    let (proxy, backend) = try faultyServer()
    proxy.always(FirestoreFaults.page(FirestoreFaults.document("1")))
    let read = try await backend.changes(of: .todo, since: nil)
    let page = try XCTUnwrap(read)
    XCTAssertEqual(page.records.map(\.key.id), ["1"])
    XCTAssertTrue(page.isLast)
    XCTAssertTrue(page.isListing)
    XCTAssertEqual(page.next.token, #"{"since":"2026-01-01T00:00:00Z"}"#)
    let request = try XCTUnwrap(proxy.requests.first)
    XCTAssertTrue(
      request.head.hasPrefix(
        "POST /v1/projects/demo/databases/%28default%29/documents/users/ann:runQuery "),
      request.head)
  }

  func testPagesThatMakeNoSense() async throws {
    let table = [
      ("cut off", "[{\"document\":"), ("no array", "{}"), ("empty array", "[]"),
      ("array of nothing", "[{}]"),
      ("deep", String(repeating: "[", count: 100_000)),
      (
        "out of order",
        "[" + FirestoreFaults.document("2") + "," + FirestoreFaults.document("1") + "]"
      ),
      ("twice", "[" + FirestoreFaults.document("1") + "," + FirestoreFaults.document("1") + "]"),
      (
        "another user",
        "[" + FirestoreFaults.document("1").replacingOccurrences(of: "ann", with: "bob") + "]"
      ),
      (
        "another collection",
        "[" + FirestoreFaults.document("1").replacingOccurrences(of: "todos", with: "lists") + "]"
      ),
    ]
    for (name, body) in table {
      let error = try await pageError(body)
      guard case .protocolViolation = error else {
        XCTFail("\(name): \(String(describing: error))")
        continue
      }
    }
  }

  func testADocumentThatMakesNoSenseIsToldAsSuch() async throws {
    let (proxy, backend) = try faultyServer()
    for fields in [
      #""content":{"integerValue":"1"},"listID":{"stringValue":"l"}"#,
      #""listID":{"stringValue":"l"}"#,
      FirestoreFaults.fields + #","createdAt":{"timestampValue":"no"}"#,
    ] {
      proxy.always(
        FirestoreFaults.page(
          FirestoreFaults.document("1"), FirestoreFaults.document("2", fields: fields)))
      let page = try await backend.changes(of: .todo, since: nil)
      XCTAssertEqual(page?.records.map(\.key.id), ["1", "2"])
      XCTAssertNotNil(page?.records.first?.fields)
      guard case .unreadable? = page?.records.last?.state else {
        XCTFail(fields)
        continue
      }
    }
  }

  func testAnErrorInTheMiddleOfAnAnswer() async throws {
    let error = try await pageError(
      "[" + FirestoreFaults.document("1")
        + #",{"error":{"code":503,"message":"","status":"UNAVAILABLE"}}]"#)
    XCTAssertEqual(error, .transient(cause: .unavailable(status: 503), retryAfter: nil))
  }

  func testTheDetailHoldsNothingOfTheUsers() async throws {
    let secret = "diagnosis"
    for body in [
      "[\(secret)", "[{\"\(secret)",
      "[" + FirestoreFaults.document(secret).replacingOccurrences(of: "ann", with: "bob") + "]",
    ] {
      let error = try await pageError(body)
      XCTAssertFalse("\(String(describing: error))".contains(secret))
    }
  }

  func testCommitsWithoutTheirResult() async throws {
    let (proxy, backend) = try faultyServer()
    for body in [
      "{}", #"{"writeResults":[]}"#, #"{"writeResults":[{}]}"#,
      #"{"writeResults":[{"updateTime":"x"}]}"#, #"{"writeResults":[{"updateTime":1}]}"#,
      #"{"writeResults":[{"updateTime":"2026-01-01T00:00:00Z"},{}]}"#,
    ] {
      proxy.always(.answer(status: 200, body: body))
      let error = await errorThrown(SyncError.self) {
        try await backend.push([FirestoreFaults.change()])
      }
      guard case .protocolViolation = error else {
        XCTFail("\(body): \(String(describing: error))")
        continue
      }
    }
  }

  func testStatusAndRetryAfterAreHeard() async throws {
    let (proxy, backend) = try faultyServer()
    proxy.plan([
      .answer(status: 429, headers: ["Retry-After: 7"], body: ""),
      .answer(status: 302, headers: ["Location: /"], body: ""),
      FirestoreRefusal.unauthenticated,
    ])
    await assertThrows(
      SyncError.transient(cause: .intermediary(status: 429), retryAfter: .seconds(7))
    ) { try await backend.push([FirestoreFaults.change()]) }
    await assertThrows(SyncError.transient(cause: .unreachable, retryAfter: nil)) {
      try await backend.push([FirestoreFaults.change()])
    }
    await assertThrows(SyncError.authentication) {
      try await backend.push([FirestoreFaults.change()])
    }
  }

  func testATokenThatIsNotAcceptedIsGivenBack() async throws {
    final class Counter: TokenProvider {
      let refused = Mutex<[String]>([])

      func token() async throws(SyncError) -> String? { "secret" }

      func refuse(_ token: String) async { refused.withLock { $0.append(token) } }
    }
    let counter = Counter()
    let (proxy, backend) = try faultyServer(tokens: counter)
    proxy.plan([
      .answer(status: 503, body: ""), FirestoreRefusal.unauthenticated,
      FirestoreRefusal.unauthenticated,
    ])
    for expected in [0, 1] {
      _ = await errorThrown(SyncError.self) { try await backend.push([FirestoreFaults.change()]) }
      XCTAssertEqual(counter.refused.withLock { $0.count }, expected)
    }
    let end = await FirestoreSignals(backend).ended()
    XCTAssertEqual(end, .authentication)
    XCTAssertEqual(counter.refused.withLock(\.self), ["secret", "secret"])
  }

  /// A token that ran out on the way costs one more request, and nobody is asked.
  func testARequestIsMadeAgainWithARenewedToken() async throws {
    final class Renewing: TokenProvider {
      let count = Mutex(1)

      func token() async throws(SyncError) -> String? { "token \(count.withLock { $0 })" }

      func refuse(_ token: String) async { count.withLock { $0 += 1 } }
    }
    let (proxy, backend) = try faultyServer(tokens: Renewing())
    let missing = "projects/demo/databases/(default)/documents/users/ann/todos/1"
    let good = FaultProxy.Fault.answer(status: 200, body: #"[{"missing":"\#(missing)"}]"#)
    let refusal = FirestoreRefusal.unauthenticated
    proxy.plan([refusal, good, refusal, refusal, good])
    let found = try await backend.fetch([RecordKey(kind: .todo, id: "1")])
    XCTAssertEqual(found.map(\.state), [.absent])
    XCTAssertEqual(
      proxy.requests.map { $0.header("Authorization") }, ["Bearer token 1", "Bearer token 2"])
    // Once only: a server that accepts none is not asked for ever.
    await assertThrows(SyncError.authentication) {
      try await backend.fetch([RecordKey(kind: .todo, id: "1")])
    }
    XCTAssertEqual(proxy.requests.count, 4)
  }

  // MARK: Records by name

  func testAnswersToAFetchThatMakeNoSense() async throws {
    let (proxy, backend) = try faultyServer()
    let found = FirestoreFaults.document("1").replacingOccurrences(
      of: "document\"", with: "found\"")
    for body in [
      "{}", "[]", "[{}]", "[" + found + "]",
      "[" + found + #",{"missing":"\#(FirestoreFaults.prefix)3"}]"#,
      "[" + found + #",{"missing":"elsewhere"}]"#,
    ] {
      proxy.always(.answer(status: 200, body: body))
      let error = await errorThrown(SyncError.self) {
        try await backend.fetch(["1", "2"].map { RecordKey(kind: .todo, id: $0) })
      }
      guard case .protocolViolation = error else {
        XCTFail("\(body): \(String(describing: error))")
        continue
      }
    }
    proxy.always(
      .answer(status: 200, body: "[" + #"{"missing":"\#(FirestoreFaults.prefix)2"},"# + found + "]")
    )
    let read = try await backend.fetch(["1", "2"].map { RecordKey(kind: .todo, id: $0) })
    XCTAssertNotNil(read.first?.fields)
    XCTAssertEqual(read.last?.state, .absent)
  }

  // MARK: Connection

  func testAnEndlessAnswer() async throws {
    let (proxy, backend) = try faultyServer()
    proxy.always(.endless)
    let error = await errorThrown(SyncError.self) {
      try await backend.push([FirestoreFaults.change()])
    }
    guard case .protocolViolation = error else { return XCTFail("\(String(describing: error))") }
  }

  func testAnAnswerThatDripsForEver() async throws {
    let (proxy, backend) = try faultyServer(timeout: .milliseconds(500))
    proxy.always(.drip(every: .milliseconds(20)))
    await assertThrows(SyncError.transient(cause: .interrupted, retryAfter: nil)) {
      try await backend.push([FirestoreFaults.change()])
    }
  }

  func testNoServer() async throws {
    let (proxy, backend) = try faultyServer()
    proxy.stop()
    await assertThrows(SyncError.transient(cause: .unreachable, retryAfter: nil)) {
      try await backend.push([FirestoreFaults.change()])
    }
  }

  func testAReset() async throws {
    let (proxy, backend) = try faultyServer()
    proxy.always(.reset)
    await assertThrows(SyncError.transient(cause: .interrupted, retryAfter: nil)) {
      try await backend.fetch([RecordKey(kind: .todo, id: "1")])
    }
  }

  func testARecordThatNoDocumentCanHoldIsNotSent() async throws {
    let (proxy, backend) = try faultyServer()
    await assertThrows(SyncError.rejected(status: 400, code: "INVALID_ARGUMENT")) {
      try await backend.push([FirestoreFaults.change("../../bob/todos/1")])
    }
    let key = RecordKey(kind: .todo, id: "a/b")
    let found = try await backend.fetch([key])
    XCTAssertEqual(found, [RemoteRecord(key: key, state: .absent, version: nil)])
    XCTAssertEqual(proxy.requests.count, 0)
  }
}

import Core
import Synchronization
import TestSupport
import XCTest

@testable import Sync

/// The backend against a server that misbehaves on the wire.
final class FirestoreBackendFaultTests: XCTestCase {
  private let account = AccountID(rawValue: "a")
  private let prefix = "projects/demo/databases/(default)/documents/users/ann/todos/"

  private func make(timeout: Duration = .seconds(10)) throws -> (FaultProxy, FirestoreBackend) {
    let proxy = try FaultProxy()
    addTeardownBlock { proxy.stop() }
    let settings = try FirestoreSettings(project: "demo", host: proxy.host, user: "ann")
    return (
      proxy,
      FirestoreBackend(settings: settings, transport: SoupTransport(), timeout: timeout)
    )
  }

  private func change(_ id: String = "1") -> PendingChange {
    PendingChange(
      key: RecordKey(kind: .todo, id: id), account: account,
      operation: .update(["content": .string("x")]),
      precondition: .version("2026-01-01T00:00:00Z"), fields: nil, lastSequence: 1, title: "x")
  }

  private func document(_ id: String, fields: String) -> String {
    """
    {"document":{"name":"\(prefix)\(id)","fields":{\(fields)},
    "createTime":"2026-01-01T00:00:00Z","updateTime":"2026-01-01T00:00:00Z"},
    "readTime":"2026-01-01T00:00:00Z"}
    """
  }

  private let good = #""content":{"stringValue":"c"},"listID":{"stringValue":"l"}"#

  private func pageError(_ body: String) async throws -> SyncError? {
    let (proxy, backend) = try make()
    proxy.always(.answer(status: 200, body: body))
    return await errorThrown(SyncError.self) {
      try await backend.changes(of: .todo, since: nil)
    }
  }

  // MARK: Answers

  func testAPageOfTheSimplestKind() async throws {
    let (proxy, backend) = try make()
    proxy.always(.answer(status: 200, body: "[" + document("1", fields: good) + "]"))
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
      ("out of order", "[" + document("2", fields: good) + "," + document("1", fields: good) + "]"),
      ("twice", "[" + document("1", fields: good) + "," + document("1", fields: good) + "]"),
      (
        "another user",
        "[" + document("1", fields: good).replacingOccurrences(of: "ann", with: "bob") + "]"
      ),
      (
        "another collection",
        "[" + document("1", fields: good).replacingOccurrences(of: "todos", with: "lists") + "]"
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
    let (proxy, backend) = try make()
    for fields in [
      #""content":{"integerValue":"1"},"listID":{"stringValue":"l"}"#,
      #""listID":{"stringValue":"l"}"#, good + #","createdAt":{"timestampValue":"no"}"#,
    ] {
      proxy.always(
        .answer(
          status: 200,
          body: "[" + document("1", fields: good) + "," + document("2", fields: fields) + "]"))
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
      "[" + document("1", fields: good)
        + #",{"error":{"code":503,"message":"","status":"UNAVAILABLE"}}]"#)
    XCTAssertEqual(error, .transient(cause: .unavailable(status: 503), retryAfter: nil))
  }

  func testMoreDocumentsThanAskedFor() async throws {
    let (proxy, _) = try make()
    let backend = FirestoreBackend(
      settings: try FirestoreSettings(project: "demo", host: proxy.host, user: "ann"),
      transport: SoupTransport(), pageSize: 1)
    proxy.always(
      .answer(
        status: 200,
        body: "[" + document("1", fields: good) + "," + document("2", fields: good) + "]"))
    let error = await errorThrown(SyncError.self) {
      try await backend.changes(of: .todo, since: nil)
    }
    guard case .protocolViolation = error else { return XCTFail("\(String(describing: error))") }
  }

  func testTheDetailHoldsNothingOfTheUsers() async throws {
    let secret = "diagnosis"
    for body in [
      "[\(secret)", "[{\"\(secret)",
      "[" + document(secret, fields: good).replacingOccurrences(of: "ann", with: "bob") + "]",
    ] {
      let error = try await pageError(body)
      XCTAssertFalse("\(String(describing: error))".contains(secret))
    }
  }

  func testCommitsWithoutTheirResult() async throws {
    let (proxy, backend) = try make()
    for body in [
      "{}", #"{"writeResults":[]}"#, #"{"writeResults":[{}]}"#,
      #"{"writeResults":[{"updateTime":"x"}]}"#, #"{"writeResults":[{"updateTime":1}]}"#,
      #"{"writeResults":[{"updateTime":"2026-01-01T00:00:00Z"},{}]}"#,
    ] {
      proxy.always(.answer(status: 200, body: body))
      let error = await errorThrown(SyncError.self) {
        try await backend.push([change()])
      }
      guard case .protocolViolation = error else {
        XCTFail("\(body): \(String(describing: error))")
        continue
      }
    }
  }

  func testStatusAndRetryAfterAreHeard() async throws {
    let (proxy, backend) = try make()
    proxy.plan([
      .answer(status: 429, headers: ["Retry-After: 7"], body: ""),
      .answer(status: 302, headers: ["Location: /"], body: ""),
      FirestoreRefusal.unauthenticated,
    ])
    await assertThrows(
      SyncError.transient(cause: .unavailable(status: 429), retryAfter: .seconds(7))
    ) { try await backend.push([change()]) }
    await assertThrows(SyncError.transient(cause: .unreachable, retryAfter: nil)) {
      try await backend.push([change()])
    }
    await assertThrows(SyncError.authentication) {
      try await backend.push([change()])
    }
  }

  func testATokenThatIsNotAcceptedIsGivenBack() async throws {
    final class Counter: TokenProvider {
      let refused = Mutex<[String]>([])

      func token() async throws(SyncError) -> String? { "secret" }

      func refuse(_ token: String) async { refused.withLock { $0.append(token) } }
    }
    let (proxy, _) = try make()
    let settings = try FirestoreSettings(project: "demo", host: proxy.host, user: "ann")
    let counter = Counter()
    let backend = FirestoreBackend(
      settings: settings, transport: SoupTransport(), tokens: counter)
    proxy.plan([
      .answer(status: 503, body: ""), FirestoreRefusal.unauthenticated,
      FirestoreRefusal.unauthenticated,
    ])
    for expected in [0, 1] {
      _ = await errorThrown(SyncError.self) { try await backend.push([change()]) }
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
    let (proxy, _) = try make()
    let settings = try FirestoreSettings(project: "demo", host: proxy.host, user: "ann")
    let backend = FirestoreBackend(
      settings: settings, transport: SoupTransport(), tokens: Renewing())
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

  // MARK: Pages without end

  private func page(_ ids: [String], updatedAt: String? = nil) -> FaultProxy.Fault {
    let time = updatedAt.map { #","updatedAt":{"timestampValue":"\#($0)"}"# } ?? ""
    let documents = ids.map { document($0, fields: good + time) }
    return .answer(status: 200, body: "[" + documents.joined(separator: ",") + "]")
  }

  private func makePaged() throws -> (FaultProxy, FirestoreBackend) {
    let (proxy, _) = try make()
    let settings = try FirestoreSettings(project: "demo", host: proxy.host, user: "ann")
    return (
      proxy, FirestoreBackend(settings: settings, transport: SoupTransport(), pageSize: 1)
    )
  }

  func testAListingThatDoesNotGoOn() async throws {
    let (proxy, backend) = try makePaged()
    proxy.plan([page(["b"]), page(["b"])])
    let first = try await backend.changes(of: .todo, since: nil)
    let error = await errorThrown(SyncError.self) {
      try await backend.changes(of: .todo, since: first?.next)
    }
    XCTAssertEqual(error, .protocolViolation(detail: "documents out of order"))
  }

  func testChangesThatDoNotGoOn() async throws {
    let (proxy, backend) = try makePaged()
    let time = "2026-01-01T00:00:00.5Z"
    proxy.plan([
      page(["b"], updatedAt: time), page(["b"], updatedAt: time), page(["a"], updatedAt: time),
      page(["c"], updatedAt: "2026-01-01T00:00:00Z"), page(["c"]),
    ])
    let start = SyncCursor(token: #"{"since":"2026-01-01T00:00:00Z"}"#)
    let first = try await backend.changes(of: .todo, since: start)
    XCTAssertEqual(first?.isLast, false)
    for _ in 0..<4 {
      let error = await errorThrown(SyncError.self) {
        try await backend.changes(of: .todo, since: first?.next)
      }
      guard case .protocolViolation = error else { return XCTFail("\(String(describing: error))") }
    }
  }

  /// A server that always has one more page, in order: what was read stays, and it ends, in this round and
  /// in all later ones.
  func testPagesWithoutEnd() async throws {
    let (proxy, paged) = try makePaged()
    var backend = paged
    let most = [FirestoreAmount(documents: 5, bytes: .max), .init(documents: .max, bytes: 1500)]
    for most in most {
      for isListing in [true, false] {
        backend.most = most
        var cursor = isListing ? nil : SyncCursor(token: #"{"since":"2026-01-01T00:00:00Z"}"#)
        var count = 0
        var end: SyncError?
        while end == nil, count < 50 {
          let number = 100 + count
          proxy.plan([page(["n\(number)"], updatedAt: "2026-01-01T00:00:01.\(number)Z")])
          do throws(SyncError) {
            let next = try await backend.changes(of: .todo, since: cursor)
            XCTAssertEqual(next?.isLast, false)
            cursor = next?.next
            count += 1
          } catch {
            end = error
          }
        }
        XCTAssertEqual(end, .protocolViolation(detail: "a listing without end"))
        XCTAssertGreaterThan(count, 1)
        XCTAssertLessThanOrEqual(count, 5)
        // It goes on where it was, and still does not end.
        proxy.plan([page(["n900"], updatedAt: "2026-01-01T00:00:01.900Z")])
        await assertThrows(SyncError.protocolViolation(detail: "a listing without end")) {
          try await backend.changes(of: .todo, since: cursor)
        }
        // The last page is taken, whatever there was before it.
        proxy.plan([.answer(status: 200, body: #"[{"readTime":"2026-01-02T00:00:00Z"}]"#)])
        let last = try await backend.changes(of: .todo, since: cursor)
        XCTAssertEqual(last?.isLast, true)
      }
    }
  }

  // MARK: Records by name

  func testAnswersToAFetchThatMakeNoSense() async throws {
    let (proxy, backend) = try make()
    let found = document("1", fields: good).replacingOccurrences(of: "document\"", with: "found\"")
    for body in [
      "{}", "[]", "[{}]", "[" + found + "]",
      "[" + found + #",{"missing":"\#(prefix)3"}]"#, "[" + found + #",{"missing":"elsewhere"}]"#,
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
      .answer(status: 200, body: "[" + #"{"missing":"\#(prefix)2"},"# + found + "]"))
    let read = try await backend.fetch(["1", "2"].map { RecordKey(kind: .todo, id: $0) })
    XCTAssertNotNil(read.first?.fields)
    XCTAssertEqual(read.last?.state, .absent)
  }

  // MARK: Size

  func testATenMegabyteAnswerIsAskedForInSmallerParts() async throws {
    let (proxy, backend) = try make()
    let huge = String(repeating: " ", count: 10 * 1024 * 1024)
    proxy.plan([.answer(status: 200, body: huge), .answer(status: 200, body: huge)])
    proxy.always(.answer(status: 200, body: "[" + document("1", fields: good) + "]"))
    let read = try await backend.changes(of: .todo, since: nil)
    let page = try XCTUnwrap(read)
    XCTAssertEqual(page.records.count, 1)
    let limits = try proxy.requests.map { request in
      let body = try JSONSerialization.jsonObject(with: Data(request.body.utf8)) as? [String: Any]
      return (body?["structuredQuery"] as? [String: Any])?["limit"] as? Int
    }
    XCTAssertEqual(limits, [2500, 625, 156])
  }

  func testAnAnswerThatIsAlwaysTooLarge() async throws {
    let (proxy, backend) = try make()
    proxy.always(
      .answer(
        status: 200, headers: [], body: String(repeating: " ", count: 8 * 1024 * 1024 + 1)))
    let error = await errorThrown(SyncError.self) {
      try await backend.changes(of: .todo, since: nil)
    }
    guard case .protocolViolation = error else { return XCTFail("\(String(describing: error))") }
    XCTAssertEqual(proxy.requests.count, 7)  // 2500, 625, 156, 39, 9, 2, 1
  }

  /// On a slow connection a page is asked for again with fewer documents, until it arrives in time.
  func testAnInterruptedPageIsAskedForInSmallerParts() async throws {
    let (proxy, backend) = try make()
    proxy.plan([.reset, .cutShort])
    proxy.always(.answer(status: 200, body: "[" + document("1", fields: good) + "]"))
    for _ in 0..<2 {
      await assertThrows(SyncError.transient(cause: .interrupted, retryAfter: nil)) {
        try await backend.changes(of: .todo, since: nil)
      }
    }
    _ = try await backend.changes(of: .todo, since: nil)
    let limits = try proxy.requests.map { request in
      let body = try JSONSerialization.jsonObject(with: Data(request.body.utf8)) as? [String: Any]
      return (body?["structuredQuery"] as? [String: Any])?["limit"] as? Int
    }
    XCTAssertEqual(limits, [2500, 625, 156])
  }

  func testAnEndlessAnswer() async throws {
    let (proxy, backend) = try make()
    proxy.always(.endless)
    let error = await errorThrown(SyncError.self) {
      try await backend.push([change()])
    }
    guard case .protocolViolation = error else { return XCTFail("\(String(describing: error))") }
  }

  func testAnAnswerThatDripsForEver() async throws {
    let (proxy, backend) = try make(timeout: .milliseconds(500))
    proxy.always(.drip(every: .milliseconds(20)))
    await assertThrows(SyncError.transient(cause: .interrupted, retryAfter: nil)) {
      try await backend.push([change()])
    }
  }

  // MARK: Connection

  func testNoServer() async throws {
    let (proxy, backend) = try make()
    proxy.stop()
    await assertThrows(SyncError.transient(cause: .unreachable, retryAfter: nil)) {
      try await backend.push([change()])
    }
  }

  func testAReset() async throws {
    let (proxy, backend) = try make()
    proxy.always(.reset)
    await assertThrows(SyncError.transient(cause: .interrupted, retryAfter: nil)) {
      try await backend.fetch([RecordKey(kind: .todo, id: "1")])
    }
  }

  func testARecordThatNoDocumentCanHoldIsNotSent() async throws {
    let (proxy, backend) = try make()
    await assertThrows(SyncError.rejected(status: 400, code: "INVALID_ARGUMENT")) {
      try await backend.push([change("../../bob/todos/1")])
    }
    let key = RecordKey(kind: .todo, id: "a/b")
    let found = try await backend.fetch([key])
    XCTAssertEqual(found, [RemoteRecord(key: key, state: .absent, version: nil)])
    XCTAssertEqual(proxy.requests.count, 0)
  }
}

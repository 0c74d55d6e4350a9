import Core
import Synchronization
import TestSupport
import XCTest

@testable import Sync

/// The live connection against a server that says whatever a test wants.
final class FirestoreChannelTests: XCTestCase {
  private let broken = SyncError.transient(cause: .unreachable, retryAfter: nil)
  private let interrupted = SyncError.transient(cause: .interrupted, retryAfter: nil)
  private let root = "projects/demo/databases/(default)/documents/users/ann/"

  private func make(silence: Duration = .seconds(10)) throws -> (FaultProxy, FirestoreBackend) {
    let proxy = try FaultProxy()
    addTeardownBlock { proxy.stop() }
    let settings = try FirestoreSettings(project: "demo", host: proxy.host, user: "ann")
    return (
      proxy,
      FirestoreBackend(
        settings: settings, transport: SoupTransport(), clock: ManualClock(),
        timeout: .seconds(5), watchSilence: silence)
    )
  }

  /// A body of the channel: each chunk with its length in UTF-16 units.
  private func answer(_ chunks: String..., headers: [String] = []) -> FaultProxy.Fault {
    .answer(
      status: 200, headers: headers,
      body: chunks.map { "\($0.utf16.count)\n\($0)" }.joined())
  }

  private var opened: FaultProxy.Fault {
    answer(#"[[0,["c","s/1","",8,12,30000]]]"#, headers: ["X-HTTP-Session-Id: g&1"])
  }

  private let current = """
    [[1,[{"targetChange":{"targetChangeType":"ADD","targetIds":[2]}}]],\
    [2,[{"targetChange":{"targetChangeType":"CURRENT","targetIds":[2,4,6,8,10],"resumeToken":"AAA="}}]]]
    """

  private func change(_ number: Int, _ path: String, _ time: String) -> String {
    """
    [[\(number),[{"documentChange":{"document":{"name":"\(root)\(path)","fields":{"content":\
    {"stringValue":"할 일 😀"}},"createTime":"2026-01-01T00:00:00Z","updateTime":"\(time)"},\
    "targetIds":[4]}}]]]
    """
  }

  func testAConversation() async throws {
    let (proxy, backend) = try make()
    proxy.plan([
      opened, answer(current, #"[[3,["noop"]]]"#),
      answer(
        change(4, "todos/😀", "2026-01-01T00:00:01Z"), change(5, "lists/1", "2026-01-01T00:00:02Z")),
      // Told again, because it may have been lost, with one that is new.
      answer(
        change(5, "lists/1", "2026-01-01T00:00:02Z"),
        #"[[6,[{"documentDelete":{"document":"\#(root)todos/2"}}]]]"#),
      answer(#"[[7,["stop"]]]"#),
    ])
    let signals = FirestoreSignals(backend)
    let end = await signals.ended()
    XCTAssertEqual(end, broken)
    let todo = RecordKey(kind: .todo, id: "😀")
    let list = RecordKey(kind: .list, id: "1")
    XCTAssertEqual(
      signals.all,
      [
        .connected,
        .changed([
          todo: RecordVersion(updateTime: "2026-01-01T00:00:01Z"),
          list: RecordVersion(updateTime: "2026-01-01T00:00:02Z"),
        ]),
        .changed([RecordKey(kind: .todo, id: "2"): nil]),
      ])
    let requests = proxy.requests
    XCTAssertEqual(requests.count, 5)
    XCTAssertTrue(requests[0].head.hasPrefix("POST "))
    XCTAssertTrue(requests[0].body.contains("%22addTarget%22"))
    XCTAssertNotNil(requests[0].header("Authorization"))
    for (request, number) in zip(requests.dropFirst(), [0, 3, 5, 6]) {
      XCTAssertTrue(request.head.hasPrefix("GET "), request.head)
      for part in ["&SID=s%2F1&", "&AID=\(number)&", "&gsessionid=g%261&", "&CI=1&"] {
        XCTAssertTrue(request.head.contains(part), "\(part) in \(request.head)")
      }
    }
  }

  func testWhyAServerEndsATarget() async throws {
    let (proxy, backend) = try make()
    let table: [(String, SyncError)] = [
      (#","cause":{"code":7,"message":"no"}"#, .rejected(status: 403, code: "PERMISSION_DENIED")),
      (#","cause":{"code":16}"#, .authentication),
      (#","cause":{"code":3}"#, .rejected(status: 400, code: "INVALID_ARGUMENT")),
      (
        #","cause":{"code":8}"#,
        .transient(cause: .unavailable(status: 429), retryAfter: nil)
      ),
      (
        #","cause":{"code":14}"#,
        .transient(cause: .unavailable(status: 503), retryAfter: nil)
      ),
      ("", .transient(cause: .unavailable(status: 500), retryAfter: nil)),
      (#","cause":{"code":99}"#, .transient(cause: .unavailable(status: 500), retryAfter: nil)),
    ]
    for (cause, expected) in table {
      proxy.plan([
        opened,
        answer(
          #"[[1,[{"targetChange":{"targetChangeType":"REMOVE","targetIds":[2]\#(cause)}}]]]"#),
      ])
      let end = await FirestoreSignals(backend).ended()
      XCTAssertEqual(end, expected, cause)
    }
    for wrapped in ["[{E}]", "[[{E}]]"] {
      let error = #""error":{"code":401,"message":"","status":"UNAUTHENTICATED"}"#
      proxy.plan([
        opened, answer("[[1,\(wrapped.replacingOccurrences(of: "E", with: error))]]"),
      ])
      let end = await FirestoreSignals(backend).ended()
      XCTAssertEqual(end, .authentication, wrapped)
    }
  }

  func testTokensAreUsedAgainAndForgottenWhenRefused() async throws {
    let (proxy, backend) = try make()
    let refusal =
      #"[[1,[{"targetChange":{"targetChangeType":"REMOVE","targetIds":[2],"cause":{"code":3}}}]]]"#
    proxy.plan([
      opened, answer(current), .reset, opened, answer(refusal), opened, answer(refusal),
    ])
    var ends: [SyncError?] = []
    for _ in 0..<3 { ends.append(await FirestoreSignals(backend).ended()) }
    XCTAssertEqual(
      ends, [interrupted, broken, .rejected(status: 400, code: "INVALID_ARGUMENT")])
    let opening = proxy.requests.filter { $0.head.hasPrefix("POST ") }.map(\.body)
    XCTAssertEqual(opening.map { $0.contains("resumeToken") }, [false, true, false])
  }

  func testAnswersThatMakeNoSense() async throws {
    let (proxy, backend) = try make()
    for body in [
      "", "5\n[[1,", "-1\n[]", "3\nabc", "2\n{}", "9\n[[1,[{}]]",
      "99999999999999999999\n[]", "7\n[[\"a\"]]",
    ] {
      proxy.plan([.answer(status: 200, body: body)])
      let end = await FirestoreSignals(backend).ended()
      guard case .protocolViolation = end else {
        XCTFail("\(body): \(String(describing: end))")
        continue
      }
    }
    for chunk in [
      change(1, "../bob/todos/1", "2026-01-01T00:00:00Z"), change(1, "todos/1", "now"),
      #"[[1,[{"documentDelete":{"document":"elsewhere"}}]]]"#,
    ] {
      proxy.plan([opened, answer(chunk)])
      let end = await FirestoreSignals(backend).ended()
      guard case .protocolViolation = end else {
        XCTFail("\(chunk): \(String(describing: end))")
        continue
      }
    }
  }

  // MARK: Lists of others on the same connection

  /// A list of bob's that ann takes part in.
  private func share(_ list: String) -> WatchedShare {
    WatchedShare(.init(owner: "bob", list: ListID(rawValue: list), role: .writer), since: [:])
  }

  func testOneConnectionTellsOfTheListsOfOthers() async throws {
    let (proxy, backend) = try make()
    // Targets are numbered by twos: those of what is ann's own, then three for each list.
    let own = backend.kinds.count
    let ownTargets = (1...own + 3).map { String($0 * 2) }.joined(separator: ",")
    let (firstTodo, secondList, secondTodo) = ((own + 3) * 2, (own + 4) * 2, (own + 6) * 2)
    let bob = "projects/demo/databases/(default)/documents/users/bob/todos/"
    func told(_ number: Int, _ document: String, _ targets: String) -> String {
      """
      [[\(number),[{"documentChange":{"document":{"name":"\(document)","fields":{},\
      "createTime":"2026-01-01T00:00:00Z","updateTime":"2026-01-01T00:00:01Z"}\(targets)}}]]]
      """
    }
    proxy.plan([
      opened,
      // What is ann's own stands, and one of the lists; the other one is refused.
      answer(
        #"[[1,[{"targetChange":{"targetChangeType":"CURRENT","targetIds":[\#(ownTargets)]}}]]]"#,
        """
        [[2,[{"targetChange":{"targetChangeType":"REMOVE","targetIds":[\(secondList)],\
        "cause":{"code":7,"message":"no"}}}]]]
        """),
      // Two lists of one person are in one tree: the targets say which is meant.
      answer(told(3, bob + "t1", ",\"targetIds\":[\(firstTodo)]")),
      answer(told(4, root + "todos/own", "")),
      // Of the refused list nothing is told any more.
      answer(told(5, bob + "t2", ",\"targetIds\":[\(secondTodo)]")),
      answer(#"[[6,["stop"]]]"#),
    ])
    let log = SignalLog()
    let (first, second) = (share("l1"), share("l2"))
    await assertThrows(broken) {
      try await backend.watch(since: [:], shares: [first, second]) { log.add($0, $1) }
    }
    let version = RecordVersion(updateTime: "2026-01-01T00:00:01Z")
    XCTAssertEqual(
      log.all,
      [
        .init(share: second.share, signal: .refused), .init(share: nil, signal: .connected),
        .init(share: first.share, signal: .connected),
        .init(
          share: first.share, signal: .changed([RecordKey(kind: .todo, id: "t1"): version])),
        .init(share: nil, signal: .changed([RecordKey(kind: .todo, id: "own"): version])),
      ])
    let opening = try XCTUnwrap(proxy.requests.first?.body)
    XCTAssertTrue(opening.hasPrefix("count=\(own + 6)&"), String(opening.prefix(20)))
    XCTAssertEqual(proxy.requests.count { $0.body.contains("addTarget") }, 1)
  }

  func testNoMoreIsAskedForThanAConnectionMayCarry() async throws {
    let (proxy, backend) = try make()
    proxy.plan([opened, .reset])
    let shares = (0..<1000).map { share("l\($0)") }
    _ = await errorThrown(SyncError.self) {
      try await backend.watch(since: [:], shares: shares) { _, _ in }
    }
    XCTAssertEqual(backend.mostWatchedShares, 31)
    XCTAssertTrue(
      proxy.requests.first?.body.hasPrefix("count=\(backend.kinds.count + 31 * 3)&") ?? false)
  }

  private final class SignalLog: Sendable {
    struct Entry: Hashable {
      let share: Account.Share?
      let signal: LiveSignal
    }

    private let entries = Mutex<[Entry]>([])
    var all: [Entry] { entries.withLock(\.self) }
    func add(_ share: Account.Share?, _ signal: LiveSignal) {
      entries.withLock { $0.append(.init(share: share, signal: signal)) }
    }
  }

  func testAServerThatAnswersWithoutEndIsGivenUp() async throws {
    let (proxy, backend) = try make()
    proxy.plan([opened])
    proxy.always(.answer(status: 200, body: ""))
    let end = await FirestoreSignals(backend).ended()
    XCTAssertEqual(end, broken)
    XCTAssertLessThan(proxy.requests.count, 20)
  }

  func testALostSessionIsABrokenConnection() async throws {
    let (proxy, backend) = try make()
    for (fault, expected) in [
      (FaultProxy.Fault.answer(status: 400, body: ""), broken), (.reset, interrupted),
      (.cutShort, interrupted),
      (
        .answer(status: 503, headers: ["Retry-After: 7"], body: ""),
        .transient(cause: .intermediary(status: 503), retryAfter: .seconds(7))
      ), (FirestoreRefusal.unauthenticated, .authentication),
      (.answer(status: 401, body: "<html>"), broken),
      (.answer(status: 200, body: "<html>"), broken),
    ] {
      proxy.plan([opened, fault])
      let end = await FirestoreSignals(backend).ended()
      XCTAssertEqual(end, expected, "\(fault)")
    }
  }

  func testASilentServerThatDoesNotAnswerEither() async throws {
    let (proxy, backend) = try make(silence: .milliseconds(100))
    proxy.plan([opened, .hang, .answer(status: 400, body: "")])
    let end = await FirestoreSignals(backend).ended()
    XCTAssertEqual(end, broken)
    let last = try XCTUnwrap(proxy.requests.last)
    XCTAssertTrue(last.head.hasPrefix("POST ") && last.head.contains("&RID=2&"), last.head)
    XCTAssertEqual(last.body, "count=0")
  }
}

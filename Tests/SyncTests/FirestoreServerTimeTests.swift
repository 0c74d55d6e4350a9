import Core
import Foundation
import Sync
import TestSupport
import XCTest

/// Times that no server can have: a proxy's, or those of a computer whose clock was wrong.
final class FirestoreServerTimeTests: XCTestCase {
  /// A server that answers every query with one time of reading, and every commit with one time of writing.
  private struct Answering: HTTPTransport {
    let time: String
    var date: String?

    func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
      let body =
        request.url.hasSuffix(":commit")
        ? #"{"writeResults":[{"updateTime":"\#(time)"}],"commitTime":"\#(time)"}"#
        : #"[{"readTime":"\#(time)"}]"#
      return HTTPResponse(
        status: 200, headers: date.map { ["Date": $0] } ?? [:], body: Data(body.utf8))
    }
  }

  /// 2027-01-15 08:00 UTC.
  private let clock = ManualClock(skipsSleep: true)
  private let present = "2027-01-15T08:00:00.5Z"
  private let date = "Fri, 15 Jan 2027 08:00:00 GMT"

  private func backend(_ transport: Answering) throws -> FirestoreBackend {
    FirestoreBackend(
      settings: try FirestoreSettings(project: "p", host: "127.0.0.1:1", user: "ann"),
      transport: transport, clock: clock)
  }

  private func cursor(_ transport: Answering, since: String? = nil) async throws -> SyncCursor? {
    let cursor = since.map { SyncCursor(token: #"{"since":"\#($0)"}"#) }
    return try await backend(transport).changes(of: .todo, since: cursor)?.next
  }

  private func assertRefused(_ transport: Answering, line: UInt = #line) async throws {
    let backend = try backend(transport)
    let reading = await errorThrown(SyncError.self) {
      try await backend.changes(of: .todo, since: nil)
    }
    XCTAssertEqual(reading, .protocolViolation(detail: "a time that is to come"), line: line)
    let writing = await errorThrown(SyncError.self) {
      try await backend.push([FirestoreFixture.change(.create(FirestoreFixture.todo))])
    }
    XCTAssertEqual(writing, .protocolViolation(detail: "a time that is to come"), line: line)
  }

  func testATimeThatIsToComeBecomesNoCursorAndNoVersion() async throws {
    XCTAssertEqual(clock.now(), Timestamp(milliseconds: 1_800_000_000_000))
    try await assertRefused(Answering(time: "2036-01-01T00:00:00Z", date: date))
    try await assertRefused(Answering(time: "2036-01-01T00:00:00Z"))
    try await assertRefused(Answering(time: "2027-01-15T08:05:01Z", date: date))
  }

  func testAClockThatIsALittleWrongDoesNoHarm() async throws {
    for (time, date) in [
      (present, date), (present, nil), ("2027-01-15T08:04:59Z", date),
      // This computer's clock is six days late, and nothing else tells the time.
      ("2027-01-21T08:00:00Z", nil),
      // Its clock is ten years late, or what stands between has one that is.
      ("2037-01-15T08:00:00Z", "Thu, 15 Jan 2037 08:00:00 GMT"),
      (present, "Sun, 06 Nov 1994 08:49:37 GMT"),
    ] {
      let next = try await cursor(Answering(time: time, date: date))
      XCTAssertEqual(next?.token.contains(time), true, "\(time) \(date ?? "-")")
    }
  }

  /// The age of what is in the trash goes by it.
  func testTheTimeOfTheServerIsToldWithEachPage() async throws {
    let backend = try backend(Answering(time: present, date: date))
    let listing = try await backend.changes(of: .todo, since: nil)
    XCTAssertEqual(listing?.serverTime, Timestamp(milliseconds: 1_800_000_000_500))
    let changes = try await backend.changes(
      of: .todo, since: SyncCursor(token: #"{"since":"2027-01-15T07:00:00Z"}"#))
    XCTAssertEqual(changes?.serverTime, Timestamp(milliseconds: 1_800_000_000_500))
  }

  func testACursorThatLiesAheadIsGivenUp() async throws {
    let server = Answering(time: present, date: date)
    let refused = try await cursor(server, since: "2036-01-01T00:00:00Z")
    XCTAssertNil(refused)
    let kept = try await cursor(server, since: "2027-01-15T08:04:00Z")
    XCTAssertEqual(kept?.token, #"{"since":"2027-01-15T08:04:00Z"}"#)
  }
}

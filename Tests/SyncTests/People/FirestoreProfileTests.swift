import Core
import Foundation
import Synchronization
import TestSupport
import XCTest

@testable import Sync

/// The user's own profile on a server that answers as told.
final class FirestoreProfileTests: XCTestCase {
  /// A server with nothing but the profile of Ann.
  private final class Server: HTTPTransport {
    private static let time = FirestoreProfileTests.time
    private static let path = "projects/demo-optimist/databases/(default)/documents/users/ann"
    private let stored = Mutex<String?>("Ann")
    private let answer: HTTPResponse?

    /// - Parameter answer: to a commit, which then changes nothing; nil stores the profile.
    init(answer: HTTPResponse? = nil) {
      self.answer = answer
    }

    /// The full name in the profile; nil if there is none.
    var fullname: String? { stored.withLock { $0 } }

    func lose() { stored.withLock { $0 = nil } }

    func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
      if request.url.hasSuffix(":commit") { return commit(request.json) }
      // Nobody is listed.
      guard request.url.hasSuffix(":batchGet") else {
        return HTTPResponse(json: [["readTime": Self.time]])
      }
      guard let fullname else {
        return HTTPResponse(json: [["missing": Self.path, "readTime": Self.time]])
      }
      let document: [String: Any] = [
        "name": Self.path, "createTime": Self.time, "updateTime": Self.time,
        "fields": [
          "username": PeopleFixture.text("ann"), "fullname": PeopleFixture.text(fullname),
          "findable": PeopleFixture.flag(false),
        ] as [String: Any],
      ]
      return HTTPResponse(json: [["found": document, "readTime": Self.time] as [String: Any]])
    }

    private func commit(_ body: [String: Any]) -> HTTPResponse {
      if let answer { return answer }
      let write = (body["writes"] as? [[String: Any]])?.first?["update"] as? [String: Any]
      let fields = write?["fields"] as? [String: [String: Any]]
      let fullname = fields?["fullname"]?["stringValue"] as? String
      stored.withLock { $0 = fullname }
      let answer: [String: Any] = [
        "writeResults": [["updateTime": Self.time]], "commitTime": Self.time,
      ]
      return HTTPResponse(json: answer)
    }
  }

  private static let time = "2027-01-15T08:00:00.5Z"
  private static var result: [String: Any] { ["updateTime": time] }
  /// 2027-01-15 08:00 UTC.
  private let clock = ManualClock(skipsSleep: true)

  /// Changes Ann's name to Zoe and sends that.
  private func rename(on server: Server) async throws -> (
    sending: ProfileSending, pending: PendingProfile?
  ) {
    let profile = FirestoreProfile(
      access: try PeopleFixture.access(transport: server), clock: clock)
    let editor = ProfileEditor(cache: CacheStore(path: nil), server: profile)
    let account = try PeopleFixture.account()
    try await editor.save(Person(id: "ann", username: "ann", fullname: "Zoe"), of: account)
    let sending = await editor.sendPending(of: account)
    return (sending, await editor.pending(of: account))
  }

  /// A proxy may mix up answers: an edit waits until the server shows it.
  func testTheAnswerToAnotherCommitLosesNoEdit() async throws {
    let answers: [(name: String, body: [String: Any])] = [
      ("no write", ["writeResults": [Any](), "commitTime": Self.time]),
      ("two writes", ["writeResults": [Self.result, Self.result], "commitTime": Self.time]),
      ("no time", ["writeResults": [Self.result]]),
      ("in 2036", ["writeResults": [Self.result], "commitTime": "2036-01-01T00:00:00Z"]),
      ("another write", ["writeResults": [Self.result], "commitTime": Self.time]),
    ]
    for answer in answers {
      let (sending, pending) = try await rename(
        on: Server(answer: HTTPResponse(json: answer.body)))
      guard case .waiting(.protocolViolation) = sending else {
        XCTFail("\(answer.name): \(sending)")
        continue
      }
      XCTAssertEqual(pending?.person.fullname, "Zoe", answer.name)
    }
    let (sending, pending) = try await rename(on: Server())
    XCTAssertEqual(sending, .sent)
    XCTAssertNil(pending)
  }

  func testAProfileThatTheServerLostIsSentAgain() async throws {
    let server = Server()
    let repository = PeopleRepository(
      cachePath: nil, access: try PeopleFixture.access(transport: server), clock: clock)
    let account = try PeopleFixture.account()
    let before = try await repository.people.answers(account)
    XCTAssertEqual(before.last?.value.map(\.fullname), ["Ann"])
    server.lose()
    let after = try await repository.people.answers(account)
    XCTAssertEqual(after.last?.value.map(\.fullname), ["Ann"])
    XCTAssertEqual(server.fullname, "Ann")
    let pending = await repository.profile.pending(of: account)
    XCTAssertNil(pending)
  }
}

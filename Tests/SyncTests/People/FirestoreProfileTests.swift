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
    try await editor.save(
      Person(id: "ann", username: "ann", fullname: "Zoe"), changing: Person.allFields, of: account)
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

  /// The fields whose values a commit sets or removes.
  private func mask(of server: MaskServer, _ fields: Set<Person.Field>) async throws -> [String] {
    let profile = FirestoreProfile(
      access: try PeopleFixture.access(transport: server), clock: clock)
    // The script has no second answer that shows the profile.
    _ = try? await profile.write(
      Person(id: "ann", username: "ann", fullname: "Zoe"), fields, of: PeopleFixture.account())
    return server.mask
  }

  func testOnlyChangedFieldsAreWrittenUnlessThereIsNoProfile() async throws {
    let all = ["findable", "fullname", "profileImageUrl", "username"]
    var mask = try await mask(of: MaskServer(hasProfile: true), [.fullname, .pictureURL])
    XCTAssertEqual(mask, ["fullname", "profileImageUrl"])
    mask = try await self.mask(of: MaskServer(hasProfile: false), [.fullname])
    XCTAssertEqual(mask, all)
    mask = try await self.mask(of: MaskServer(hasProfile: true), Person.allFields)
    XCTAssertEqual(mask, all)
  }

  /// A server that has the profile of Ann, or not, and records what is written into it.
  private final class MaskServer: HTTPTransport {
    private let hasProfile: Bool
    private let written = Mutex<[String]>([])

    init(hasProfile: Bool) { self.hasProfile = hasProfile }

    var mask: [String] { written.withLock { $0 } }

    func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
      let path = "projects/demo-optimist/databases/(default)/documents/users/ann"
      if request.url.hasSuffix(":commit") {
        let write = (request.json["writes"] as? [[String: Any]])?.first
        let paths = (write?["updateMask"] as? [String: Any])?["fieldPaths"] as? [String]
        written.withLock { $0 = paths ?? [] }
        return HTTPResponse(json: ["writeResults": [Any]()])
      }
      let time = FirestoreProfileTests.time
      guard hasProfile else {
        return HTTPResponse(json: [["missing": path, "readTime": time]])
      }
      let document: [String: Any] = [
        "name": path, "createTime": time, "updateTime": time,
        "fields": ["username": PeopleFixture.text("ann")],
      ]
      return HTTPResponse(json: [["found": document, "readTime": time] as [String: Any]])
    }
  }

  /// An account that was removed while the window was closed, and its unsent profile.
  func testWhatIsKnownOfAccountsThatAreGoneIsForgotten() async throws {
    let repository = PeopleRepository(
      cachePath: nil, access: try PeopleFixture.access(transport: Server()), clock: clock)
    let accounts = [try PeopleFixture.account(), try PeopleFixture.account(user: "bob")]
    for account in accounts {
      let user = try XCTUnwrap(account.user)
      try await repository.profile.save(
        Person(id: user, username: user, fullname: ""), changing: Person.allFields, of: account)
    }
    await repository.forgetAccounts(except: [accounts[1]])
    let gone = await repository.profile.pending(of: accounts[0])
    XCTAssertNil(gone)
    let kept = await repository.profile.pending(of: accounts[1])
    XCTAssertEqual(kept?.person.id, "bob")
  }
}

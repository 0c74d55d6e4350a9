import Basics
import Core
import Foundation
import Synchronization
import TestSupport
import XCTest

@testable import Sync

/// Reading people from a server that answers as told.
final class FirestorePeopleTests: XCTestCase {
  private static let root = "projects/demo-optimist/databases/(default)/documents/"
  private static let time = "2026-11-21T03:00:25.165Z"

  private static func document(_ path: String, _ fields: [String: Any] = ["username": text("x")])
    -> [String: Any]
  {
    [
      "document": [
        "name": root + path, "fields": fields, "createTime": time, "updateTime": time,
      ], "readTime": time,
    ]
  }

  private static func text(_ text: String) -> [String: Any] { ["stringValue": text] }

  private func people(
    _ transport: ScriptedTransport, pageSize: Int = 2, most: Int = FirestorePeople.most
  ) throws -> FirestorePeople {
    FirestorePeople(
      access: try PeopleFixture.access(transport: transport), pageSize: pageSize, most: most)
  }

  /// Answers one page for each request, then empty ones.
  private func pages(_ pages: [[String]]) -> ScriptedTransport {
    let counter = Counter()
    return ScriptedTransport { _ in
      let number = counter.next()
      guard number < pages.count, !pages[number].isEmpty else {
        return HTTPResponse(json: [["readTime": Self.time]])
      }
      return HTTPResponse(json: pages[number].map { Self.document($0) })
    }
  }

  func testWhatIsAskedFor() async throws {
    let transport = pages([["users/a", "users/b"], []])
    let answers = try await people(transport).answers(PeopleFixture.account())
    XCTAssertEqual(answers.map(\.isComplete), [false, true])
    XCTAssertEqual(answers.map { $0.value.count }, [2, 2])
    XCTAssertEqual(answers.last?.readAt, RFC3339.parse(Self.time))
    XCTAssertEqual(transport.requests.count, 2)
    let request = transport.requests[1]
    XCTAssertEqual(
      request.url,
      "http://localhost:1/v1/projects/demo-optimist/databases/%28default%29/documents:runQuery")
    let query = request.json["structuredQuery"] as? [String: Any]
    let select = query?["select"] as? [String: Any]
    let fields = select?["fields"] as? [[String: String]]
    XCTAssertEqual(
      fields?.compactMap { $0["fieldPath"] },
      ["findable", "fullname", "profileImageUrl", "username"])
    XCTAssertEqual(query?["limit"] as? Int, 2)
    let start = query?["startAt"] as? [String: Any]
    let values = start?["values"] as? [[String: String]]
    XCTAssertEqual(values?.first?["referenceValue"], Self.root + "users/b")
  }

  /// A stranger's picture may name a service of this computer; only an emulator's people have theirs here.
  func testPicturesOfThisComputerAreForEmulatorsOnly() async throws {
    let here = ["http://127.0.0.1:631/x", "https://localhost/x", "http://[::1]:80/x"]
    let transport = ScriptedTransport { _ in
      HTTPResponse(
        json: (here + ["https://example.org/x"]).enumerated().map { number, url in
          Self.document(
            "users/u\(number)",
            ["username": Self.text("u\(number)"), "profileImageUrl": Self.text(url)])
        })
    }
    for (host, expected) in [
      ("localhost:1", here + ["https://example.org/x"]),
      ("firestore.example.org", [nil, nil, nil, "https://example.org/x"] as [String?]),
    ] {
      let people = FirestorePeople(
        access: try PeopleFixture.access(host, transport: transport), pageSize: 100)
      let answers = try await people.answers(PeopleFixture.account(host))
      XCTAssertEqual(answers.last?.value.map(\.pictureURL), expected, host)
    }
  }

  func testTheOrderIsThatOfNames() async throws {
    let names = ["b": "émile", "a": "Zoe", "c": "Emil", "d": "emile", "e": "ÄRA", "f": "할"]
    let transport = ScriptedTransport { _ in
      HTTPResponse(
        json: names.keys.sorted().map { id in
          Self.document("users/" + id, ["fullname": Self.text(names[id] ?? "")])
        })
    }
    let answers = try await people(transport, pageSize: 100).answers(PeopleFixture.account())
    XCTAssertEqual(
      answers.last?.value.map(\.fullname), ["ÄRA", "Emil", "emile", "émile", "Zoe", "할"])
  }

  /// Two names that differ only in what nobody sees would look like one.
  func testWhatNobodySeesOfANameIsLeftOut() async throws {
    let names = ["a": "Ann\u{200B} \u{202E}Lee\u{7}", "b": "👨‍👩‍👧 ❤️", "c": "\u{2066}\u{200D}"]
    let transport = ScriptedTransport { _ in
      HTTPResponse(
        json: names.keys.sorted().map { id in
          Self.document("users/" + id, ["fullname": Self.text(names[id] ?? "")])
        })
    }
    let answers = try await people(transport, pageSize: 100).answers(PeopleFixture.account())
    XCTAssertEqual(answers.last?.value.map(\.fullname), ["Ann Lee", "👨‍👩‍👧 ❤️"])
    XCTAssertEqual(answers.last?.skipped, 1)
  }

  func testBrokenDocumentsAreLeftOutAndCounted() async throws {
    let transport = ScriptedTransport { _ in
      HTTPResponse(json: [
        Self.document("users/a", ["username": ["integerValue": "5"], "fullname": Self.text("x")]),
        Self.document("users/b", [:]),
        Self.document("users/c", ["username": Self.text("  "), "fullname": Self.text("\n")]),
        Self.document("users/d", ["username": Self.text(String(repeating: "x", count: 3000))]),
        Self.document("users/e", ["username": ["mapValue": [:]]]),
        Self.document(
          "users/f", ["fullname": Self.text(" Eve\nX "), "profileImageUrl": Self.text("")]),
        Self.document(
          "users/g",
          [
            "username": ["nullValue": NSNull()], "fullname": Self.text("Gus"),
            "profileImageUrl": Self.text(String(repeating: "x", count: 3000)),
          ]),
      ])
    }
    let answers = try await people(transport, pageSize: 100).answers(PeopleFixture.account())
    XCTAssertEqual(answers.last?.skipped, 5)
    XCTAssertEqual(
      answers.last?.value,
      [
        Person(id: "f", username: "", fullname: "Eve X"),
        Person(id: "g", username: "", fullname: "Gus"),
      ])
  }

  // MARK: Two spellings of one name

  private static let spellings = ["cafe\u{301}", "caf\u{E9}"]

  func testPeopleWhoAreListedAreNotReadAgain() async throws {
    let transport = ScriptedTransport { request in
      guard request.url.hasSuffix(":runQuery") else {
        let names = request.json["documents"] as? [String] ?? []
        return HTTPResponse(json: names.map { ["missing": $0, "readTime": Self.time] })
      }
      return HTTPResponse(json: Self.spellings.map { Self.document("users/" + $0) })
    }
    let people = FirestorePeople(
      access: try PeopleFixture.access(transport: transport), pageSize: 100,
      related: { _ in
        Self.spellings.map { Acquaintance(user: $0, owner: "ann", list: ListID(rawValue: "l")) }
      })
    let answers = try await people.answers(PeopleFixture.account())
    XCTAssertEqual(answers.last?.value.count, 2)
    let read = transport.requests.compactMap { $0.json["documents"] as? [String] }.flatMap { $0 }
    XCTAssertEqual(read, [Self.root + "users/ann"])
  }

  func testAcceptingOneListDoesNotAcceptTheOther() async throws {
    let transport = ScriptedTransport { request in
      let query = request.json["structuredQuery"] as? [String: Any]
      let from = query?["from"] as? [[String: Any]]
      switch from?.first?["collectionId"] as? String {
      case "consents":
        return HTTPResponse(json: [Self.document("users/ann/consents/bob:" + Self.spellings[1])])
      case "members":
        return HTTPResponse(
          json: Self.spellings.map { list in
            Self.document(
              "users/bob/members/" + list + ":ann",
              [
                "user": Self.text("ann"), "listID": Self.text(list), "role": Self.text("reader"),
              ])
          })
      case .some: return HTTPResponse(json: [["readTime": Self.time]])
      case nil:
        guard let names = request.json["documents"] as? [String] else {
          return HTTPResponse(
            json: ["error": ["code": 403, "status": "PERMISSION_DENIED"]], status: 403)
        }
        let prefix = Self.root.utf8.count
        return HTTPResponse(
          json: names.map { name in
            var found = Self.document(
              String(decoding: name.utf8.dropFirst(prefix), as: UTF8.self),
              ["name": Self.text("List")])
            found["found"] = found.removeValue(forKey: "document")
            return found
          })
      }
    }
    let catalogue = FirestoreCatalogue(
      access: try PeopleFixture.access(transport: transport), pageSize: 100)
    let lists = try await catalogue.answers(PeopleFixture.account()).last
    XCTAssertEqual(lists?.value.map(\.id), [ListID(rawValue: Self.spellings[1])])
    XCTAssertEqual(lists?.skipped, 0)
  }

  // MARK: Servers that lie

  private func assertViolation(
    _ transport: ScriptedTransport, requests: Int, file: StaticString = #filePath,
    line: UInt = #line
  ) async throws {
    let people = try people(transport)
    let account = try PeopleFixture.account()
    let error = await errorThrown(SyncError.self, file: file, line: line) {
      try await people.answers(account)
    }
    guard case .protocolViolation? = error else {
      return XCTFail("\(String(describing: error))", file: file, line: line)
    }
    XCTAssertEqual(transport.requests.count, requests, file: file, line: line)
  }

  func testAServerThatRepeatsAPage() async throws {
    let transport = ScriptedTransport { _ in
      HTTPResponse(json: ["users/a", "users/b"].map { Self.document($0) })
    }
    try await assertViolation(transport, requests: 2)
  }

  func testDocumentsOutOfOrderAndTwice() async throws {
    try await assertViolation(pages([["users/b", "users/a"]]), requests: 1)
    try await assertViolation(pages([["users/a", "users/a"]]), requests: 1)
  }

  func testDocumentsOfAnotherCollectionOrTooMany() async throws {
    try await assertViolation(pages([["others/a"]]), requests: 1)
    try await assertViolation(pages([["users/a/users/b"]]), requests: 1)
    try await assertViolation(pages([["users/a", "users/b", "users/c"]]), requests: 1)
  }

  func testAnAnswerThatWasCutOff() async throws {
    try await assertViolation(ScriptedTransport { _ in HTTPResponse(json: [Any]()) }, requests: 1)
  }

  /// Nothing that is read later would be newer: names and pictures would stay as they are.
  func testATimeThatIsToCome() async throws {
    let transport = ScriptedTransport { _ in
      HTTPResponse(json: [["readTime": "2126-01-01T00:00:00Z"]])
    }
    try await assertViolation(transport, requests: 1)
  }

  func testAnErrorInTheMiddleOfAnAnswer() async throws {
    let transport = ScriptedTransport { _ in
      HTTPResponse(json: [
        Self.document("users/a"), ["error": ["code": 503, "status": "UNAVAILABLE"]],
      ])
    }
    let people = try people(transport)
    let account = try PeopleFixture.account()
    await assertThrows(
      SyncError.transient(cause: .unavailable(status: 503), retryAfter: nil)
    ) { try await people.answers(account) }
  }

  // MARK: Limits

  func testAPageThatIsTooLargeIsAskedForInParts() async throws {
    let transport = ScriptedTransport { request throws(HTTPFailure) in
      let query = request.json["structuredQuery"] as? [String: Any]
      let limit = query?["limit"] as? Int ?? 0
      guard limit <= 10 else { throw .tooLarge(limit: 1) }
      return HTTPResponse(json: [["readTime": Self.time]])
    }
    let answers = try await people(transport, pageSize: 1000).answers(PeopleFixture.account())
    XCTAssertEqual(answers.map(\.isComplete), [true])
    XCTAssertEqual(transport.requests.count, 5)
  }

  func testAPersonTooLargeForOneAnswerEndsTheReading() async throws {
    let transport = ScriptedTransport { _ throws(HTTPFailure) in throw .tooLarge(limit: 1) }
    try await assertViolation(transport, requests: 2)
  }

  func testThereIsAnEndToHowManyAreRead() async throws {
    let counter = Counter()
    let transport = ScriptedTransport { _ in
      let page = 10 + counter.next()
      return HTTPResponse(json: ["a", "b"].map { Self.document("users/\(page)\($0)") })
    }
    let answers = try await people(transport, most: 6).answers(PeopleFixture.account())
    XCTAssertEqual(answers.last?.value.count, 6)
    XCTAssertEqual(answers.last?.isComplete, true)
    XCTAssertEqual(answers.last?.skipped, 1)
    XCTAssertEqual(transport.requests.count, 3)
  }

  func testNobodyIsSignedIn() async throws {
    let people = FirestorePeople(access: { _ in nil })
    await assertThrows(SyncError.authentication) {
      try await people.answers(AccountID(rawValue: "x"))
    }
  }
}

/// Counts calls.
final class Counter: Sendable {
  private let value = Atomic(0)

  /// The number of the call, from zero.
  func next() -> Int { value.wrappingAdd(1, ordering: .relaxed).oldValue }
}

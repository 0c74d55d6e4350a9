import Core
import Foundation
import TestSupport
import XCTest

/// Who may answer an invitation, and what an answer opens, judged by the official emulator.
final class FirestoreConsentRulesTests: XCTestCase {
  private typealias Fields = SharingRulesFixture.Fields
  private typealias Role = SharingRulesFixture.Role

  /// A membership opens nothing by itself, and an answer nothing by itself; both together do.
  func testAnInvitationOpensNothingBeforeItIsAccepted() async throws {
    let rules = SharingRulesFixture(try await emulator())
    try await rules.seed()
    let path = "users/ida/consents/ann:l"
    func look() async throws -> [Int] {
      [
        try await rules.emulator.status(.get, "users/ann/lists/l", as: "ida"),
        try await rules.query("todos", where: "listID", "l", as: .invited),
        try await rules.write(
          "users/ann/todos/1", ["done": rules.flag(true)], mask: ["done"], as: .invited),
      ]
    }
    for (answer, expected) in [
      (nil, 403), (rules.consent("declined"), 403), (rules.consent("accepted"), 200),
      (rules.takenBack(), 403),
    ] as [(Fields?, Int)] {
      if let answer {
        let status = try await rules.write(path, answer, as: .invited)
        XCTAssertEqual(status, 200)
      }
      let statuses = try await look()
      XCTAssertEqual(statuses, [expected, expected, expected], "\(String(describing: answer))")
    }
  }

  func testNobodyAnswersForSomebodyElse() async throws {
    let rules = SharingRulesFixture(try await emulator())
    for role in Role.allCases {
      try await rules.seed()
      let path = "users/ida/consents/ann:l"
      let accept = try await rules.write(path, rules.consent("accepted"), as: role)
      XCTAssertEqual(accept, role == .invited ? 200 : 403, "\(role)")
      let get = try await rules.emulator.status(.get, path, as: role.user)
      XCTAssertEqual(get, role == .invited ? 200 : 403, "\(role)")
      let delete = try await rules.emulator.status(.delete, path, as: role.user)
      XCTAssertEqual(delete, 403, "\(role)")
    }
  }

  func testShapesOfAnswers() async throws {
    let rules = SharingRulesFixture(try await emulator())
    try await rules.seed()
    let long = String(repeating: "x", count: 1001)
    let table: [(String, Fields, Int)] = [
      ("ann:l", rules.consent("accepted"), 200), ("ann:l", rules.consent("declined"), 200),
      ("ann:", rules.consent("blocked", to: "ann", nil), 200),
      ("ann:l", rules.consent("blocked"), 403),
      ("ann:", rules.consent("accepted", to: "ann", nil), 403),
      ("ann:l", rules.consent("perhaps"), 403),
      ("ann:other", rules.consent("accepted"), 403), ("bob:l", rules.consent("accepted"), 403),
      ("sam:l", rules.consent("accepted", to: "sam"), 403), ("ann:l", rules.takenBack(), 200),
      ("ann:l", rules.takenBack().merging(["choice": rules.text("accepted")]) { $1 }, 403),
      ("ann:l", rules.takenBack().merging(["listID": rules.flag(true)]) { $1 }, 403),
      ("ann:" + long, rules.consent("accepted", to: "ann", long), 403),
    ]
    for (name, fields, expected) in table {
      let status = try await rules.write("users/sam/consents/" + name, fields, as: .stranger)
      XCTAssertEqual(status, expected, "\(name.prefix(20)) \(fields.description.prefix(200))")
    }
  }

  /// What a reader snoozes stands in the answer, as much of it as in a to-do, and opens or closes nothing.
  func testAnAnswerHoldsSnoozes() async throws {
    let rules = SharingRulesFixture(try await emulator())
    try await rules.seed()
    let path = "users/rita/consents/ann:l"
    func texts(_ texts: [String]) -> Fields {
      ["arrayValue": ["values": texts.map(rules.text)]]
    }
    let long = String(repeating: "x", count: SetLimits.bytes)
    for (value, expected) in [
      (texts(["2027-01-15T17:40:00Z 1/DUE PT0S"]), 200), (["nullValue": NSNull()], 200),
      (texts([long]), 200), (texts([long, String(repeating: "x", count: 500)]), 403),
      (texts([String](repeating: "", count: 33_270)), 403), (rules.text("x"), 403),
      (["mapValue": [:] as Fields], 403), (rules.flag(true), 403),
    ] as [(Fields, Int)] {
      let answer = rules.consent("accepted").merging(["snoozes": value]) { $1 }
      let status = try await rules.write(path, answer, as: .reader)
      XCTAssertEqual(status, expected, value.description.prefix(200).description)
      let other = try await rules.write(path, answer, as: .owner)
      XCTAssertEqual(other, 403)
      let look = try await rules.emulator.status(.get, "users/ann/lists/l", as: "rita")
      XCTAssertEqual(look, 200)
    }
    let seen = try await rules.emulator.status(.get, path, as: "ann")
    XCTAssertEqual(seen, 403, "the owner does not learn of it")
  }

  /// Two pairs of person and list may be one when they are written together.
  func testAnAnswerIsOneToExactlyThatPersonAndList() async throws {
    let rules = SharingRulesFixture(try await emulator())
    try await rules.emulator.wipe()
    try await rules.emulator.write([
      "users/ann/lists/l:x": rules.list("l:x").merging(["updatedAt": rules.time]) { $1 },
      "users/ann/members/l:x:ida": rules.member("ida", "writer", of: "l:x"),
      "users/ida/consents/ann:l:x": [
        "id": rules.text("ann:l:x"), "deleted": rules.flag(false), "user": rules.text("ann:l"),
        "listID": rules.text("x"), "choice": rules.text("accepted"),
      ],
    ])
    let status = try await rules.emulator.status(.get, "users/ann/lists/l:x", as: "ida")
    XCTAssertEqual(status, 403)
  }

  func testWhoIsBlockedCannotInvite() async throws {
    let rules = SharingRulesFixture(try await emulator())
    try await rules.seed()
    let path = "users/ann/members/l:sam"
    func invite(_ role: String = "reader") async throws -> Int {
      try await rules.write(path, rules.member("sam", role), as: .owner)
    }
    let before = try await invite()
    XCTAssertEqual(before, 200)
    let block = try await rules.write(
      "users/sam/consents/ann:", rules.consent("blocked", to: "ann", nil), as: .stranger)
    XCTAssertEqual(block, 200)
    let again = try await invite("writer")
    XCTAssertEqual(again, 403)
    let others = try await rules.write(
      "users/ann/members/l:tom", rules.member("tom", "reader"), as: .owner)
    XCTAssertEqual(others, 200)
    let removal = try await rules.write(path, rules.left("sam"), as: .owner)
    XCTAssertEqual(removal, 200, "who is blocked may take the invitation back")
    let unblock = try await rules.write(
      "users/sam/consents/ann:",
      ["id": rules.text("ann:"), "deleted": rules.flag(true), "user": rules.text("ann")],
      as: .stranger)
    XCTAssertEqual(unblock, 200)
    let after = try await invite()
    XCTAssertEqual(after, 200)
  }

  func testNobodyKeepsARoleByBlockingTheOwner() async throws {
    let rules = SharingRulesFixture(try await emulator())
    try await rules.seed()
    let block = try await rules.write(
      "users/will/consents/ann:", rules.consent("blocked", to: "ann", nil), as: .writer)
    XCTAssertEqual(block, 200)
    let path = "users/ann/members/l:will"
    let lowered = try await rules.write(path, rules.member("will", "reader"), as: .owner)
    XCTAssertEqual(lowered, 200)
    let edit = try await rules.write("users/ann/todos/2", rules.todo("2", in: "l"), as: .writer)
    XCTAssertEqual(edit, 403)
    let raised = try await rules.write(path, rules.member("will", "writer"), as: .owner)
    XCTAssertEqual(raised, 403)
  }
}

import Foundation
import TestSupport
import XCTest

/// Who may do what with a shared list: every role with every operation, judged by the official emulator.
final class FirestoreSharingRulesTests: XCTestCase {
  private typealias Fields = SharingRulesFixture.Fields
  private typealias Role = SharingRulesFixture.Role

  private struct Operation {
    let name: String
    let allowed: Set<Role>
    let run: (SharingRulesFixture, Role) async throws -> Int
  }

  private let everyMember: Set<Role> = [.owner, .writer, .reader]

  private var reading: [Operation] {
    let everyMember = everyMember
    func get(_ path: String, _ allowed: Set<Role>) -> Operation {
      Operation(name: "get " + path, allowed: allowed) { rules, role in
        try await rules.emulator.status(.get, "users/ann/" + path, as: role.user)
      }
    }
    func query(_ collection: String, _ field: String?, _ value: String, _ allowed: Set<Role>)
      -> Operation
    {
      Operation(name: "query \(collection) \(field ?? "all") \(value)", allowed: allowed) {
        rules, role in
        try await rules.query(collection, where: field, value, as: role)
      }
    }
    return [
      get("lists/l", everyMember), get("todos/1", everyMember), get("todos/gone", everyMember),
      get("lists/other", [.owner]), get("todos/private", [.owner]),
      get("members/l:rita", everyMember), get("members/l:fred", everyMember.union([.former])),
      query("lists", "id", "l", everyMember), query("lists", "id", "other", [.owner]),
      query("lists", nil, "", [.owner]), query("todos", "listID", "l", everyMember),
      query("todos", "listID", "other", [.owner]), query("todos", nil, "", [.owner]),
      query("members", "listID", "l", everyMember), query("members", nil, "", [.owner]),
    ]
  }

  private func writing(_ rules: SharingRulesFixture) -> [Operation] {
    let writers: Set<Role> = [.owner, .writer]
    func write(
      _ name: String, _ path: String, _ fields: Fields, mask: [String]? = nil,
      _ allowed: Set<Role>
    ) -> Operation {
      Operation(name: name, allowed: allowed) { rules, role in
        try await rules.write("users/ann/" + path, fields, mask: mask, as: role)
      }
    }
    return [
      write("create a to-do", "todos/2", rules.todo("2", in: "l"), writers),
      write("create in another list", "todos/2", rules.todo("2", in: "other"), [.owner]),
      write("update a to-do", "todos/1", rules.todo("1", in: "l"), writers),
      write("tick a to-do", "todos/1", ["done": rules.flag(true)], mask: ["done"], writers),
      write("delete a to-do", "todos/1", rules.tombstone("1", in: "l"), writers),
      write("restore a to-do", "todos/gone", rules.todo("gone", in: "l"), writers),
      write("take a to-do out", "todos/1", rules.todo("1", in: "other"), [.owner]),
      write("take a to-do in", "todos/private", rules.todo("private", in: "l"), [.owner]),
      write("touch another list", "todos/private", rules.todo("private", in: "other"), [.owner]),
      write(
        "delete without a list", "todos/1", ["id": rules.text("1"), "deleted": rules.flag(true)],
        [.owner]),
      write("rename the list", "lists/l", rules.list("l"), [.owner]),
      write(
        "delete the list", "lists/l", ["id": rules.text("l"), "deleted": rules.flag(true)], [.owner]
      ),
      write("invite", "members/l:sam", rules.member("sam", "reader"), [.owner]),
      write("change a role", "members/l:rita", rules.member("rita", "writer"), [.owner]),
      write("invite again", "members/l:fred", rules.member("fred", "writer"), [.owner]),
      write("remove the reader", "members/l:rita", rules.left("rita"), [.owner, .reader]),
      write("decline in the owner's tree", "members/l:ida", rules.left("ida"), [.owner, .invited]),
      write("remove the writer", "members/l:will", rules.left("will"), [.owner, .writer]),
      write(
        "leave to another list", "members/l:will",
        [
          "id": rules.text("l:will"), "deleted": rules.flag(true), "listID": rules.text("x"),
          "user": rules.text("will"),
        ],
        []),
      write("take part in one's own", "members/l:ann", rules.member("ann", "writer"), []),
      write("an unknown role", "members/l:rita", rules.member("rita", "king"), []),
      write("another name", "members/l:rita", rules.member("sam", "reader"), []),
    ]
  }

  func testEveryRoleWithEveryOperation() async throws {
    let rules = SharingRulesFixture(try await emulator())
    try await rules.seed()
    for operation in reading {
      for role in Role.allCases {
        let status = try await operation.run(rules, role)
        XCTAssertEqual(
          status, operation.allowed.contains(role) ? 200 : 403, "\(operation.name) as \(role)")
      }
    }
    for operation in writing(rules) {
      for role in Role.allCases {
        try await rules.seed()
        let status = try await operation.run(rules, role)
        XCTAssertEqual(
          status, operation.allowed.contains(role) ? 200 : 403, "\(operation.name) as \(role)")
      }
    }
  }

  func testNothingIsWrittenIntoADeletedListByItsMembers() async throws {
    let rules = SharingRulesFixture(try await emulator())
    try await rules.seed()
    let gone = try await rules.write(
      "users/ann/lists/l", ["id": rules.text("l"), "deleted": rules.flag(true)], as: .owner)
    XCTAssertEqual(gone, 200)
    for (name, fields) in [
      ("2", rules.todo("2", in: "l")), ("1", rules.todo("1", in: "l")),
      ("1", rules.tombstone("1", in: "l")),
    ] {
      let status = try await rules.write("users/ann/todos/" + name, fields, as: .writer)
      XCTAssertEqual(status, 403)
      // An edit beats a deletion: the owner's device brings the list back.
      let own = try await rules.write("users/ann/todos/" + name, fields, as: .owner)
      XCTAssertEqual(own, 200)
    }
    let seen = try await rules.query("todos", where: "listID", "l", as: .writer)
    XCTAssertEqual(seen, 200, "what is there can still be read")
  }

  /// The names that a stranger can put on screen are of bounded length.
  func testTheNameInAnInvitationIsBounded() async throws {
    let rules = SharingRulesFixture(try await emulator())
    try await rules.seed()
    for (count, expected) in [(0, 200), (1000, 200), (1001, 403)] {
      let fields = rules.member("sam", "reader").merging(
        ["listName": rules.text(String(repeating: "x", count: count))]) { $1 }
      let status = try await rules.write("users/ann/members/l:sam", fields, as: .owner)
      XCTAssertEqual(status, expected, "\(count)")
    }
  }

  func testEverybodyFindsOnlyTheirOwnMemberships() async throws {
    let rules = SharingRulesFixture(try await emulator())
    try await rules.seed()
    for role in Role.allCases {
      for user in ["rita", "sam"] {
        let status = try await rules.groupQuery(user: user, as: role)
        XCTAssertEqual(status, role.user == user ? 200 : 403, "\(user) as \(role)")
      }
    }
  }

  func testWhatARecordOfAMemberLosesTakesEffectAtOnce() async throws {
    let rules = SharingRulesFixture(try await emulator())
    try await rules.seed()
    func tick() async throws -> Int {
      try await rules.write(
        "users/ann/todos/1", ["done": rules.flag(true)], mask: ["done"], as: .writer)
    }
    let before = try await tick()
    XCTAssertEqual(before, 200)
    let path = "users/ann/members/l:will"
    let change = try await rules.write(path, rules.member("will", "reader"), as: .owner)
    XCTAssertEqual(change, 200)
    let asReader = try await tick()
    XCTAssertEqual(asReader, 403)
    let visible = try await rules.emulator.status(.get, "users/ann/todos/1", as: "will")
    XCTAssertEqual(visible, 200)
    let end = try await rules.write(path, rules.left("will"), as: .owner)
    XCTAssertEqual(end, 200)
    let gone = try await rules.emulator.status(.get, "users/ann/todos/1", as: "will")
    XCTAssertEqual(gone, 403)
  }
}

import Basics
import Foundation
import TestSupport
import XCTest

/// Who may do what with a shared list: every role with every operation, judged by the official emulator.
final class FirestoreSharingRulesTests: XCTestCase {
  private typealias Fields = [String: Any]

  /// What somebody is to Ann's list `l`; she has invited a reader and a writer, who have accepted, and had invited
  /// `former`. Some have been invited and have not answered, have declined, or took their consent back.
  private enum Role: String, CaseIterable {
    case owner = "ann"
    case writer = "will"
    case reader = "rita"
    case former = "fred"
    case invited = "ida"
    case declined = "dora"
    case withdrawn = "walt"
    case stranger = "sam"
    case nobody = ""

    var user: String? { self == .nobody ? nil : rawValue }
  }

  private struct Operation {
    let name: String
    let allowed: Set<Role>
    let run: (FirestoreEmulator, Role) async throws -> Int
  }

  private let base = "projects/demo-optimist/databases/(default)/documents/"
  private let time: Fields = ["timestampValue": "2026-01-01T00:00:00.5Z"]
  private let everyMember: Set<Role> = [.owner, .writer, .reader]

  private func text(_ value: String) -> Fields { ["stringValue": value] }

  private func flag(_ value: Bool) -> Fields { ["booleanValue": value] }

  private func todo(_ id: String, in list: String) -> Fields {
    [
      "id": text(id), "deleted": flag(false), "listID": text(list), "content": text("Milk"),
      "assignee": text("rita"),
    ]
  }

  private func tombstone(_ id: String, in list: String) -> Fields {
    ["id": text(id), "deleted": flag(true), "listID": text(list)]
  }

  private func member(_ user: String, _ role: String, of list: String = "l") -> Fields {
    [
      "id": text(list + ":" + user), "deleted": flag(false), "listID": text(list),
      "user": text(user), "role": text(role),
    ]
  }

  private func left(_ user: String, of list: String = "l") -> Fields {
    [
      "id": text(list + ":" + user), "deleted": flag(true), "listID": text(list),
      "user": text(user),
    ]
  }

  private func consent(_ choice: String, to user: String = "ann", _ list: String? = "l") -> Fields {
    var fields: Fields = [
      "id": text(user + ":" + (list ?? "")), "deleted": flag(false), "user": text(user),
      "choice": text(choice),
    ]
    if let list { fields["listID"] = text(list) }
    return fields
  }

  private func takenBack() -> Fields {
    ["id": text("ann:l"), "deleted": flag(true), "user": text("ann"), "listID": text("l")]
  }

  private func list(_ id: String) -> Fields {
    ["id": text(id), "deleted": flag(false), "name": text("Party")]
  }

  private func seed(_ emulator: FirestoreEmulator) async throws {
    try await emulator.wipe()
    let documents: [String: Fields] = [
      "lists/l": list("l"), "lists/other": list("other"), "todos/1": todo("1", in: "l"),
      "todos/gone": tombstone("gone", in: "l"), "todos/private": todo("private", in: "other"),
      "members/l:will": member("will", "writer"), "members/l:rita": member("rita", "reader"),
      "members/l:fred": left("fred"), "members/l:ida": member("ida", "writer"),
      "members/l:dora": member("dora", "writer"), "members/l:walt": member("walt", "writer"),
    ]
    try await emulator.write(
      Dictionary(
        uniqueKeysWithValues: documents.map { path, fields in
          ("users/ann/" + path, fields.merging(["updatedAt": time]) { $1 })
        }))
    var consents: [String: Fields] = [:]
    for (user, fields) in [
      ("will", consent("accepted")), ("rita", consent("accepted")), ("fred", consent("accepted")),
      ("sam", consent("accepted")), ("dora", consent("declined")), ("walt", takenBack()),
    ] {
      consents["users/\(user)/consents/ann:l"] = fields.merging(["updatedAt": time]) { $1 }
    }
    try await emulator.write(consents)
    try await emulator.write([
      "users/ann": ["username": text("ann"), "fullname": text("Ann"), "extra": text("kept")]
    ])
  }

  private func write(
    _ emulator: FirestoreEmulator, _ path: String, _ fields: Fields, mask: [String]? = nil,
    isStamped: Bool = true, as role: Role
  ) async throws -> Int {
    var write: Fields = ["update": ["name": base + path, "fields": fields]]
    if let mask { write["updateMask"] = ["fieldPaths": mask] }
    if isStamped {
      write["updateTransforms"] = [["fieldPath": "updatedAt", "setToServerValue": "REQUEST_TIME"]]
    }
    return try await emulator.status(.post, ":commit", body: ["writes": [write]], as: role.user)
  }

  private func query(
    _ emulator: FirestoreEmulator, _ collection: String, where field: String?, _ value: String,
    as role: Role
  ) async throws -> Int {
    var query: Fields = ["from": [["collectionId": collection]]]
    if let field {
      query["where"] = [
        "fieldFilter": ["field": ["fieldPath": field], "op": "EQUAL", "value": text(value)]
      ]
    }
    return try await emulator.status(
      .post, "users/ann:runQuery", body: ["structuredQuery": query], as: role.user)
  }

  private func groupQuery(_ emulator: FirestoreEmulator, user: String, as role: Role)
    async throws -> Int
  {
    let query: Fields = [
      "from": [["collectionId": "members", "allDescendants": true]],
      "where": [
        "fieldFilter": [
          "field": ["fieldPath": "user"], "op": "EQUAL", "value": text(user),
        ]
      ],
    ]
    return try await emulator.status(
      .post, ":runQuery", body: ["structuredQuery": query], as: role.user)
  }

  private var reading: [Operation] {
    let everyMember = everyMember
    func get(_ path: String, _ allowed: Set<Role>) -> Operation {
      Operation(name: "get " + path, allowed: allowed) { emulator, role in
        try await emulator.status(.get, "users/ann/" + path, as: role.user)
      }
    }
    func query(_ collection: String, _ field: String?, _ value: String, _ allowed: Set<Role>)
      -> Operation
    {
      Operation(name: "query \(collection) \(field ?? "all") \(value)", allowed: allowed) {
        emulator, role in
        try await self.query(emulator, collection, where: field, value, as: role)
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

  private var writing: [Operation] {
    let writers: Set<Role> = [.owner, .writer]
    func write(
      _ name: String, _ path: String, _ fields: Fields, mask: [String]? = nil,
      _ allowed: Set<Role>
    ) -> Operation {
      Operation(name: name, allowed: allowed) { emulator, role in
        try await self.write(emulator, "users/ann/" + path, fields, mask: mask, as: role)
      }
    }
    return [
      write("create a to-do", "todos/2", todo("2", in: "l"), writers),
      write("create in another list", "todos/2", todo("2", in: "other"), [.owner]),
      write("update a to-do", "todos/1", todo("1", in: "l"), writers),
      write("tick a to-do", "todos/1", ["done": flag(true)], mask: ["done"], writers),
      write("delete a to-do", "todos/1", tombstone("1", in: "l"), writers),
      write("restore a to-do", "todos/gone", todo("gone", in: "l"), writers),
      write("take a to-do out", "todos/1", todo("1", in: "other"), [.owner]),
      write("take a to-do in", "todos/private", todo("private", in: "l"), [.owner]),
      write("touch another list", "todos/private", todo("private", in: "other"), [.owner]),
      write(
        "delete without a list", "todos/1", ["id": text("1"), "deleted": flag(true)], [.owner]),
      write("rename the list", "lists/l", list("l"), [.owner]),
      write("delete the list", "lists/l", ["id": text("l"), "deleted": flag(true)], [.owner]),
      write("invite", "members/l:sam", member("sam", "reader"), [.owner]),
      write("change a role", "members/l:rita", member("rita", "writer"), [.owner]),
      write("invite again", "members/l:fred", member("fred", "writer"), [.owner]),
      write("remove the reader", "members/l:rita", left("rita"), [.owner, .reader]),
      write("decline in the owner's tree", "members/l:ida", left("ida"), [.owner, .invited]),
      write("remove the writer", "members/l:will", left("will"), [.owner, .writer]),
      write(
        "leave to another list", "members/l:will",
        ["id": text("l:will"), "deleted": flag(true), "listID": text("x"), "user": text("will")],
        []),
      write("take part in one's own", "members/l:ann", member("ann", "writer"), []),
      write("an unknown role", "members/l:rita", member("rita", "king"), []),
      write("another name", "members/l:rita", member("sam", "reader"), []),
    ]
  }

  func testEveryRoleWithEveryOperation() async throws {
    let emulator = try await emulator()
    try await seed(emulator)
    for operation in reading {
      for role in Role.allCases {
        let status = try await operation.run(emulator, role)
        XCTAssertEqual(
          status, operation.allowed.contains(role) ? 200 : 403, "\(operation.name) as \(role)")
      }
    }
    for operation in writing {
      for role in Role.allCases {
        try await seed(emulator)
        let status = try await operation.run(emulator, role)
        XCTAssertEqual(
          status, operation.allowed.contains(role) ? 200 : 403, "\(operation.name) as \(role)")
      }
    }
  }

  // MARK: Consent

  /// A membership opens nothing by itself, and an answer nothing by itself; both together do.
  func testAnInvitationOpensNothingBeforeItIsAccepted() async throws {
    let emulator = try await emulator()
    try await seed(emulator)
    let path = "users/ida/consents/ann:l"
    func look() async throws -> [Int] {
      [
        try await emulator.status(.get, "users/ann/lists/l", as: "ida"),
        try await query(emulator, "todos", where: "listID", "l", as: .invited),
        try await write(
          emulator, "users/ann/todos/1", ["done": flag(true)], mask: ["done"], as: .invited),
      ]
    }
    for (answer, expected) in [
      (nil, 403), (consent("declined"), 403), (consent("accepted"), 200), (takenBack(), 403),
    ] as [(Fields?, Int)] {
      if let answer {
        let status = try await write(emulator, path, answer, as: .invited)
        XCTAssertEqual(status, 200)
      }
      let statuses = try await look()
      XCTAssertEqual(statuses, [expected, expected, expected], "\(String(describing: answer))")
    }
  }

  func testNobodyAnswersForSomebodyElse() async throws {
    let emulator = try await emulator()
    for role in Role.allCases {
      try await seed(emulator)
      let path = "users/ida/consents/ann:l"
      let accept = try await write(emulator, path, consent("accepted"), as: role)
      XCTAssertEqual(accept, role == .invited ? 200 : 403, "\(role)")
      let get = try await emulator.status(.get, path, as: role.user)
      XCTAssertEqual(get, role == .invited ? 200 : 403, "\(role)")
      let delete = try await emulator.status(.delete, path, as: role.user)
      XCTAssertEqual(delete, 403, "\(role)")
    }
  }

  func testShapesOfAnswers() async throws {
    let emulator = try await emulator()
    try await seed(emulator)
    let long = String(repeating: "x", count: 1001)
    let table: [(String, Fields, Int)] = [
      ("ann:l", consent("accepted"), 200), ("ann:l", consent("declined"), 200),
      ("ann:", consent("blocked", to: "ann", nil), 200), ("ann:l", consent("blocked"), 403),
      ("ann:", consent("accepted", to: "ann", nil), 403), ("ann:l", consent("perhaps"), 403),
      ("ann:other", consent("accepted"), 403), ("bob:l", consent("accepted"), 403),
      ("sam:l", consent("accepted", to: "sam"), 403), ("ann:l", takenBack(), 200),
      ("ann:l", takenBack().merging(["choice": text("accepted")]) { $1 }, 403),
      ("ann:l", takenBack().merging(["listID": flag(true)]) { $1 }, 403),
      ("ann:" + long, consent("accepted", to: "ann", long), 403),
    ]
    for (name, fields, expected) in table {
      let status = try await write(
        emulator, "users/sam/consents/" + name, fields, as: .stranger)
      XCTAssertEqual(status, expected, "\(name.prefix(20)) \(fields.description.prefix(200))")
    }
  }

  /// Two pairs of person and list may be one when they are written together.
  func testAnAnswerIsOneToExactlyThatPersonAndList() async throws {
    let emulator = try await emulator()
    try await emulator.wipe()
    try await emulator.write([
      "users/ann/lists/l:x": list("l:x").merging(["updatedAt": time]) { $1 },
      "users/ann/members/l:x:ida": member("ida", "writer", of: "l:x"),
      "users/ida/consents/ann:l:x": [
        "id": text("ann:l:x"), "deleted": flag(false), "user": text("ann:l"),
        "listID": text("x"), "choice": text("accepted"),
      ],
    ])
    let status = try await emulator.status(.get, "users/ann/lists/l:x", as: "ida")
    XCTAssertEqual(status, 403)
  }

  func testWhoIsBlockedCannotInvite() async throws {
    let emulator = try await emulator()
    try await seed(emulator)
    let path = "users/ann/members/l:sam"
    func invite(_ role: String = "reader") async throws -> Int {
      try await write(emulator, path, member("sam", role), as: .owner)
    }
    let before = try await invite()
    XCTAssertEqual(before, 200)
    let block = try await write(
      emulator, "users/sam/consents/ann:", consent("blocked", to: "ann", nil), as: .stranger)
    XCTAssertEqual(block, 200)
    let again = try await invite("writer")
    XCTAssertEqual(again, 403)
    let others = try await write(
      emulator, "users/ann/members/l:tom", member("tom", "reader"), as: .owner)
    XCTAssertEqual(others, 200)
    let removal = try await write(emulator, path, left("sam"), as: .owner)
    XCTAssertEqual(removal, 200, "who is blocked may take the invitation back")
    let unblock = try await write(
      emulator, "users/sam/consents/ann:",
      ["id": text("ann:"), "deleted": flag(true), "user": text("ann")], as: .stranger)
    XCTAssertEqual(unblock, 200)
    let after = try await invite()
    XCTAssertEqual(after, 200)
  }

  func testNothingIsWrittenIntoADeletedListByItsMembers() async throws {
    let emulator = try await emulator()
    try await seed(emulator)
    let gone = try await write(
      emulator, "users/ann/lists/l", ["id": text("l"), "deleted": flag(true)], as: .owner)
    XCTAssertEqual(gone, 200)
    for (name, fields) in [
      ("2", todo("2", in: "l")), ("1", todo("1", in: "l")), ("1", tombstone("1", in: "l")),
    ] {
      let status = try await write(emulator, "users/ann/todos/" + name, fields, as: .writer)
      XCTAssertEqual(status, 403)
      // An edit beats a deletion: the owner's device brings the list back.
      let own = try await write(emulator, "users/ann/todos/" + name, fields, as: .owner)
      XCTAssertEqual(own, 200)
    }
    let seen = try await query(emulator, "todos", where: "listID", "l", as: .writer)
    XCTAssertEqual(seen, 200, "what is there can still be read")
  }

  /// The names that a stranger can put on screen are of bounded length.
  func testTheNameInAnInvitationIsBounded() async throws {
    let emulator = try await emulator()
    try await seed(emulator)
    for (count, expected) in [(0, 200), (1000, 200), (1001, 403)] {
      let fields = member("sam", "reader").merging(
        ["listName": text(String(repeating: "x", count: count))]) { $1 }
      let status = try await write(emulator, "users/ann/members/l:sam", fields, as: .owner)
      XCTAssertEqual(status, expected, "\(count)")
    }
  }

  func testEverybodyFindsOnlyTheirOwnMemberships() async throws {
    let emulator = try await emulator()
    try await seed(emulator)
    for role in Role.allCases {
      for user in ["rita", "sam"] {
        let status = try await groupQuery(emulator, user: user, as: role)
        XCTAssertEqual(status, role.user == user ? 200 : 403, "\(user) as \(role)")
      }
    }
  }

  func testWhatARecordOfAMemberLosesTakesEffectAtOnce() async throws {
    let emulator = try await emulator()
    try await seed(emulator)
    func tick() async throws -> Int {
      try await write(
        emulator, "users/ann/todos/1", ["done": flag(true)], mask: ["done"], as: .writer)
    }
    let before = try await tick()
    XCTAssertEqual(before, 200)
    let path = "users/ann/members/l:will"
    let change = try await write(emulator, path, member("will", "reader"), as: .owner)
    XCTAssertEqual(change, 200)
    let asReader = try await tick()
    XCTAssertEqual(asReader, 403)
    let visible = try await emulator.status(.get, "users/ann/todos/1", as: "will")
    XCTAssertEqual(visible, 200)
    let end = try await write(emulator, path, left("will"), as: .owner)
    XCTAssertEqual(end, 200)
    let gone = try await emulator.status(.get, "users/ann/todos/1", as: "will")
    XCTAssertEqual(gone, 403)
  }

  func testProfilesAreListedByChoiceAndWrittenByTheirOwner() async throws {
    let emulator = try await emulator()
    let all: Fields = ["structuredQuery": ["from": [["collectionId": "users"]]] as Fields]
    let findable: Fields = [
      "structuredQuery": [
        "from": [["collectionId": "users"]],
        "where": [
          "fieldFilter": [
            "field": ["fieldPath": "findable"], "op": "EQUAL", "value": flag(true),
          ]
        ],
      ] as Fields
    ]
    for role in Role.allCases {
      try await seed(emulator)
      let isSignedIn = role != .nobody
      let get = try await emulator.status(.get, "users/ann", as: role.user)
      XCTAssertEqual(get, role == .owner ? 200 : 403, "\(role)")
      let list = try await emulator.status(.post, ":runQuery", body: all, as: role.user)
      XCTAssertEqual(list, 403, "everybody, found or not, is listed to nobody: \(role)")
      let found = try await emulator.status(.post, ":runQuery", body: findable, as: role.user)
      XCTAssertEqual(found, isSignedIn ? 200 : 403, "\(role)")
      let write = try await write(
        emulator, "users/ann", ["username": text("anna")], mask: ["username"], isStamped: false,
        as: role)
      XCTAssertEqual(write, role == .owner ? 200 : 403, "\(role)")
      let delete = try await emulator.status(.delete, "users/ann", as: role.user)
      XCTAssertEqual(delete, 403, "\(role)")
    }
    let shapes: [(Fields, Int)] = [
      (["username": text("")], 403), (["fullname": text("no user name")], 403),
      (["username": text(String(repeating: "x", count: 101))], 403),
      (["username": ["integerValue": "1"]], 403),
      (["username": text("a"), "findable": flag(true)], 200),
      (["username": text("a"), "findable": text("yes")], 403),
      (["username": text("a"), "fullname": ["nullValue": NSNull()]], 200),
      (["username": text("a"), "profileImageUrl": text(String(repeating: "x", count: 2001))], 403),
    ]
    for (fields, expected) in shapes {
      let status = try await write(
        emulator, "users/sam", fields, isStamped: false, as: .stranger)
      XCTAssertEqual(status, expected, "\(fields)")
    }
  }
}

import Basics
import Foundation
import TestSupport
import XCTest

/// Who may read whose profile, judged by the official emulator: people who share a list, who is invited, and nobody
/// else unless the profile says that it may be found.
final class FirestoreProfileRulesTests: XCTestCase {
  private typealias Fields = [String: Any]

  private let base = "projects/demo-optimist/databases/(default)/documents/"
  private let time: Fields = ["timestampValue": "2026-01-01T00:00:00.5Z"]
  /// Ann has the lists `l` and `other`. Will and Rita take part in `l`, Olga in `other`; Fred did, Ida is invited, Dora
  /// has declined, Walt has withdrawn, and Sam has to do with nobody.
  private let people = ["ann", "will", "rita", "olga", "fred", "ida", "dora", "walt", "sam"]

  private func text(_ value: String) -> Fields { ["stringValue": value] }

  private func flag(_ value: Bool) -> Fields { ["booleanValue": value] }

  private func member(_ user: String, of list: String = "l", isDeleted: Bool = false) -> Fields {
    var fields: Fields = [
      "id": text(list + ":" + user), "deleted": flag(isDeleted), "listID": text(list),
      "user": text(user), "updatedAt": time,
    ]
    if !isDeleted { fields["role"] = text("reader") }
    return fields
  }

  private func consent(_ choice: String?, to owner: String = "ann", _ list: String = "l")
    -> Fields
  {
    var fields: Fields = [
      "id": text(owner + ":" + list), "deleted": flag(choice == nil), "user": text(owner),
      "listID": text(list), "updatedAt": time,
    ]
    if let choice { fields["choice"] = text(choice) }
    return fields
  }

  private func seed(_ emulator: FirestoreEmulator) async throws {
    try await emulator.wipe()
    var documents: [String: Fields] = [:]
    for person in people { documents["users/" + person] = ["username": text(person)] }
    for list in ["l", "other"] {
      documents["users/ann/lists/" + list] = [
        "id": text(list), "deleted": flag(false), "name": text(list), "updatedAt": time,
      ]
    }
    for user in ["will", "rita", "ida", "dora", "walt"] {
      documents["users/ann/members/l:" + user] = member(user)
    }
    documents["users/ann/members/l:fred"] = member("fred", isDeleted: true)
    documents["users/ann/members/other:olga"] = member("olga", of: "other")
    for (user, choice) in [
      ("will", "accepted"), ("rita", "accepted"), ("fred", "accepted"), ("sam", "accepted"),
      ("dora", "declined"), ("walt", nil),
    ] as [(String, String?)] {
      documents["users/\(user)/consents/ann:l"] = consent(choice)
    }
    documents["users/olga/consents/ann:other"] = consent("accepted", "other")
    // Sam invites Will, who has not answered, and says of himself what he likes.
    documents["users/sam/members/x:will"] = member("will", of: "x")
    documents["users/sam/members/l:ann"] = member("ann")
    documents["users/sam/members/l:sam"] = member("sam")
    documents["users/sam/consents/sam:l"] = consent("accepted", to: "sam")
    try await emulator.write(documents)
  }

  private func consent(_ choice: String, _ list: String) -> Fields {
    consent(choice, to: "ann", list)
  }

  private func write(
    _ emulator: FirestoreEmulator, _ path: String, _ fields: Fields, as user: String?
  ) async throws -> Int {
    let write: Fields = ["update": ["name": base + path, "fields": fields]]
    return try await emulator.status(.post, ":commit", body: ["writes": [write]], as: user)
  }

  /// Says through which list somebody knows a person, and reads that profile.
  private func read(
    _ emulator: FirestoreEmulator, _ person: String, through owner: String, _ list: String,
    as user: String
  ) async throws -> Int {
    let record = try await write(
      emulator, "users/\(user)/acquaintances/\(person)",
      ["owner": text(owner), "listID": text(list)], as: user)
    XCTAssertEqual(record, 200)
    return try await emulator.status(.get, "users/" + person, as: user)
  }

  func testEverybodyWithEveryProfile() async throws {
    let emulator = try await emulator()
    try await seed(emulator)
    let together: [String: Set<String>] = [
      "ann:l": ["ann", "will", "rita"], "ann:other": ["ann", "olga"],
    ]
    // Whoever is invited, whatever the answer, sees who invites.
    let invited: [String: Set<String>] = [
      "ann:l": ["ida", "dora", "walt"], "sam:x": ["will"], "sam:l": ["ann"],
    ]
    for reader in people {
      for person in people {
        let before = try await emulator.status(.get, "users/" + person, as: reader)
        XCTAssertEqual(before, reader == person ? 200 : 403, "\(person) as \(reader)")
      }
      for person in people where person != reader {
        for (owner, list) in [("ann", "l"), ("ann", "other"), ("sam", "x"), ("sam", "l")] {
          let key = owner + ":" + list
          let isTogether = together[key]?.isSuperset(of: [reader, person]) ?? false
          let isInvited = person == owner && invited[key]?.contains(reader) ?? false
          let status = try await read(emulator, person, through: owner, list, as: reader)
          XCTAssertEqual(
            status, isTogether || isInvited ? 200 : 403,
            "\(person) through \(key) as \(reader)")
        }
      }
    }
    let unsigned = try await emulator.status(.get, "users/ann", as: nil)
    XCTAssertEqual(unsigned, 403)
  }

  /// Each of these ends that two people share a list, and takes effect at once.
  func testWhatEndsThatTwoShareAList() async throws {
    let emulator = try await emulator()
    let changes: [(path: String, fields: Fields, isEndForOwner: Bool)] = [
      ("users/ann/members/l:rita", member("rita", isDeleted: true), true),
      ("users/rita/consents/ann:l", consent(nil), true),
      ("users/ann/members/l:will", member("will", isDeleted: true), false),
      ("users/will/consents/ann:l", consent(nil), false),
      ("users/ann/lists/l", ["id": text("l"), "deleted": flag(true)], true),
    ]
    for change in changes {
      try await seed(emulator)
      for reader in ["will", "ann"] {
        let before = try await read(emulator, "rita", through: "ann", "l", as: reader)
        XCTAssertEqual(before, 200)
      }
      try await emulator.write([change.path: change.fields])
      let member = try await emulator.status(.get, "users/rita", as: "will")
      XCTAssertEqual(member, 403, change.path)
      let owner = try await emulator.status(.get, "users/rita", as: "ann")
      XCTAssertEqual(owner, change.isEndForOwner ? 403 : 200, change.path)
    }
  }

  func testAFindableProfileIsReadByAllWhoSignIn() async throws {
    let emulator = try await emulator()
    try await seed(emulator)
    try await emulator.write(["users/rita": ["username": text("rita"), "findable": flag(true)]])
    for reader in people {
      let status = try await emulator.status(.get, "users/rita", as: reader)
      XCTAssertEqual(status, 200, reader)
    }
    let unsigned = try await emulator.status(.get, "users/rita", as: nil)
    XCTAssertEqual(unsigned, 403)
  }

  /// A guessed ID tells nobody whether there is somebody.
  func testWhetherSomebodyIsThereIsNotTold() async throws {
    let emulator = try await emulator()
    try await seed(emulator)
    for person in ["ann", "nobody"] {
      let status = try await emulator.status(.get, "users/" + person, as: "sam")
      XCTAssertEqual(status, 403)
    }
    let own = try await emulator.status(.get, "users/new", as: "new")
    XCTAssertEqual(own, 404)
    // Who shares a list may have no profile yet.
    try await emulator.erase("users/rita")
    let member = try await read(emulator, "rita", through: "ann", "l", as: "will")
    XCTAssertEqual(member, 404)
  }

  func testAcquaintancesAreTheirOwnersAlone() async throws {
    let emulator = try await emulator()
    try await seed(emulator)
    let path = "users/will/acquaintances/rita"
    let fields: Fields = ["owner": text("ann"), "listID": text("l")]
    for user in people + [nil] {
      let isOwner = user == "will"
      let write = try await write(emulator, path, fields, as: user)
      XCTAssertEqual(write, isOwner ? 200 : 403)
      let get = try await emulator.status(.get, path, as: user)
      XCTAssertEqual(get, isOwner ? 200 : 403)
      let list = try await emulator.status(.get, "users/will/acquaintances", as: user)
      XCTAssertEqual(list, isOwner ? 200 : 403)
    }
    let delete = try await emulator.status(.delete, path, as: "will")
    XCTAssertEqual(delete, 200)
  }

  func testShapesOfAcquaintances() async throws {
    let emulator = try await emulator()
    try await seed(emulator)
    func long(_ count: Int) -> Fields { text(String(repeating: "x", count: count)) }
    let table: [(Fields, Int)] = [
      (["owner": text("ann"), "listID": text("l")], 200), (["owner": text("ann")], 403),
      (["listID": text("l")], 403), (["owner": flag(true), "listID": text("l")], 403),
      (["owner": text("ann"), "listID": flag(true)], 403),
      (["owner": text(""), "listID": text("l")], 403),
      (["owner": text("ann/lists/l"), "listID": text("l")], 403),
      (["owner": text("ann"), "listID": text("l/x/y")], 403),
      (["owner": text("ann"), "listID": text("l"), "more": text("x")], 403),
      (["owner": long(500), "listID": long(1000)], 200),
      (["owner": long(501), "listID": text("l")], 403),
      (["owner": text("ann"), "listID": long(1001)], 403),
    ]
    for (fields, expected) in table {
      let status = try await write(
        emulator, "users/sam/acquaintances/ann", fields, as: "sam")
      XCTAssertEqual(status, expected, "\(fields.description.prefix(200))")
    }
  }

  /// Neither that a list is there nor who takes part in it is told to somebody else.
  func testOfMembersNothingIsToldToStrangers() async throws {
    let emulator = try await emulator()
    try await seed(emulator)
    for user in ["sam", "fred", "ida", nil] {
      for id in ["l:nobody", "l:sam", "none:sam", "none:nobody", "other:sam", "x"] {
        let get = try await emulator.status(.get, "users/ann/members/" + id, as: user)
        XCTAssertEqual(get, 403, "\(id) as \(user ?? "nobody")")
      }
      for list in ["l", "none"] {
        let query: Fields = [
          "from": [["collectionId": "members"]],
          "where": [
            "fieldFilter": [
              "field": ["fieldPath": "listID"], "op": "EQUAL", "value": text(list),
            ]
          ],
        ]
        let found = try await emulator.status(
          .post, "users/ann:runQuery", body: ["structuredQuery": query], as: user)
        XCTAssertEqual(found, 403, "\(list) as \(user ?? "nobody")")
      }
      let all = try await emulator.status(.get, "users/ann/members", as: user)
      XCTAssertEqual(all, 403)
    }
    let owner = try await emulator.status(.get, "users/ann/members/l:nobody", as: "ann")
    XCTAssertEqual(owner, 404)
  }

  func testProfilesAreListedByChoiceAndWrittenByTheirOwner() async throws {
    let rules = SharingRulesFixture(try await emulator())
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
    for role in SharingRulesFixture.Role.allCases {
      try await rules.seed()
      let isSignedIn = role != .nobody
      let get = try await rules.emulator.status(.get, "users/ann", as: role.user)
      XCTAssertEqual(get, role == .owner ? 200 : 403, "\(role)")
      let list = try await rules.emulator.status(.post, ":runQuery", body: all, as: role.user)
      XCTAssertEqual(list, 403, "everybody, found or not, is listed to nobody: \(role)")
      let found = try await rules.emulator.status(.post, ":runQuery", body: findable, as: role.user)
      XCTAssertEqual(found, isSignedIn ? 200 : 403, "\(role)")
      let write = try await rules.write(
        "users/ann", ["username": text("anna")], mask: ["username"], isStamped: false,
        as: role)
      XCTAssertEqual(write, role == .owner ? 200 : 403, "\(role)")
      let delete = try await rules.emulator.status(.delete, "users/ann", as: role.user)
      XCTAssertEqual(delete, 403, "\(role)")
    }
    let shapes: [(Fields, Int)] = [
      (["username": text("")], 403), (["fullname": text("no user name")], 403),
      (["username": text(String(repeating: "x", count: 101))], 403),
      (["username": ["integerValue": "1"]], 403),
      (["username": text("a"), "findable": flag(true)], 200),
      (["username": text("a"), "findable": text("yes")], 403),
      (["username": text("a"), "fullname": ["nullValue": NSNull()]], 200),
      (["username": text("a"), "fullname": text("Ann Lee")], 200),
      (["username": text("a"), "fullname": text("bob@firm.example")], 403),
      (["username": text("a"), "fullname": text("Bob\n\u{FF20}firm")], 403),
      (["username": text("bob@firm.example")], 403),
      (["username": text("a"), "profileImageUrl": text(String(repeating: "x", count: 2001))], 403),
    ]
    for (fields, expected) in shapes {
      let status = try await rules.write("users/sam", fields, isStamped: false, as: .stranger)
      XCTAssertEqual(status, expected, "\(fields)")
    }
  }
}

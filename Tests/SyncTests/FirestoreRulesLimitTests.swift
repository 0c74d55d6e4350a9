import Basics
import Core
import Foundation
import TestSupport
import XCTest

@testable import Sync

/// Every limit of the rules beside that of the application, in one table: what the application lets a person
/// write is taken, and nothing is without a bound.
final class FirestoreRulesLimitTests: XCTestCase {
  private typealias Fields = [String: Any]

  /// A text field with what the application allows and what the rules allow, in characters of one byte.
  private struct Limit {
    let path: String
    let field: String
    let application: Int
    let rules: Int
  }

  private let base = "projects/demo-optimist/databases/(default)/documents/"
  private let time: Fields = ["timestampValue": "2026-01-01T00:00:00.5Z"]

  private func text(_ value: String) -> Fields { ["stringValue": value] }

  private func flag(_ value: Bool) -> Fields { ["booleanValue": value] }

  private let limits: [Limit] = [
    Limit(path: "todos/1", field: "content", application: TodoContent.maximumBytes, rules: 32_768),
    Limit(path: "todos/1", field: "notes", application: TodoContent.maximumBytes, rules: 32_768),
    Limit(
      path: "todos/1", field: "assignee", application: ListMember.maximumUserBytes, rules: 500),
    // Made by the application: a UUID, a key that grows by a letter where many are put between two, the
    // name of a time zone.
    Limit(path: "todos/1", field: "listID", application: 36, rules: 1_500),
    Limit(path: "todos/1", field: "position", application: 200, rules: 1_500),
    Limit(path: "todos/1", field: "alarmZone", application: 64, rules: 100),
    Limit(path: "todos/1", field: "dueZone", application: 64, rules: 100),
    Limit(path: "todos/1", field: "startZone", application: 64, rules: 100),
    Limit(path: "todos/1", field: "remindersAlarm", application: 130, rules: 1_000),
    Limit(path: "todos/1", field: "recurrence", application: 4_096, rules: 4_096),
    Limit(path: "todos/1", field: "parent", application: 36, rules: 1_500),
    Limit(path: "todos/1", field: "url", application: TodoLink.maximumBytes, rules: 2_000),
    Limit(path: "lists/1", field: "colour", application: 7, rules: 100),
    Limit(
      path: "lists/1", field: "emoji", application: ListAppearanceRules.longestEmoji, rules: 64),
    Limit(path: "lists/1", field: "sortOrder", application: 8, rules: 100),
    Limit(path: "lists/1", field: "name", application: ListNaming.maximumBytes, rules: 1_000),
    Limit(path: "lists/1", field: "position", application: 200, rules: 1_500),
    Limit(
      path: "members/l:bob", field: "listName", application: ListNaming.maximumBytes, rules: 1_000),
    Limit(
      path: "", field: "username", application: ProfileProblem.longestUsername, rules: 100),
    Limit(
      path: "", field: "fullname", application: ProfileProblem.longestFullname, rules: 200),
    Limit(
      path: "", field: "profileImageUrl", application: ProfileProblem.longestPictureURL,
      rules: 2_000),
  ]

  private func fields(of path: String) -> Fields {
    switch path.split(separator: "/").first {
    case "todos":
      [
        "id": text("1"), "deleted": flag(false), "listID": text("l"), "content": text("Milk"),
        "alarm": time, "alarmZone": text("UTC"),
      ]
    case "lists": ["id": text("1"), "deleted": flag(false), "name": text("Home")]
    case "members":
      [
        "id": text("l:bob"), "deleted": flag(false), "listID": text("l"), "user": text("bob"),
        "role": text("reader"),
      ]
    case "consents":
      [
        "id": text("bob:l"), "deleted": flag(false), "listID": text("l"), "user": text("bob"),
        "choice": text("accepted"),
      ]
    default: ["username": text("ann")]
    }
  }

  private func write(
    _ emulator: FirestoreEmulator, _ path: String, _ fields: Fields, as user: String = "ann"
  ) async throws -> Int {
    let name = base + "users/ann" + (path.isEmpty ? "" : "/" + path)
    var write: Fields = ["update": ["name": name, "fields": fields]]
    if !path.isEmpty {
      write["updateTransforms"] = [["fieldPath": "updatedAt", "setToServerValue": "REQUEST_TIME"]]
    }
    return try await emulator.status(.post, ":commit", body: ["writes": [write]], as: user)
  }

  func testWhatTheApplicationAllowsIsTakenAndMoreIsNot() async throws {
    let emulator = try await emulator()
    for limit in limits {
      XCTAssertLessThanOrEqual(limit.application, limit.rules, limit.field)
      for (count, expected) in [
        (limit.application, 200), (limit.rules, 200), (limit.rules + 1, 403),
      ] {
        let value = text(String(repeating: "x", count: count))
        let status = try await write(
          emulator, limit.path, fields(of: limit.path).merging([limit.field: value]) { $1 })
        XCTAssertEqual(status, expected, "\(limit.path) \(limit.field) of \(count)")
      }
    }
  }

  private func texts(_ texts: [String]) -> Fields {
    ["arrayValue": ["values": texts.map(text)]]
  }

  func testSetsAreAsLargeAsTheApplicationKeepsThem() async throws {
    let emulator = try await emulator()
    let most = (0..<SetLimits.count).map { "\($0)" }
    let long = (10..<42).map { "\($0)" + String(repeating: "x", count: 1_022) }
    let big = text(String(repeating: "x", count: SetLimits.bytes + 1))
    for field in ["tags", "reminders", "snoozes", "completions"] {
      for (name, value, expected) in [
        ("none", texts([]), 200), ("many", texts(most), 200),
        ("too many", texts(Array(repeating: "", count: 33_270)), 403),
        ("long", texts(long), 200),
        ("too long", texts(long + [String(repeating: "x", count: 501)]), 403),
        ("a text", text("x"), 403),
        ("a map", ["mapValue": ["fields": ["a": big]]], 403),
        ("of maps", ["arrayValue": ["values": [["mapValue": ["fields": ["a": big]]]]]], 403),
        (
          "of bytes",
          ["arrayValue": ["values": [["bytesValue": Data(count: 40_000).base64EncodedString()]]]],
          403
        ),
      ] as [(String, Fields, Int)] {
        let fields = fields(of: "todos/1").merging([field: value]) { $1 }
        let status = try await write(emulator, "todos/1", fields)
        XCTAssertEqual(status, expected, "\(field): \(name)")
      }
      // What another program has put there is no reason to refuse an edit of anything else.
      let old = fields(of: "todos/1").merging([field: big, "url": flag(true)]) { $1 }
      try await emulator.write(["users/ann/todos/1": old])
      let kept = try await write(
        emulator, "todos/1", old.merging(["content": text("Eggs")]) { $1 })
      XCTAssertEqual(kept, 200, field)
      let other = try await write(emulator, "todos/1", old.merging([field: text("x")]) { $1 })
      XCTAssertEqual(other, 403, field)
      try await emulator.erase("users/ann/todos/1")
    }
  }

  /// A request may evaluate a thousand expressions.
  func testAFullDocumentIsNotTooMuchToJudge() async throws {
    let emulator = try await emulator()
    let clock = text("17:00:30")
    var full = fields(of: "todos/1").merging([
      "notes": text("n"), "date": text("2026-12-24"), "dueTime": clock, "dueZone": text("UTC"),
      "startDate": text("2026-12-24"), "startTime": clock, "startZone": text("UTC"),
      "reminders": texts(["a"]), "remindersAlarm": text("a"), "snoozes": texts(["a"]),
      "recurrence": text("a"), "recurrenceFromCompletion": flag(true), "completions": texts(["a"]),
      "parent": text("p"), "tags": texts(["a"]), "url": text("a"), "status": text("cancelled"),
      "done": flag(true), "completedAt": time, "priority": ["integerValue": "9"],
      "assignee": text("bob"), "position": text("a"), "createdAt": time, "modifiedAt": time,
    ]) { $1 }
    // A writer's role is looked up besides.
    try await emulator.write([
      "users/ann/members/l:bob": fields(of: "members").merging(["role": text("writer")]) { $1 },
      "users/bob/consents/ann:l": [
        "id": text("ann:l"), "deleted": flag(false), "listID": text("l"), "user": text("ann"),
        "choice": text("accepted"),
      ], "users/ann/lists/l": ["id": text("l"), "deleted": flag(false), "name": text("Home")],
    ])
    let created = try await write(emulator, "todos/1", full, as: "bob")
    XCTAssertEqual(created, 200, "by a writer")
    for number in 0..<3 { full["new\(number)"] = text("x") }
    // All of this at once is too much only for a writer.
    for (content, user) in [("Eggs", "ann"), ("Tea", "bob")] {
      full["content"] = text(content)
      let status = try await write(emulator, "todos/1", full, as: user)
      XCTAssertEqual(status, 200, "\(content) by \(user)")
    }
    try await emulator.erase("users/ann/todos/1")
    let anew = try await write(emulator, "todos/1", full)
    XCTAssertEqual(anew, 200, "by the owner")
  }

  /// Fields of newer versions are let in, as long as they are few and small.
  func testUnknownFieldsAreSmall() async throws {
    let emulator = try await emulator()
    let big: Fields = text(String(repeating: "x", count: 110_000))
    let values: [(String, Fields, Int)] = [
      ("1000", text(String(repeating: "x", count: 1_000)), 200),
      ("1001", text(String(repeating: "x", count: 1_001)), 403), ("text", big, 403),
      ("bytes", ["bytesValue": Data(count: 9).base64EncodedString()], 403),
      ("list", ["arrayValue": ["values": [big]]], 403),
      ("empty list", ["arrayValue": [:] as Fields], 403),
      ("map", ["mapValue": ["fields": ["a": big]]], 403),
      ("place", ["geoPointValue": ["latitude": 1, "longitude": 1]], 403),
      ("number", ["doubleValue": 1.5], 200), ("flag", flag(true), 200), ("time", time, 200),
      ("null", ["nullValue": NSNull()], 200),
    ]
    for path in ["todos/1", "lists/1", "members/l:bob", "consents/bob:l", ""] {
      for (name, value, expected) in values {
        // Wherever it stands among the others.
        for place in [0, 2] {
          var more = Fields(uniqueKeysWithValues: (0..<3).map { ("new\($0)", text("x")) })
          more["new\(place)"] = value
          let status = try await write(emulator, path, fields(of: path).merging(more) { $1 })
          XCTAssertEqual(status, expected, "\(name) in \(path) as number \(place)")
        }
      }
      // What was there before is no reason to refuse an edit.
      let old: Fields = ["more": ["arrayValue": ["values": [big]]]]
      let document = "users/ann" + (path.isEmpty ? "" : "/" + path)
      try await emulator.write([document: fields(of: path).merging(old) { $1 }])
      let kept = try await write(emulator, path, fields(of: path).merging(old) { $1 })
      XCTAssertEqual(kept, 200, "what another program has put into \(path)")
      let more: Fields = ["more": ["arrayValue": ["values": [big, big]]]]
      let grown = try await write(emulator, path, fields(of: path).merging(more) { $1 })
      XCTAssertEqual(grown, 403, "more of it in \(path)")
      try await emulator.erase(document)
      let long = [String(repeating: "n", count: 301): text("x")]
      let status = try await write(emulator, path, fields(of: path).merging(long) { $1 })
      XCTAssertEqual(status, 403, "a long name in \(path)")
    }
  }

  func testATombstoneHoldsOnlySmallTexts() async throws {
    let emulator = try await emulator()
    let tombstones: [(String, Fields)] = [
      ("todos/1", ["id": text("1"), "deleted": flag(true), "listID": text("l")]),
      ("lists/1", ["id": text("1"), "deleted": flag(true)]),
      (
        "members/l:bob",
        ["id": text("l:bob"), "deleted": flag(true), "listID": text("l"), "user": text("bob")]
      ),
      (
        "consents/bob:l",
        ["id": text("bob:l"), "deleted": flag(true), "listID": text("l"), "user": text("bob")]
      ),
    ]
    for (path, tombstone) in tombstones {
      let plain = try await write(emulator, path, tombstone)
      XCTAssertEqual(plain, 200, path)
      for value in [
        text(String(repeating: "x", count: 1_501)), flag(true), ["integerValue": "1"],
        ["arrayValue": ["values": [text("x")]]], ["mapValue": ["fields": ["a": text("x")]]],
      ] as [Fields] {
        for field in ["listID", "user", "id", "deleted"] where path != "todos/1" || field != "user"
        {
          if field == "deleted", value["booleanValue"] != nil { continue }
          let status = try await write(emulator, path, tombstone.merging([field: value]) { $1 })
          XCTAssertEqual(status, 403, "\(field) in \(path)")
        }
      }
    }
  }

  func testAUserNameIsNoEMailAddress() async throws {
    let emulator = try await emulator()
    for (name, expected) in [
      ("ann", 200), ("ann@example.org", 403), ("@", 403), ("ann\u{FF20}example.org", 403),
      ("a\nb@c", 403), ("안", 200),
    ] {
      let status = try await write(emulator, "", ["username": text(name)])
      XCTAssertEqual(status, expected, name)
      let problem = ProfileProblem(Person(id: "ann", username: name, fullname: ""))
      XCTAssertEqual(problem != nil, expected == 403, name)
    }
  }
}

import Basics
import Core
import Foundation
import TestSupport
import XCTest

@testable import Sync

/// `data/firestore.rules` as delivered, judged by the official emulator.
final class FirestoreRulesTests: XCTestCase {
  private typealias Fields = [String: Any]

  private let base = "projects/demo-optimist/databases/(default)/documents/"
  private let time: Fields = ["timestampValue": "2026-01-01T00:00:00.5Z"]
  private let null: Fields = ["nullValue": NSNull()]

  private func text(_ value: String) -> Fields { ["stringValue": value] }

  private func flag(_ value: Bool) -> Fields { ["booleanValue": value] }

  private var todo: Fields {
    [
      "id": text("1"), "deleted": flag(false), "listID": text("l"), "content": text("Milk"),
      "notes": text("two"), "date": text("2026-02-28"), "alarm": time,
      "alarmZone": text("Asia/Seoul"), "priority": ["integerValue": "1"], "done": flag(true),
      "completedAt": time, "position": text("a"), "createdAt": time, "modifiedAt": time,
    ]
  }

  private var list: Fields {
    [
      "id": text("1"), "deleted": flag(false), "name": text("Shopping"), "position": text("a"),
      "createdAt": time, "modifiedAt": time,
    ]
  }

  private var tombstone: Fields { ["id": text("1"), "deleted": flag(true)] }

  /// The status of a commit with one write.
  private func write(
    _ emulator: FirestoreEmulator, _ path: String, _ fields: Fields, mask: [String]? = nil,
    stamped: Bool = true, as user: String? = "ann"
  ) async throws -> Int {
    var write: Fields = ["update": ["name": base + path, "fields": fields]]
    if let mask { write["updateMask"] = ["fieldPaths": mask] }
    if stamped {
      write["updateTransforms"] = [["fieldPath": "updatedAt", "setToServerValue": "REQUEST_TIME"]]
    }
    return try await emulator.status(.post, ":commit", body: ["writes": [write]], as: user)
  }

  private func stored(_ fields: Fields) -> [String: Any] {
    fields.merging(["updatedAt": time]) { $1 }
  }

  // MARK: Who

  func testEverybodyInEveryTree() async throws {
    let emulator = try await emulator()
    for (collection, live) in [("todos", todo), ("lists", list)] {
      for (owner, user) in [
        ("ann", "ann"), ("bob", "ann"), ("ann", "bob"), ("ann", nil), ("bob", "bob"),
      ] {
        let folder = "users/\(owner)/\(collection)"
        let path = folder + "/1"
        let allowed = owner == user ? 200 : 403
        let query: Fields = ["from": [["collectionId": collection]]]
        let count: Fields = ["structuredQuery": query, "aggregations": [["count": [:] as Fields]]]
        try await emulator.wipe()
        try await emulator.write([path: stored(live)])
        let table: [(String, Int, Int)] = [
          ("get", allowed, try await emulator.status(.get, path, as: user)),
          (
            "batchGet", allowed,
            try await emulator.status(
              .post, ":batchGet", body: ["documents": [base + path, base + folder + "/none"]],
              as: user)
          ),
          ("list", allowed, try await emulator.status(.get, folder, as: user)),
          (
            "query", allowed,
            try await emulator.status(
              .post, "users/\(owner):runQuery", body: ["structuredQuery": query], as: user)
          ),
          (
            "count", allowed,
            try await emulator.status(
              .post, "users/\(owner):runAggregationQuery",
              body: ["structuredAggregationQuery": count], as: user)
          ),
          (
            "create", allowed,
            try await write(
              emulator, folder + "/2", live.merging(["id": text("2")]) { $1 }, as: user)
          ),
          ("update", allowed, try await write(emulator, path, live, as: user)),
          (
            "one field", allowed,
            try await write(
              emulator, path, ["position": text("b")], mask: ["position"], as: user)
          ),
          ("tombstone", allowed, try await write(emulator, path, tombstone, as: user)),
          ("restore", allowed, try await write(emulator, path, live, as: user)),
          ("delete", 403, try await emulator.status(.delete, path, as: user)),
        ]
        for (name, expected, status) in table {
          XCTAssertEqual(
            status, expected, "\(name) of \(collection) of \(owner) by \(user ?? "anybody")")
        }
      }
    }
  }

  func testEverywhereElseIsClosed() async throws {
    let emulator = try await emulator()
    for path in [
      "users/ann/other/1", "users/ann/todos/1/deep/1", "other/1", "todos/1",
      "users/ann/lists/1/todos/1",
    ] {
      try await emulator.write([path: stored(todo)])
      for (name, status) in [
        ("get", try await emulator.status(.get, path, as: "ann")),
        ("write", try await write(emulator, path, todo)),
        ("delete", try await emulator.status(.delete, path, as: "ann")),
      ] { XCTAssertEqual(status, 403, "\(name) \(path)") }
    }
    let group: Fields = ["from": [["collectionId": "todos", "allDescendants": true]]]
    let everybodys = try await emulator.status(
      .post, ":runQuery", body: ["structuredQuery": group], as: "ann")
    XCTAssertEqual(everybodys, 403)
  }

  // MARK: What

  func testShapesThatAreRefused() async throws {
    let emulator = try await emulator()
    let number: Fields = ["integerValue": "1"]
    let table: [(String, Fields?)] = [
      ("id", text("2")), ("id", nil), ("id", number), ("deleted", nil), ("deleted", text("no")),
      ("deleted", null), ("listID", nil), ("listID", text("")), ("listID", number),
      ("listID", text(String(repeating: "x", count: 1501))), ("content", nil),
      ("content", text("")), ("content", null), ("content", number),
      ("content", text(String(repeating: "x", count: 32_769))), ("notes", number),
      ("notes", text(String(repeating: "x", count: 32_769))), ("date", time),
      ("date", text("today")), ("date", text("2026-1-1")), ("date", text("2026-01-01T00:00")),
      ("date", text("")), ("alarm", text("2026-01-01")), ("alarm", number), ("alarmZone", null),
      ("alarmZone", nil), ("alarmZone", number), ("alarmZone", text("")),
      ("alarmZone", text(String(repeating: "x", count: 101))), ("priority", text("1")),
      ("priority", ["integerValue": "10"]), ("priority", ["integerValue": "-1"]),
      ("priority", ["doubleValue": 1.5]), ("done", text("true")), ("done", number),
      ("completedAt", text("2026-01-01")), ("position", text("")), ("position", number),
      ("position", text(String(repeating: "x", count: 1501))), ("createdAt", number),
      ("modifiedAt", text("now")), ("dueTime", text("5 pm")), ("dueTime", time),
      ("dueTime", text("17:00:00Z")), ("startDate", text("2026-1-1")), ("startDate", time),
      ("startTime", text("17")), ("startZone", number), ("dueZone", number),
      ("status", text("done")),
      ("status", flag(true)), ("recurrence", number), ("recurrenceFromCompletion", text("true")),
      ("parent", number), ("url", number), ("remindersAlarm", time), ("tags", text("home")),
    ]
    for (name, value) in table {
      var fields = todo
      fields[name] = value
      let created = try await write(emulator, "users/ann/todos/1", fields)
      XCTAssertEqual(created, 403, "\(name): \(String(describing: value).prefix(60))")
    }
    for (name, value) in [
      ("name", text("")), ("name", number), ("name", nil),
      ("name", text(String(repeating: "x", count: 1001))), ("position", number),
      ("createdAt", text("x")), ("modifiedAt", number), ("deleted", nil), ("id", text("x")),
      ("colour", number), ("emoji", flag(true)), ("sortOrder", time),
    ] as [(String, Fields?)] {
      var fields = list
      fields[name] = value
      let created = try await write(emulator, "users/ann/lists/1", fields)
      XCTAssertEqual(created, 403, "\(name): \(String(describing: value).prefix(60))")
    }
    let document = try await emulator.document("users/ann/todos/1")
    XCTAssertNil(document)
  }

  func testUpdatesAreJudgedByTheirResult() async throws {
    let emulator = try await emulator()
    let path = "users/ann/todos/1"
    try await emulator.write([path: stored(todo)])
    for (fields, mask) in [
      (["content": text("")], ["content"]), ([:], ["content"]), (["id": text("2")], ["id"]),
      (["deleted": flag(true)], ["deleted"]), (["priority": text("1")], ["priority"]),
    ] as [(Fields, [String])] {
      let status = try await write(emulator, path, fields, mask: mask)
      XCTAssertEqual(status, 403, "\(fields)")
    }
    try await emulator.write([path: stored(tombstone)])
    let onTombstone = try await write(
      emulator, path, ["content": text("x")], mask: ["content"])
    XCTAssertEqual(onTombstone, 403)
  }

  func testATombstoneHoldsNothingElse() async throws {
    let emulator = try await emulator()
    for extra in ["content", "notes", "other"] {
      let status = try await write(
        emulator, "users/ann/todos/1", tombstone.merging([extra: text("x")]) { $1 })
      XCTAssertEqual(status, 403, extra)
    }
  }

  func testTheTimeIsTheServers() async throws {
    let emulator = try await emulator()
    for fields in [todo, stored(todo), tombstone, stored(tombstone)] {
      let status = try await write(emulator, "users/ann/todos/1", fields, stamped: false)
      XCTAssertEqual(status, 403)
    }
  }

  func testAFewUnknownFieldsAreAllowed() async throws {
    let emulator = try await emulator()
    for (count, expected) in [(3, 200), (4, 403)] {
      for (collection, live) in [("todos", todo), ("lists", list)] {
        let more = Fields(uniqueKeysWithValues: (0..<count).map { ("new\($0)", text("x")) })
        let status = try await write(
          emulator, "users/ann/\(collection)/1", live.merging(more) { $1 })
        XCTAssertEqual(status, expected, "\(count) in \(collection)")
      }
    }
  }

  // MARK: What the application writes

  func testEverythingTheCodecWritesIsAccepted() async throws {
    let emulator = try await emulator()
    let backend = try FirestoreFixture.backend(emulator)
    let longest = String(repeating: "가", count: TodoContent.maximumBytes / 3)
    let moment = Timestamp(milliseconds: 253_402_300_799_999)
    func reminder(_ moment: Timestamp, _ zone: String) -> FieldValue {
      .set([ExactText(Reminder(Alarm(at: moment, zone: zone)).text)])
    }
    let edges: [RecordFields] = [
      [:], ["content": .string(longest), "notes": .string(longest)],
      ["content": .string(String(repeating: "x", count: TodoContent.maximumBytes))],
      ["notes": .string("")], ["due": .time(CalendarTime(day: .first))],
      ["due": try .time(XCTUnwrap(CalendarTime(iso8601: "9999-12-31")))],
      ["reminders": reminder(moment, "America/Argentina/ComodRivadavia")],
      ["reminders": reminder(Timestamp(milliseconds: -62_135_596_800_000), "UTC")],
      ["priority": .integer(9)], ["status": .string("done"), "completedAt": .timestamp(moment)],
      ["position": .string(String(repeating: "V", count: 1500))],
      [
        "due": try .time(
          XCTUnwrap(CalendarTime(iso8601: "2026-12-24T17:00:30", zone: ZoneName("Asia/Seoul")))),
        "start": try .time(XCTUnwrap(CalendarTime(iso8601: "2026-12-24T00:00"))),
        "recurrence": .recurrence(
          RecurrenceRule(String(repeating: "R", count: 4_096), isFromCompletion: true)),
        "parent": .string("p"), "url": .string("https://example.org"),
        "tags": .set(Set((0..<500).map { ExactText("\($0)") })), "status": .string("cancelled"),
        "snoozes": .set([ExactText(String(repeating: "x", count: SetLimits.bytes))]),
        "completions": .set([ExactText(String(repeating: "가", count: SetLimits.bytes / 3))]),
      ],
    ]
    for (number, edge) in edges.enumerated() {
      let key = FirestoreFixture.key("\(number)")
      let fields = FirestoreFixture.todo.merging(edge) { $1 }
      let first = try await backend.push(FirestoreFixture.change(.create(fields), of: key))
      var second = first
      for (name, value) in fields {
        second = try await backend.push(
          FirestoreFixture.change(.update([name: value]), of: key, replacing: second))
      }
      let deleted = try await backend.push(
        FirestoreFixture.change(.delete, of: key, replacing: second))
      try await backend.push(
        FirestoreFixture.change(.create(fields), of: key, replacing: deleted))
    }
    for name in ["a", String(repeating: "x", count: ListNaming.maximumBytes)] {
      let key = RecordKey(kind: .list, id: "list \(name.count)")
      var fields = FirestoreFixture.list
      fields["name"] = .string(name)
      let first = try await backend.push(FirestoreFixture.change(.create(fields), of: key))
      try await backend.push(FirestoreFixture.change(.delete, of: key, replacing: first))
    }
  }
}

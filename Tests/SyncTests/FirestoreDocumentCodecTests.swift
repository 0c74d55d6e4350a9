import Basics
import Core
import XCTest

@testable import Sync

final class FirestoreDocumentCodecTests: XCTestCase {
  private var codec: FirestoreDocumentCodec {
    get throws {
      FirestoreDocumentCodec(
        paths: FirestorePaths(settings: try FirestoreSettings(project: "demo", user: "ann")))
    }
  }

  private let todo: RecordFields = [
    "listID": .string("l"), "content": .string("우유"), "notes": .string("n"),
    "due": CalendarTime(iso8601: "2026-02-28T17:00", zone: ZoneName("Asia/Seoul"))
      .map(FieldValue.time) ?? .null,
    "start": CalendarTime(iso8601: "2026-02-27").map(FieldValue.time) ?? .null,
    "reminders": .set(["1970-01-01T00:00:01Z Asia/Seoul", "DUE -PT15M"]), "snoozes": .set([]),
    "recurrence": .recurrence(RecurrenceRule("FREQ=DAILY", isFromCompletion: true)),
    "completions": .set([]), "parent": .null, "tags": .set(["home", "우유"]),
    "url": .string("https://example.org"),
    "priority": .integer(3), "assignee": .string("bob"), "status": .string("done"),
    "completedAt": .timestamp(.init(milliseconds: 2)),
    "position": .string("p"), "createdAt": .timestamp(.init(milliseconds: 3)),
    "modifiedAt": .timestamp(.init(milliseconds: 4)),
  ]

  private func change(
    _ operation: PendingChange.Operation, id: String = "1",
    precondition: PendingChange.Precondition = .absent
  ) -> PendingChange {
    PendingChange(
      key: RecordKey(kind: .todo, id: id), account: AccountID(rawValue: "a"), operation: operation,
      precondition: precondition, fields: nil, lastSequence: 1, title: "")
  }

  private func document(_ fields: NamedValues<FirestoreValue>?, name: String? = nil)
    -> FirestoreDocument
  {
    FirestoreDocument(
      name: name ?? "projects/demo/databases/(default)/documents/users/ann/todos/1",
      fields: (fields ?? [:]).map { .init(name: $0.key, value: $0.value) },
      createTime: "2026-01-01T00:00:00Z",
      updateTime: "2026-01-02T00:00:00.5Z", changedAt: nil)
  }

  // MARK: Writing

  func testACreationReplacesTheWholeDocument() throws {
    let write = try codec.write(change(.create(todo)))
    XCTAssertNil(write.updateMask)
    XCTAssertEqual(write.currentDocument, .absent)
    XCTAssertEqual(
      write.update.name, "projects/demo/databases/(default)/documents/users/ann/todos/1")
    XCTAssertEqual(write.updateTransforms.map(\.fieldPath), ["updatedAt"])
    XCTAssertEqual(write.updateTransforms.map(\.setToServerValue), ["REQUEST_TIME"])
    XCTAssertEqual(
      write.update.fields,
      [
        "id": .string("1"), "deleted": .bool(false), "listID": .string("l"),
        "content": .string("우유"), "notes": .string("n"), "date": .string("2026-02-28"),
        "dueTime": .string("17:00"), "dueZone": .string("Asia/Seoul"),
        "startDate": .string("2026-02-27"), "recurrence": .string("FREQ=DAILY"),
        "recurrenceFromCompletion": .bool(true), "tags": .texts(["home", "우유"]),
        "url": .string("https://example.org"), "assignee": .string("bob"),
        "reminders": .texts(["1970-01-01T00:00:01Z Asia/Seoul", "DUE -PT15M"]),
        "remindersAlarm": .string("1970-01-01T00:00:01Z Asia/Seoul"),
        "alarm": .timestamp(.init(milliseconds: 1000)), "alarmZone": .string("Asia/Seoul"),
        "priority": .integer(3), "done": .bool(true),
        "completedAt": .timestamp(.init(milliseconds: 2)), "position": .string("p"),
        "createdAt": .timestamp(.init(milliseconds: 3)),
        "modifiedAt": .timestamp(.init(milliseconds: 4)),
      ])
  }

  func testAnUpdateNamesItsFields() throws {
    let write = try codec.write(
      change(
        .update(["content": .string("x"), "reminders": .set([])]), precondition: .version("v")))
    XCTAssertEqual(
      write.updateMask?.fieldPaths,
      ["alarm", "alarmZone", "content", "deleted", "id", "reminders", "remindersAlarm"])
    XCTAssertEqual(
      write.update.fields,
      [
        "content": .string("x"), "alarm": .null, "alarmZone": .null, "reminders": .null,
        "remindersAlarm": .null, "id": .string("1"),
        "deleted": .bool(false),
      ])
    XCTAssertEqual(write.currentDocument, .updateTime("v"))
  }

  func testADeletionLeavesATombstone() throws {
    let write = try codec.write(change(.delete, precondition: .version("v")))
    XCTAssertNil(write.updateMask)
    XCTAssertEqual(write.update.fields, ["id": .string("1"), "deleted": .bool(true)])
  }

  func testWhatNoDocumentCanHoldIsRefusedHere() throws {
    let codec = try codec
    let outOfRange = RecordFields(uniqueKeysWithValues: [
      ("createdAt", .timestamp(Timestamp(milliseconds: Int64.max)))
    ])
    for change in [
      change(.create(todo), id: "a/b"), change(.create(todo), id: ""),
      change(.delete, id: "__a__"), change(.create(outOfRange)),
    ] {
      XCTAssertThrowsError(try codec.write(change)) {
        XCTAssertEqual(
          $0 as? SyncError, .rejected(status: 400, code: "INVALID_ARGUMENT"))
      }
    }
  }

  func testPreconditions() throws {
    XCTAssertEqual(
      try codec.write(change(.delete, precondition: .absent)).currentDocument, .absent)
    XCTAssertEqual(
      try codec.write(change(.delete, precondition: .version("v"))).currentDocument,
      .updateTime("v"))
    XCTAssertThrowsError(try codec.write(change(.delete, precondition: .unknown))) {
      XCTAssertEqual($0 as? SyncError, .conflict)
    }
  }

  // MARK: Reading

  func testReadsWhatItWrites() throws {
    let written = try codec.write(change(.create(todo))).update.fields
    let record = try codec.record(document(written), kind: .todo)
    XCTAssertEqual(record.key, RecordKey(kind: .todo, id: "1"))
    XCTAssertEqual(
      record.version,
      RecordVersion(tag: "2026-01-02T00:00:00.5Z", ordinal: 1_767_312_000_500_000))
    XCTAssertEqual(record.state, .live(todo))
  }

  func testMissingFieldsReadAsDefaults() throws {
    let expected: RecordFields = [
      "listID": .string("l"), "content": .string("c"), "notes": .string(""), "due": .null,
      "reminders": .set([]), "priority": .integer(0), "assignee": .null, "status": .string("open"),
      "completedAt": .null, "start": .null, "snoozes": .set([]), "recurrence": .null,
      "completions": .set([]), "parent": .null, "tags": .set([]), "url": .null,
      "createdAt": .timestamp(Timestamp(milliseconds: 1_767_225_600_000)),
      "modifiedAt": .timestamp(Timestamp(milliseconds: 1_767_312_000_500)),
    ]
    let minimal: NamedValues<FirestoreValue> = ["listID": .string("l"), "content": .string("c")]
    XCTAssertEqual(try codec.record(document(minimal), kind: .todo).state, .live(expected))
    var nulls = minimal
    for name in [
      "notes", "date", "alarm", "alarmZone", "priority", "assignee", "done", "completedAt",
      "createdAt",
      "modifiedAt", "position", "deleted",
    ] { nulls[name] = .null }
    XCTAssertEqual(try codec.record(document(nulls), kind: .todo).state, .live(expected))
  }

  func testUnusualValues() throws {
    var fields: NamedValues<FirestoreValue> = ["listID": .string("l"), "content": .string("c")]
    fields["priority"] = .integer(12)
    fields["alarm"] = .timestamp(Timestamp(milliseconds: 5))
    fields["colour"] = .other(kind: "arrayValue")
    guard case .live(let read) = try codec.record(document(fields), kind: .todo).state else {
      return XCTFail("not live")
    }
    XCTAssertEqual(read["priority"], .integer(9))
    XCTAssertEqual(read["reminders"], .set(["1970-01-01T00:00:00.005Z UTC"]))
    XCTAssertNil(read["colour"])
  }

  /// What another program has written beyond that stays in the document, as no update names the field.
  func testTheLastMembersOfALargeSetAreRead() throws {
    let tags = (1000..<1700).map { "\($0)" }
    let alarm = Timestamp(milliseconds: 5)
    let fields: NamedValues<FirestoreValue> = [
      "listID": .string("l"), "content": .string("c"), "tags": .texts(tags),
      "reminders": .texts(tags), "alarm": .timestamp(alarm),
      "remindersAlarm": .string("1970-01-01T00:00:00.005Z UTC"),
    ]
    guard case .live(let read) = try codec.record(document(fields), kind: .todo).state else {
      return XCTFail("not live")
    }
    let last = Set(tags.suffix(SetLimits.count).map { ExactText($0) })
    XCTAssertEqual(read["tags"], .set(last))
    XCTAssertEqual(read["reminders"], .set(last))
    let edit = try codec.write(
      change(.update(["content": .string("x")]), precondition: .version("v")))
    XCTAssertEqual(edit.updateMask?.fieldPaths, ["content", "deleted", "id"])
  }

  func testATombstoneNeedsNothingElse() throws {
    XCTAssertEqual(
      try codec.record(document(["deleted": .bool(true)]), kind: .todo).state, .deleted)
  }

  func testATombstoneSaysInWhichListItIs() throws {
    let table: [(FirestoreValue?, ListID?)] = [
      (.string("l"), ListID(rawValue: "l")), (nil, nil), (.null, nil), (.integer(1), nil),
    ]
    for (value, list) in table {
      var fields: NamedValues<FirestoreValue> = ["deleted": .bool(true)]
      fields["listID"] = value
      let record = try codec.record(document(fields), kind: .todo)
      XCTAssertEqual(record.state, .deleted)
      XCTAssertEqual(record.list, list)
    }
    let live = try codec.record(
      document(["listID": .string("l"), "content": .string("c")]), kind: .todo)
    XCTAssertNil(live.list)
  }

  func testFieldsOfTheWrongTypeAreUnreadable() throws {
    let good: NamedValues<FirestoreValue> = ["listID": .string("l"), "content": .string("c")]
    var table: [(String, NamedValues<FirestoreValue>?)] = [
      ("no fields", nil), ("no text", ["listID": .string("l")]),
      ("no list", ["content": .string("c")]),
      ("null text", ["listID": .string("l"), "content": .null]),
      ("text is a number", ["listID": .string("l"), "content": .integer(1)]),
    ]
    let wrong: [(String, FirestoreValue)] = [
      ("notes", .integer(1)), ("date", .timestamp(Timestamp(milliseconds: 0))),
      ("date", .string("2026-02-30")), ("alarm", .string("2026-02-28")), ("alarmZone", .bool(true)),
      ("priority", .string("1")), ("priority", .other(kind: "doubleValue")),
      ("done", .string("true")), ("completedAt", .bool(true)), ("position", .integer(1)),
      ("createdAt", .integer(1)), ("modifiedAt", .string("x")), ("deleted", .string("false")),
    ]
    table += wrong.map { name, value in (name, good.merging([name: value]) { $1 }) }
    for (name, fields) in table {
      let record = try codec.record(document(fields), kind: .todo)
      guard case .unreadable(let detail) = record.state else {
        XCTFail("\(name): \(record.state)")
        continue
      }
      XCTAssertFalse(detail.isEmpty)
      XCTAssertEqual(record.version?.tag, "2026-01-02T00:00:00.5Z")
    }
  }

  func testViolations() throws {
    let good: NamedValues<FirestoreValue> = ["listID": .string("l"), "content": .string("c")]
    let elsewhere = document(good, name: "elsewhere")
    let late = FirestoreDocument(
      name: document(nil).name, fields: document(good).fields, createTime: "2026-01-01T00:00:00Z",
      updateTime: "later", changedAt: nil)
    for document in [elsewhere, late] {
      XCTAssertThrowsError(try codec.record(document, kind: .todo)) {
        guard case .protocolViolation = $0 as? SyncError else { return XCTFail("\($0)") }
      }
    }
  }

  func testOneValueThatMakesNoSenseSpoilsNothingElse() throws {
    let json = """
      {"name":"\(document(nil).name)","createTime":"2026-01-01T00:00:00Z",
      "updateTime":"2026-01-01T00:00:00Z","fields":{"content":{"stringValue":"c"},
      "listID":{"stringValue":"l"},"tags":{"someValue":7},"notes":{"stringValue":7},
      "updatedAt":{"timestampValue":"2026-01-01T00:00:00.123456Z"}}}
      """
    let read = try JSONReader.read(Data(json.utf8)) { (reader) throws(JSONReader.Failure) in
      try FirestoreDocument(&reader)
    }
    let fields = FirestoreFieldReader(fields: read.fields)
    XCTAssertEqual(fields.loose("content"), .string("c"))
    XCTAssertEqual(fields.loose("notes"), .other(kind: "malformed"))
    XCTAssertEqual(read.changedAt, "2026-01-01T00:00:00.123456Z")
    XCTAssertEqual(
      try codec.record(read, kind: .todo).state, .unreadable(detail: "notes is malformed"))
  }

  func testAList() throws {
    let list = FirestoreDocument(
      name: "projects/demo/databases/(default)/documents/users/ann/lists/장보기",
      fields: [
        .init(name: "name", value: .string("Shopping")),
        .init(name: "position", value: .string("a")),
      ],
      createTime: "1970-01-01T00:00:00Z", updateTime: "1970-01-01T00:00:01Z", changedAt: nil)
    let record = try codec.record(list, kind: .list)
    XCTAssertEqual(record.key, RecordKey(kind: .list, id: "장보기"))
    XCTAssertEqual(
      record.state,
      .live([
        "name": .string("Shopping"), "position": .string("a"), "colour": .null, "emoji": .null,
        "sortOrder": .null, "createdAt": .timestamp(Timestamp(milliseconds: 0)),
        "modifiedAt": .timestamp(Timestamp(milliseconds: 1000)),
      ]))
  }
}

import Basics
import Core
import Sync
import TestSupport
import XCTest

/// Sending and reading single records against the official emulator.
final class FirestoreEmulatorTests: XCTestCase {
  private typealias Fixture = FirestoreFixture

  private let key = FirestoreFixture.key("1")
  private let fields = FirestoreFixture.todo

  // MARK: Writing

  func testACreation() async throws {
    let emulator = try await emulator()
    let backend = try Fixture.backend(emulator)
    let version = try await backend.push(Fixture.change(.create(fields)))
    let stored = try await emulator.document("users/ann/todos/1")
    let document = try XCTUnwrap(stored)
    XCTAssertEqual(document["id"], "stringValue:1")
    XCTAssertEqual(document["content"], "stringValue:Milk")
    XCTAssertEqual(document["priority"], "integerValue:0")
    XCTAssertEqual(document["createdAt"], "timestampValue:2026-11-21T03:00:25.165Z")
    XCTAssertEqual(document["date"], "nullValue:")
    XCTAssertEqual(document["alarmZone"], "nullValue:")
    XCTAssertTrue(document["updatedAt"]?.hasPrefix("timestampValue:") ?? false)
    XCTAssertNotNil(version.ordinal)
    let read = try await backend.fetch(key)
    XCTAssertEqual(read, RemoteRecord(key: key, state: .live(fields), version: version))
  }

  func testEveryKindOfFieldComesBack() async throws {
    let emulator = try await emulator()
    let backend = try Fixture.backend(emulator)
    var full = fields
    full["due"] = try .time(
      XCTUnwrap(CalendarTime(iso8601: "2028-02-29T17:00", zone: ZoneName("Asia/Seoul"))))
    full["start"] = try .time(XCTUnwrap(CalendarTime(iso8601: "2028-02-28T09:00:30")))
    let alarm = Alarm(at: Timestamp(milliseconds: 1_800_000_000_123), zone: "Asia/Seoul")
    full["reminders"] = .set([ExactText(Reminder(alarm).text), "START PT0S", "odd"])
    full["snoozes"] = .set(["2028-02-29T00:00:00Z ann odd"])
    full["recurrence"] = .recurrence(RecurrenceRule("FREQ=DAILY", isFromCompletion: true))
    full["completions"] = .set(["2028-02-28 - 2028-02-28T12:00:00Z"])
    full["parent"] = .string("p")
    full["tags"] = .set(["home", "e\u{301}", "é", "a\0"])
    full["url"] = .string("javascript:alert(1)")
    full["priority"] = .integer(9)
    full["status"] = .string("done")
    full["completedAt"] = .timestamp(Timestamp(milliseconds: -1))
    full["content"] = .string("할 일 \"\\\u{1F600}\u{0}\u{2028}\n")
    let version = try await backend.push(Fixture.change(.create(full)))
    let read = try await backend.fetch(key)
    XCTAssertEqual(read, RemoteRecord(key: key, state: .live(full), version: version))
    let page = try await backend.changes(of: .todo, since: nil)
    XCTAssertEqual(page?.records, [read])
  }

  func testAnUpdateKeepsOtherFields() async throws {
    let emulator = try await emulator()
    let backend = try Fixture.backend(emulator)
    let first = try await backend.push(Fixture.change(.create(fields)))
    try await emulator.write([
      "users/ann/todos/2": [
        "id": ["stringValue": "2"], "deleted": ["booleanValue": false],
        "listID": ["stringValue": "l"], "content": ["stringValue": "x"],
        "tags": ["arrayValue": [:]],
      ]
    ])
    let other = Fixture.key("2")
    let second = try await backend.push(
      Fixture.change(
        .update(["content": .string("Oat milk"), "status": .string("done")]), replacing: first))
    XCTAssertTrue(first.isOlder(than: second))
    let foreignVersion = try await backend.fetch(other).version
    try await backend.push(
      Fixture.change(
        .update(["content": .string("y")]), of: other, replacing: XCTUnwrap(foreignVersion)))
    let document = try await emulator.document("users/ann/todos/1")
    XCTAssertEqual(document?["content"], "stringValue:Oat milk")
    XCTAssertEqual(document?["done"], "booleanValue:1")
    XCTAssertEqual(document?["notes"], "stringValue:two")
    let foreign = try await emulator.document("users/ann/todos/2")
    XCTAssertEqual(foreign?["content"], "stringValue:y")
    XCTAssertNotNil(foreign?["tags"])
  }

  func testADeletionLeavesATombstoneAndCanBeUndone() async throws {
    let emulator = try await emulator()
    let backend = try Fixture.backend(emulator)
    let first = try await backend.push(Fixture.change(.create(fields)))
    let deleted = try await backend.push(Fixture.change(.delete, replacing: first))
    let tombstone = try await emulator.document("users/ann/todos/1")
    XCTAssertEqual(tombstone.map { Set($0.keys) }, ["id", "deleted", "updatedAt"])
    let read = try await backend.fetch(key)
    XCTAssertEqual(read, RemoteRecord(key: key, state: .deleted, version: deleted))

    try await backend.push(Fixture.change(.create(fields), replacing: deleted))
    let restored = try await backend.fetch(key)
    XCTAssertEqual(restored.state, .live(fields))
  }

  func testAChangeMadeForAnotherStateIsAConflict() async throws {
    let emulator = try await emulator()
    let backend = try Fixture.backend(emulator)
    let first = try await backend.push(Fixture.change(.create(fields)))
    let second = try await backend.push(
      Fixture.change(.update(["notes": .string("n")]), replacing: first))
    let update = PendingChange.Operation.update(["content": .string("x")])
    for operation in [update, .delete] {
      await assertThrows(SyncError.conflict) {
        try await backend.push(Fixture.change(operation, replacing: first))
      }
    }
    await assertThrows(SyncError.conflict) {
      try await backend.push(Fixture.change(.create(fields)))
    }
    // What these make of the document, the rules do not allow; the reason is another one all the same.
    try await backend.push(Fixture.change(.delete, replacing: second))
    await assertThrows(SyncError.conflict) {
      try await backend.push(Fixture.change(update, replacing: second))
    }
    try await emulator.erase("users/ann/todos/1")
    await assertThrows(SyncError.conflict) {
      try await backend.push(Fixture.change(update, replacing: second))
    }
    let document = try await emulator.document("users/ann/todos/1")
    XCTAssertNil(document)
  }

  func testARefusalThatIsNoConflict() async throws {
    let emulator = try await emulator()
    let backend = try Fixture.backend(emulator)
    let first = try await backend.push(Fixture.change(.create(fields)))
    await assertThrows(SyncError.rejected(status: 403, code: "PERMISSION_DENIED")) {
      try await backend.push(Fixture.change(.update(["content": .string("")]), replacing: first))
    }
  }

  // MARK: Many at once

  func testFiveHundredInOneCommit() async throws {
    let emulator = try await emulator()
    let backend = try Fixture.backend(emulator)
    let ids = (0..<backend.batchLimit).map { "t\($0)" }
    let versions = try await backend.create(ids)
    XCTAssertEqual(versions.count, ids.count)
    let keys = ids.map { Fixture.key($0) }
    let read = try await backend.fetch(keys)
    XCTAssertEqual(read.map(\.key), keys)
    XCTAssertEqual(read.map(\.version), versions)
    let tombstones = try await backend.push(
      zip(keys, versions).map { Fixture.change(.delete, of: $0, replacing: $1) })
    XCTAssertTrue(zip(versions, tombstones).allSatisfy { $0.isOlder(than: $1) })
  }

  func testOneThatDoesNotHoldFailsAll() async throws {
    let emulator = try await emulator()
    let backend = try Fixture.backend(emulator)
    try await backend.create(["7"])
    await assertThrows(SyncError.conflict) {
      try await backend.create((0..<20).map(String.init))
    }
    let read = try await backend.fetch((0..<20).map { Fixture.key("\($0)") })
    XCTAssertEqual(read.filter { $0.state != .absent }.map(\.key.id), ["7"])
  }

  func testNothingToSend() async throws {
    let emulator = try await emulator()
    let versions = try await Fixture.backend(emulator).push([])
    XCTAssertEqual(versions, [])
  }

  func testMoreThanARequestHolds() async throws {
    let emulator = try await emulator()
    let backend = try Fixture.backend(emulator)
    var long = fields
    long["notes"] = .string(String(repeating: "가", count: 10_900))
    let changes = (0..<270).map { Fixture.change(.create(long), of: Fixture.key("\($0)")) }
    await assertThrows(SyncError.rejected(status: 413, code: "TOO_LARGE")) {
      try await backend.push(changes)
    }
    for start in stride(from: 0, to: 270, by: 90) {
      _ = try await backend.push(Array(changes[start..<start + 90]))
    }
    // 9 MB: more than one answer holds.
    let read = try await backend.fetch(changes.map(\.key))
    XCTAssertTrue(read.allSatisfy { $0.state == .live(long) })
    let pages = try await backend.pages(of: .todo)
    XCTAssertEqual(pages.flatMap(\.records).count, 270)
    XCTAssertGreaterThan(pages.count, 1)
  }

  func testATextThatIsTooLongIsRefused() async throws {
    let emulator = try await emulator()
    let backend = try Fixture.backend(emulator)
    for count in [32_769, 500_000, 4_000_000] {
      var huge = fields
      huge["notes"] = .string(String(repeating: "가", count: count))
      let error = await errorThrown(SyncError.self) {
        try await backend.push([Fixture.change(.create(huge))])
      }
      guard case .rejected = error else { return XCTFail("\(String(describing: error))") }
    }
  }

  // MARK: Reading

  func testFetchedInTheOrderAskedFor() async throws {
    let emulator = try await emulator()
    let backend = try Fixture.backend(emulator, pageSize: 2)
    let versions = try await backend.create(["b", "a", "c"])
    try await backend.push(Fixture.change(.delete, of: Fixture.key("c"), replacing: versions[2]))
    try await emulator.write(["users/ann/todos/odd": ["content": ["integerValue": "1"]]])
    let keys =
      ["c", "missing", "a", "odd", "a/b", "b", "a"].map { Fixture.key($0) }
      + [RecordKey(kind: .list, id: "a")]
    let read = try await backend.fetch(keys)
    XCTAssertEqual(read.map(\.key), keys)
    XCTAssertEqual(
      read.map(\.state),
      [
        .deleted, .absent, .live(fields), .unreadable(detail: "content is integerValue"), .absent,
        .live(fields), .live(fields), .absent,
      ])
    XCTAssertEqual(
      read.map { $0.version == nil }, [false, true, false, false, true, false, false, true])
    let nothing = try await backend.fetch([RecordKey]())
    XCTAssertEqual(nothing, [])
  }

  func testIdentifiersOfAllKinds() async throws {
    let emulator = try await emulator()
    let user = "김 %1 (x)?#&+"
    let backend = try Fixture.backend(emulator, user: user)
    let ids = [
      "할 일", "50% off", "a b+c", "(default)", "ㅎ?#&=", "😀", "\u{E000}", "ﬀ", "é", "e\u{301}", "%2F",
      "...", "a", "B", "_", "-",
    ]
    try await backend.create(ids)
    let read = try await backend.fetch(ids.map { Fixture.key($0) })
    XCTAssertEqual(read.map(\.key.id), ids)
    XCTAssertTrue(read.allSatisfy { $0.state == .live(fields) })
    let pages = try await Fixture.backend(emulator, user: user, pageSize: 3).pages(of: .todo)
    XCTAssertEqual(
      pages.flatMap(\.records).map { Array($0.key.id.utf8) },
      ids.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) })
  }

  // MARK: Rules

  func testAnotherUsersTreeIsDenied() async throws {
    let emulator = try await emulator()
    let stranger = try Fixture.backend(emulator, tokens: EmulatorTokenProvider(user: "bob"))
    let denied = SyncError.rejected(status: 403, code: "PERMISSION_DENIED")
    await assertThrows(denied) { try await stranger.push(Fixture.change(.create(fields))) }
    await assertThrows(denied) { try await stranger.fetch(key) }
    await assertThrows(denied) { try await stranger.changes(of: .todo, since: nil) }
    let anonymous = try Fixture.backend(emulator, tokens: AnonymousTokenProvider())
    await assertThrows(denied) { try await anonymous.fetch(key) }
  }

  func testATokenThatIsNoneAsksForAuthentication() async throws {
    struct Garbage: TokenProvider {
      func token() async throws(SyncError) -> String? { "garbage" }
    }
    let emulator = try await emulator()
    let backend = try Fixture.backend(emulator, tokens: Garbage())
    await assertThrows(SyncError.authentication) {
      try await backend.push(Fixture.change(.create(fields)))
    }
  }
}

import Core
import Sync
import TestSupport
import XCTest

/// The backend against the official emulator.
final class FirestoreEmulatorTests: XCTestCase {
  private let account = AccountID(rawValue: "a")
  private let key = RecordKey(kind: .todo, id: "1")

  private let fields: RecordFields = [
    "listID": .string("l"), "content": .string("Milk"), "notes": .string("two"), "date": .null,
    "alarm": .null, "priority": .integer(0), "done": .bool(false), "completedAt": .null,
    "position": .string("a"), "createdAt": .timestamp(Timestamp(milliseconds: 1_795_230_025_165)),
    "modifiedAt": .timestamp(Timestamp(milliseconds: 1_795_230_025_166)),
  ]

  private func backend(
    _ emulator: FirestoreEmulator, host: String? = nil, user: String = "ann",
    tokens: (any TokenProvider)? = nil, pageSize: Int = 300
  ) throws -> FirestoreBackend {
    let settings = try FirestoreSettings(
      project: emulator.project, host: host ?? emulator.host, user: user)
    return FirestoreBackend(
      settings: settings, transport: SoupTransport(), tokens: tokens, pageSize: pageSize)
  }

  private func change(
    _ operation: PendingChange.Operation, of key: RecordKey? = nil
  ) -> PendingChange {
    PendingChange(
      key: key ?? self.key, account: account, operation: operation, fields: nil, lastSequence: 1,
      title: "")
  }

  // MARK: Writing

  func testACreation() async throws {
    let emulator = try await emulator()
    let backend = try backend(emulator)
    let version = try await backend.push(change(.create(fields)), replacing: nil)
    let stored = try await emulator.document("users/ann/todos/1")
    let document = try XCTUnwrap(stored)
    XCTAssertEqual(document["id"], "stringValue:1")
    XCTAssertEqual(document["content"], "stringValue:Milk")
    XCTAssertEqual(document["priority"], "integerValue:0")
    XCTAssertEqual(document["createdAt"], "timestampValue:2026-11-21T03:00:25.165Z")
    XCTAssertEqual(document["date"], "nullValue:")
    XCTAssertEqual(document["alarmZone"], "nullValue:")
    XCTAssertTrue(document["updatedAt"]?.hasPrefix("timestampValue:") ?? false)
    let read = try await backend.fetch(key)
    XCTAssertEqual(read, RemoteRecord(key: key, state: .live(fields), version: version))
  }

  func testEveryKindOfFieldComesBack() async throws {
    let emulator = try await emulator()
    let backend = try backend(emulator)
    var full = fields
    full["date"] = try .day(XCTUnwrap(CalendarDay(iso8601: "2028-02-29")))
    full["alarm"] = .alarm(
      Alarm(at: Timestamp(milliseconds: 1_800_000_000_123), zone: "Asia/Seoul"))
    full["priority"] = .integer(9)
    full["done"] = .bool(true)
    full["completedAt"] = .timestamp(Timestamp(milliseconds: -1))
    full["content"] = .string("할 일 \"\\\u{1F600}\u{0}\u{2028}\n")
    let version = try await backend.push(change(.create(full)), replacing: nil)
    let read = try await backend.fetch(key)
    XCTAssertEqual(read, RemoteRecord(key: key, state: .live(full), version: version))
    let page = try await backend.page(of: .todo, after: nil)
    XCTAssertEqual(page.records, [read].compactMap(\.self))
  }

  func testAnUpdateKeepsOtherFields() async throws {
    let emulator = try await emulator()
    let backend = try backend(emulator)
    let first = try await backend.push(change(.create(fields)), replacing: nil)
    try await emulator.write([
      "users/ann/todos/2": ["content": ["stringValue": "x"], "tags": ["arrayValue": [:]]]
    ])
    let other = RecordKey(kind: .todo, id: "2")
    let second = try await backend.push(
      change(.update(["content": .string("Oat milk"), "done": .bool(true)])), replacing: first)
    XCTAssertNotEqual(first, second)
    _ = try await backend.push(
      change(.update(["content": .string("y")]), of: other), replacing: nil)
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
    let backend = try backend(emulator)
    let first = try await backend.push(change(.create(fields)), replacing: nil)
    let deleted = try await backend.push(change(.delete), replacing: first)
    let tombstone = try await emulator.document("users/ann/todos/1")
    XCTAssertEqual(tombstone.map { Set($0.keys) }, ["id", "deleted", "updatedAt"])
    let read = try await backend.fetch(key)
    XCTAssertEqual(read, RemoteRecord(key: key, state: .deleted, version: deleted))

    _ = try await backend.push(change(.create(fields)), replacing: nil)
    let restored = try await backend.fetch(key)
    XCTAssertEqual(restored?.state, .live(fields))
  }

  func testTwiceTheSameChange() async throws {
    let emulator = try await emulator()
    let backend = try backend(emulator)
    for operation in [
      PendingChange.Operation.create(fields), .update(["content": .string("x")]), .delete,
    ] {
      _ = try await backend.push(change(operation), replacing: nil)
      _ = try await backend.push(change(operation), replacing: nil)
      let page = try await backend.page(of: .todo, after: nil)
      XCTAssertEqual(page.records.count, 1)
    }
  }

  func testAChangeMadeForAnotherStateIsAConflict() async throws {
    let emulator = try await emulator()
    let backend = try backend(emulator)
    let first = try await backend.push(change(.create(fields)), replacing: nil)
    _ = try await backend.push(change(.update(["notes": .string("n")])), replacing: first)
    for operation in [PendingChange.Operation.update(["content": .string("x")]), .delete] {
      await assertThrows(SyncError.conflict) {
        try await backend.push(change(operation), replacing: first)
      }
    }
    try await emulator.erase("users/ann/todos/1")
    await assertThrows(SyncError.conflict) {
      try await backend.push(change(.update(["content": .string("x")])), replacing: first)
    }
    let document = try await emulator.document("users/ann/todos/1")
    XCTAssertNil(document)
  }

  func testAMissingRecord() async throws {
    let emulator = try await emulator()
    let found = try await backend(emulator).fetch(key)
    XCTAssertNil(found)
  }

  func testATextThatIsTooLongIsRefused() async throws {
    let emulator = try await emulator()
    let backend = try backend(emulator)
    var huge = fields
    huge["notes"] = .string(String(repeating: "가", count: 500_000))
    let error = await errorThrown(SyncError.self) {
      try await backend.push(change(.create(huge)), replacing: nil)
    }
    guard case .rejected = error else { return XCTFail("\(String(describing: error))") }
  }

  // MARK: Names

  func testIdentifiersOfAllKinds() async throws {
    let emulator = try await emulator()
    let backend = try backend(emulator, user: "김 %1 (x)?#&+")
    let ids = ["할 일", "50% off", "a b+c", "(default)", "ㅎ?#&=", "😀", "%2F", "..."]
    for id in ids {
      let key = RecordKey(kind: .todo, id: id)
      _ = try await backend.push(change(.create(fields), of: key), replacing: nil)
      let read = try await backend.fetch(key)
      XCTAssertEqual(read?.key, key)
    }
    let page = try await backend.page(of: .todo, after: nil)
    XCTAssertEqual(Set(page.records.map(\.key.id)), Set(ids))
    let paged = try self.backend(emulator, user: "김 %1 (x)?#&+", pageSize: 3)
    var seen: [String] = []
    var token: PageToken?
    repeat {
      let page = try await paged.page(of: .todo, after: token)
      seen += page.records.map(\.key.id)
      token = page.next
    } while token != nil
    XCTAssertEqual(seen, page.records.map(\.key.id))
  }

  // MARK: Rules

  func testAnotherUsersTreeIsDenied() async throws {
    let emulator = try await emulator()
    let stranger = try backend(emulator, tokens: EmulatorTokenProvider(user: "bob"))
    let denied = SyncError.rejected(status: 403, code: "PERMISSION_DENIED")
    await assertThrows(denied) {
      try await stranger.push(change(.create(fields)), replacing: nil)
    }
    await assertThrows(denied) { try await stranger.fetch(key) }
    await assertThrows(denied) { try await stranger.page(of: .todo, after: nil) }
    let anonymous = try backend(emulator, tokens: AnonymousTokenProvider())
    await assertThrows(denied) { try await anonymous.fetch(key) }
  }

  func testATokenThatIsNoneAsksForAuthentication() async throws {
    struct Garbage: TokenProvider {
      func token() async throws(SyncError) -> String? { "garbage" }
    }
    let emulator = try await emulator()
    let backend = try backend(emulator, tokens: Garbage())
    await assertThrows(SyncError.authentication) {
      try await backend.push(change(.create(fields)), replacing: nil)
    }
  }

  // MARK: Pages

  func testAThousandDocuments() async throws {
    let emulator = try await emulator()
    var documents: [String: [String: Any]] = [:]
    for number in 0..<1000 {
      documents["users/ann/todos/t\(number)"] = [
        "content": ["stringValue": "할 일 \(number)"], "listID": ["stringValue": "l"],
      ]
    }
    try await emulator.write(documents)
    let backend = try backend(emulator)
    var seen: Set<String> = []
    var sizes: [Int] = []
    var token: PageToken?
    repeat {
      let page = try await backend.page(of: .todo, after: token)
      sizes.append(page.records.count)
      seen.formUnion(page.records.map(\.key.id))
      token = page.next
    } while token != nil
    XCTAssertEqual(sizes, [300, 300, 300, 100])
    XCTAssertEqual(seen.count, 1000)
  }

  func testAnEmptyCollection() async throws {
    let emulator = try await emulator()
    let page = try await backend(emulator).page(of: .list, after: nil)
    XCTAssertEqual(page, RemotePage(records: [], next: nil))
  }
}

import Basics
import Core
import Foundation
import TestSupport
import XCTest

@testable import Sync

/// Listings, and what changed after them, against the official emulator.
final class FirestoreChangesTests: XCTestCase {
  private typealias Fixture = FirestoreFixture

  func testAnEmptyCollection() async throws {
    let emulator = try await emulator()
    let backend = try Fixture.backend(emulator)
    let pages = try await backend.pages(of: .list)
    XCTAssertEqual(pages.map(\.records), [[]])
    XCTAssertEqual(pages.map(\.isListing), [true])
    let later = try await backend.changes(of: .list, since: pages[0].next)
    XCTAssertEqual(later?.records, [])
    XCTAssertEqual(later?.isListing, false)
  }

  func testAThousandDocuments() async throws {
    let emulator = try await emulator()
    let backend = try Fixture.backend(emulator, pageSize: 300)
    try await emulator.write(
      Dictionary(uniqueKeysWithValues: (0..<1000).map { old("t\($0)", "2026-01-01T00:00:00Z") }))
    let pages = try await backend.pages(of: .todo)
    XCTAssertEqual(pages.map(\.records.count), [300, 300, 300, 100])
    XCTAssertEqual(Set(pages.flatMap(\.records).map(\.key)).count, 1000)
    XCTAssertEqual(pages.map(\.isLast), [false, false, false, true])
  }

  func testAListingTellsTombstones() async throws {
    let emulator = try await emulator()
    let backend = try Fixture.backend(emulator)
    let versions = try await backend.create(["a", "b"])
    let deleted = try await backend.push(
      Fixture.change(.delete, of: Fixture.key("a"), replacing: versions[0]))
    let records = try await backend.pages(of: .todo).flatMap(\.records)
    XCTAssertEqual(
      records,
      [
        RemoteRecord(key: Fixture.key("a"), state: .deleted, version: deleted),
        RemoteRecord(
          key: Fixture.key("b"), state: .live(Fixture.todo), version: versions[1]),
      ])
  }

  func testWhatChangesDuringAListingIsToldAfterIt() async throws {
    let emulator = try await emulator()
    let backend = try Fixture.backend(emulator, pageSize: 2)
    let versions = try await backend.create(["b", "c", "d"])
    let first = try await backend.changes(of: .todo, since: nil)
    let begin = try XCTUnwrap(first)
    XCTAssertEqual(begin.records.map(\.key.id), ["b", "c"])
    // One before the place reached, one that was told.
    try await backend.create(["a"])
    try await backend.push(
      Fixture.change(.delete, of: Fixture.key("b"), replacing: versions[0]))
    let rest = try await backend.pages(of: .todo, since: begin.next)
    XCTAssertEqual(rest.flatMap(\.records).map(\.key.id), ["d"])
    let since = try XCTUnwrap(rest.last?.next)
    let changed = try await backend.pages(of: .todo, since: since).flatMap(\.records)
    XCTAssertEqual(changed.first { $0.key.id == "b" }?.state, .deleted)
    XCTAssertEqual(changed.first { $0.key.id == "a" }?.state, .live(Fixture.todo))
  }

  /// A document as it was written long ago, so that it is not within the lookback.
  private func old(_ id: String, _ time: String) -> (String, [String: Any]) {
    (
      "users/ann/todos/\(id)",
      [
        "content": ["stringValue": id], "listID": ["stringValue": "l"],
        "updatedAt": ["timestampValue": time],
      ]
    )
  }

  private func changed(_ backend: FirestoreBackend, since time: String) async throws -> [String] {
    let cursor = SyncCursor(token: #"{"since":"\#(time)"}"#)
    return try await backend.pages(of: .todo, since: cursor).flatMap(\.records).map(\.key.id)
  }

  func testChangesAreToldFromTwoMinutesBefore() async throws {
    let emulator = try await emulator()
    let backend = try Fixture.backend(emulator)
    try await emulator.write(
      Dictionary(uniqueKeysWithValues: [
        old("a", "2026-01-01T00:00:00Z"), old("b", "2026-01-01T00:07:59.999999Z"),
        old("c", "2026-01-01T00:08:00Z"), old("d", "2026-01-01T00:10:00Z"),
        old("e", "2026-01-01T00:11:00Z"),
      ]))
    let told = try await changed(backend, since: "2026-01-01T00:10:00Z")
    XCTAssertEqual(told, ["c", "d", "e"])
  }

  /// Where much changed it is not read again each time, but once when nothing can come late any more.
  func testMomentsWithManyChangesAreReadAgainOnce() async throws {
    let emulator = try await emulator()
    let backend = try Fixture.backend(emulator)
    try await emulator.write(
      Dictionary(uniqueKeysWithValues: [
        old("a", "2026-01-01T00:07:59Z"), old("b", "2026-01-01T00:08:00Z"),
        old("c", "2026-01-01T00:10:00Z"),
      ]))
    // It was early at the last round and is late by now: what is new, then all of it once more.
    let early = SyncCursor(
      token: #"{"since":"2026-01-01T00:10:00Z","unsure":"2026-01-01T00:08:00Z"}"#)
    let pages = try await backend.pages(of: .todo, since: early)
    XCTAssertEqual(pages.map { $0.records.map(\.key.id) }, [["c"], ["b", "c"]])
    XCTAssertEqual(pages.last?.next.token.contains("unsure"), false, "forgotten then")
    // It was late at the last round already.
    let late = SyncCursor(
      token: #"{"since":"2026-01-01T00:12:00Z","unsure":"2026-01-01T00:08:00Z"}"#)
    let rest = try await backend.pages(of: .todo, since: late)
    XCTAssertEqual(rest.map { $0.records.map(\.key.id) }, [["b", "c"]])
  }

  func testMomentsWithManyChangesAreLeftAloneAtFirst() async throws {
    let emulator = try await emulator()
    let backend = try Fixture.backend(emulator)
    let now = Timestamp(Date())
    func text(_ seconds: Int) throws -> String {
      try XCTUnwrap(RFC3339.format(now.adding(.seconds(seconds))))
    }
    try await emulator.write(
      Dictionary(uniqueKeysWithValues: [old("a", try text(-150)), old("b", try text(-30))]))
    let token = #"{"since":"\#(try text(-60))","unsure":"\#(try text(-180))"}"#
    let pages = try await backend.pages(of: .todo, since: SyncCursor(token: token))
    XCTAssertEqual(pages.map { $0.records.map(\.key.id) }, [["b"]])
    let isKept = pages.last?.next.token.contains(#""unsure":"\#(try text(-180))""#)
    XCTAssertEqual(isKept, true)
  }

  func testTheCursorMovesWithTheServersTimeAndNeverBack() async throws {
    let emulator = try await emulator()
    let backend = try Fixture.backend(emulator)
    try await emulator.write(
      Dictionary(uniqueKeysWithValues: [old("a", "2026-01-01T00:00:00Z")]))
    let past = SyncCursor(token: #"{"since":"2025-01-01T00:00:00Z"}"#)
    let page = try await backend.changes(of: .todo, since: past)
    XCTAssertEqual(page?.records.map(\.key.id), ["a"])
    let next = try XCTUnwrap(page?.next)
    let again = try await backend.changes(of: .todo, since: next)
    XCTAssertEqual(again?.records, [], "what was told is not told for ever")
    let future = SyncCursor(token: #"{"since":"9000-01-01T00:00:00Z"}"#)
    let none = try await backend.changes(of: .todo, since: future)
    XCTAssertNil(none, "a time that is to come was never the server's: all is read again")
  }

  func testADocumentFromTheFutureHidesNothing() async throws {
    let emulator = try await emulator()
    let backend = try Fixture.backend(emulator)
    try await emulator.write(
      Dictionary(uniqueKeysWithValues: [old("future", "9000-01-01T00:00:00Z")]))
    let listed = try await backend.pages(of: .todo)
    var cursor = try XCTUnwrap(listed.last?.next)
    for id in ["a", "b"] {
      try await backend.create([id])
      let pages = try await backend.pages(of: .todo, since: cursor)
      XCTAssertTrue(pages.flatMap(\.records).map(\.key.id).contains(id))
      cursor = try XCTUnwrap(pages.last?.next)
    }
  }

  func testManyOfTheSameMoment() async throws {
    let emulator = try await emulator()
    let backend = try Fixture.backend(emulator, pageSize: 70)
    let ids = (0..<500).map { "t\($0)" }
    let moment = "2026-01-01T00:00:00.123Z"
    try await emulator.write(
      Dictionary(
        uniqueKeysWithValues: ids.map { old($0, moment) } + [old("a", "2026-01-01T00:00:01Z")]))
    let cursor = SyncCursor(token: #"{"since":"\#(moment)"}"#)
    let pages = try await backend.pages(of: .todo, since: cursor)
    XCTAssertEqual(pages.map(\.records.count), [70, 70, 70, 70, 70, 70, 70, 11])
    XCTAssertEqual(pages.flatMap(\.records).map(\.key.id), ids.sorted() + ["a"])
    XCTAssertTrue(pages.allSatisfy { !$0.isListing && $0.total == nil })
  }

  func testMicrosecondsAreNotLostBetweenPages() async throws {
    let emulator = try await emulator()
    let backend = try Fixture.backend(emulator, pageSize: 1)
    try await emulator.write(
      Dictionary(
        uniqueKeysWithValues: (0..<5).map { old("\(9 - $0)", "2026-01-01T00:00:00.00012\($0)Z") }))
    let told = try await changed(backend, since: "2026-01-01T00:00:00Z")
    XCTAssertEqual(told, ["9", "8", "7", "6", "5"])
  }

  func testAnUnreadableDocumentDoesNotStandInTheWay() async throws {
    let emulator = try await emulator()
    let backend = try Fixture.backend(emulator)
    try await backend.create(["a", "c"])
    try await emulator.write([
      "users/ann/todos/b": [
        "content": ["integerValue": "1"], "updatedAt": ["timestampValue": "2026-01-01T00:00:00Z"],
      ]
    ])
    let listed = try await backend.pages(of: .todo).flatMap(\.records)
    let changed = try await backend.pages(
      of: .todo, since: SyncCursor(token: #"{"since":"2026-01-01T00:00:00Z"}"#)
    ).flatMap(\.records)
    XCTAssertEqual(listed.map(\.key.id), ["a", "b", "c"])
    XCTAssertEqual(changed.map(\.key.id), ["b", "a", "c"])
    for records in [listed, changed] {
      let odd = records.first { $0.key.id == "b" }
      XCTAssertEqual(odd?.state, .unreadable(detail: "content is integerValue"))
      XCTAssertNotNil(odd?.version)
    }
  }

  func testACursorThatIsNoneBeginsAnew() async throws {
    let emulator = try await emulator()
    let backend = try Fixture.backend(emulator)
    for token in [
      "", "x", "{}", "[]", #"{"since":"yesterday"}"#, #"{"since":7}"#, #"{"listing":{}}"#,
      #"{"listing":{"after":"a"}}"#,
      #"{"listing":{"after":"a/b","startedAt":"2026-01-01T00:00:00Z"}}"#,
      #"{"since":"2026-01-01T00:00:00Z","after":{"time":"x","id":"a"}}"#,
      #"{"since":"2026-01-01T00:00:00Z","limit":0}"#,
    ] {
      let page = try await backend.changes(of: .todo, since: SyncCursor(token: token))
      XCTAssertNil(page, token)
    }
  }
}

import TestSupport
import XCTest

@testable import Core

/// How far the first download has come, and what of it could not be read.
final class DownloadTests: XCTestCase {
  private func records(_ range: Range<Int>) -> [RemoteRecord] {
    range.map { .live(.todo("r\($0)"), MergeCase.sampleTodo.fields, 1) }
  }

  func testGrowsWithEachPageAndEndsWithTheLast() async throws {
    let (bench, account) = try await Bench.connected()
    var summary = try await bench.store.syncSummary(of: account)
    XCTAssertNil(summary.download)
    let pages: [(ChangePage, SyncSummary.Download?)] = [
      (
        .listing(records(0..<3), next: "1", isLast: false, total: 7),
        .init(received: 3, expected: 7)
      ),
      (.listing(records(3..<6), next: "2", isLast: false), .init(received: 6, expected: 7)),
      (.listing(records(6..<7), next: "3"), nil),
    ]
    for (page, expected) in pages {
      try await bench.store.apply(page, of: .todo, from: account)
      summary = try await bench.store.syncSummary(of: account)
      XCTAssertEqual(summary.download, expected)
    }
  }

  /// Pages are asked for ahead: one that another process has overtaken would leave out what lies between.
  func testAPageIsMergedOnlyWhereItWasAskedFor() async throws {
    let (bench, account) = try await Bench.connected()
    try await bench.store.apply(
      .listing(records(0..<3), next: "1", isLast: false), of: .todo, from: account)
    let place = try await bench.store.syncCursor(of: .todo, of: account)
    try await bench.store.apply(
      .listing(records(3..<6), next: "2", isLast: false), of: .todo, from: account)
    let late = try await bench.store.apply(
      .listing(records(6..<7), next: "3"), of: .todo, from: account, askedSince: place)
    XCTAssertNil(late)
    let cursor = try await bench.store.syncCursor(of: .todo, of: account)
    XCTAssertEqual(cursor?.token, "2")
    let left = try await bench.store.todo(TodoID(rawValue: "r6"))
    XCTAssertNil(left)
  }

  func testAServerThatDoesNotCount() async throws {
    let (bench, account) = try await Bench.connected()
    try await bench.store.apply(
      .listing(records(0..<3), next: "1", isLast: false), of: .todo, from: account)
    let summary = try await bench.store.syncSummary(of: account)
    XCTAssertNil(summary.download)
  }

  /// The server has fewer than it had counted at the beginning.
  func testEndsWhenAllWasRead() async throws {
    let (bench, account) = try await Bench.connected()
    try await bench.store.apply(.listing(records(0..<3), total: 5), of: .todo, from: account)
    bench.clock.advance(by: 5)
    try await bench.store.noteSync(of: account)
    let summary = try await bench.store.syncSummary(of: account)
    XCTAssertNil(summary.download)
    XCTAssertEqual(summary.lastSyncAt, bench.clock.now)
  }

  func testListsAreNotCountedAsTodos() async throws {
    let (bench, account) = try await Bench.connected()
    try await bench.store.apply(
      .listing([.live(.list("l"), MergeCase.sampleList.fields, 1)], total: 1), of: .list,
      from: account)
    try await bench.store.apply(
      .listing(records(0..<2), next: "1", isLast: false, total: 4), of: .todo, from: account)
    let summary = try await bench.store.syncSummary(of: account)
    XCTAssertEqual(summary.download, .init(received: 2, expected: 4))
  }

  func testAnotherListingCountsAnew() async throws {
    let (bench, account) = try await Bench.connected()
    try await bench.store.apply(
      .listing(records(0..<3), next: "1", isLast: false, total: 7), of: .todo, from: account)
    try await bench.store.forgetCursors(of: account)
    try await bench.store.apply(
      .listing(records(0..<1), next: "1", isLast: false, total: 5), of: .todo, from: account)
    let summary = try await bench.store.syncSummary(of: account)
    XCTAssertEqual(summary.download, .init(received: 1, expected: 5))
  }

  func testWhatCannotBeReadIsCountedOverAllPages() async throws {
    let (bench, account) = try await Bench.connected()
    try await bench.store.apply(.listing([.unreadable(.list("a"))]), of: .list, from: account)
    try await bench.store.apply(
      .listing([.unreadable(.todo("b"))] + records(0..<2), next: "1", isLast: false), of: .todo,
      from: account)
    try await bench.store.apply(
      .listing([.unreadable(.todo("c"))]), of: .todo, from: account)
    try await bench.store.noteSync(of: account)
    let summary = try await bench.store.syncSummary(of: account)
    XCTAssertEqual(summary.unreadable, 3)
  }

  func testWhatCanBeReadAgainIsNotCountedAnyMore() async throws {
    let (bench, account) = try await Bench.connected()
    try await bench.store.apply(.listing([.unreadable(.todo("b"))]), of: .todo, from: account)
    try await bench.store.forgetCursors(of: account)
    for kind in RecordKind.allCases {
      try await bench.store.apply(.listing(), of: kind, from: account)
    }
    let summary = try await bench.store.syncSummary(of: account)
    XCTAssertEqual(summary.unreadable, 0)
  }
}

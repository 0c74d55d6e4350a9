import Basics
import Core
import Foundation
import Sync
import TestSupport
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class SyncRunTests: XCTestCase {
  @MainActor
  private func run(_ it: SyncServiceFixture) -> SyncRun {
    SyncRun(store: it.bench.store, clock: it.bench.time) { SimulatedBackend(it.server($0)) }
  }

  @MainActor
  func testEveryAccountIsBroughtUpToDate() async throws {
    let it = try await SyncServiceFixture()
    try await it.addEverywhere()
    var reports = try await run(it).syncEverything()
    XCTAssertEqual(reports.map(\.account), [it.ann, it.bob])
    XCTAssertEqual(reports.map(\.sent), [2, 2])
    XCTAssertEqual(reports.map(\.status), [.done, .done])
    XCTAssertEqual(it.titles(on: it.ann), ["list a", "to-do a"])
    XCTAssertEqual(it.titles(on: it.bob), ["list b", "to-do b"])
    reports = try await run(it).syncEverything()
    XCTAssertEqual(reports.map(\.lines), [["Up to date"], ["Up to date"]])
  }

  @MainActor
  func testOneServerThatIsAwayIsToldAlone() async throws {
    let it = try await SyncServiceFixture()
    try await it.addEverywhere()
    it.server(it.ann).fail(.transient(cause: .unreachable, retryAfter: .seconds(60)))
    let reports = try await run(it).syncEverything()
    XCTAssertEqual(reports.map(\.status), [.unavailable, .done])
    XCTAssertEqual(reports[0].lines.first, "The server cannot be reached.")
    XCTAssertEqual(it.titles(on: it.bob), ["list b", "to-do b"])
  }

  @MainActor
  func testAnExplicitSyncSendsWhatWasQuarantined() async throws {
    let it = try await SyncServiceFixture()
    try await it.addEverywhere()
    try await it.bench.store.holdUnsentChanges(of: it.ann.id)
    try await run(it).sendWaiting()
    XCTAssertEqual(it.titles(on: it.ann), [], "it waits for an answer of the user")
    XCTAssertEqual(it.titles(on: it.bob), ["list b", "to-do b"])
    let reports = try await run(it).syncEverything()
    XCTAssertEqual(reports[0].sent, 2)
    XCTAssertEqual(it.titles(on: it.ann), ["list a", "to-do a"])
  }

  @MainActor
  func testAnExchangeReceivesAndLeavesWhatWaitsForAnAnswer() async throws {
    let it = try await SyncServiceFixture()
    try await it.addEverywhere()
    try await it.bench.store.holdUnsentChanges(of: it.ann.id)
    it.server(it.ann).write(RecordKey(kind: .list, id: "theirs"), ["name": .string("theirs")])
    try await run(it).exchange()
    XCTAssertEqual(it.titles(on: it.ann), ["theirs"], "the rest waits for an answer of the user")
    XCTAssertEqual(it.titles(on: it.bob), ["list b", "to-do b"])
    let lists = try await it.bench.store.lists().map(\.name)
    XCTAssertEqual(Set(lists), ["list a", "list b", "theirs"])
  }

  @MainActor
  func testNamesThatDifferInTheirBytesOnlyAreTwo() async throws {
    let it = try await SyncServiceFixture()
    for id in ["caf\u{E9}", "cafe\u{301}"] {
      it.server(it.ann).edit(RecordKey(kind: .list, id: id), ["name": .string(id)])
      it.server(it.ann).edit(
        RecordKey(kind: .todo, id: id), ["content": .string(id), "listID": .string(id)])
    }
    let reports = try await run(it).syncEverything()
    XCTAssertEqual(reports.map(\.received), [4, 0])
    let lists = try await it.bench.store.lists()
    XCTAssertEqual(Set(lists.map(\.id)).count, 2)
  }

  @MainActor
  func testWhatCannotBeReadIsCounted() async throws {
    let it = try await SyncServiceFixture()
    let page = ChangePage(
      records: [
        RemoteRecord(
          key: RecordKey(kind: .todo, id: "x\u{1B}"),
          state: .unreadable(detail: "notes is mapValue"),
          version: nil)
      ], next: SyncCursor(token: "0"), isLast: true, isListing: false)
    try await it.bench.store.apply(page, of: .todo, from: it.ann.id)
    let summary = try await it.bench.store.syncSummary(of: it.ann.id)
    let unreadable = try await it.bench.store.unreadableRecords(of: it.ann.id)
    let record = AccountRecord(it.ann, [summary], unreadable: unreadable)
    XCTAssertEqual(
      record.lines(now: it.bench.store.now).suffix(2),
      [
        "1 record on the server could not be read and was left as it is.",
        "  To-do x : notes is mapValue",
      ])
    let json = String(decoding: try JSONEncoder().encode(record), as: UTF8.self)
    XCTAssertTrue(json.contains("\"unreadable\":1"), json)
  }

  @MainActor
  func testInTheBackgroundTheServerIsNotRead() async throws {
    let it = try await SyncServiceFixture()
    try await it.addEverywhere()
    try await run(it).sendWaiting()
    XCTAssertFalse(it.server(it.ann).calls.contains(.changes(.list)))
    try await it.isSent()
  }

  @MainActor
  func testTheBackgroundGivesUpAtTheFirstFailure() async throws {
    let it = try await SyncServiceFixture()
    try await it.addEverywhere()
    it.setOffline(true)
    try await run(it).sendWaiting()
    let waiting = try await it.waiting(it.ann)
    XCTAssertEqual(waiting, 2)
  }

  @MainActor
  func testAPauseThatTheServerAskedForHolds() async throws {
    let it = try await SyncServiceFixture()
    try await it.addEverywhere()
    it.server(it.ann).fail(.transient(cause: .unavailable(status: 429), retryAfter: .seconds(600)))
    _ = try await run(it).syncEverything()
    it.server(it.ann).fail(nil)
    let calls = it.server(it.ann).calls.count
    it.bench.time.advance(by: .seconds(599))
    try await run(it).sendWaiting()
    let reports = try await run(it).syncEverything()
    XCTAssertEqual(it.server(it.ann).calls.count, calls, "it is left alone")
    XCTAssertEqual(reports.map(\.status), [.unavailable, .done])
    let retry = try await it.bench.store.accountRetry(of: it.ann.id)
    let end = try XCTUnwrap(retry?.notBefore)
    XCTAssertEqual(reports[0].lines.last, SyncReport.pause(until: end))
    it.bench.time.advance(by: .seconds(2))
    let later = try await run(it).syncEverything()
    XCTAssertEqual(later.map(\.status), [.done, .done])
    XCTAssertEqual(it.titles(on: it.ann), ["list a", "to-do a"])
  }

  /// A proxy may ask for one, too.
  @MainActor
  func testAPauseThatTheServerDidNotAskForHoldsNobodyBack() async throws {
    let it = try await SyncServiceFixture()
    try await it.addEverywhere()
    it.server(it.ann).fail(
      .transient(cause: .intermediary(status: 503), retryAfter: .seconds(300)))
    let first = try await run(it).syncEverything()
    XCTAssertEqual(first.map(\.status), [.unavailable, .done])
    XCTAssertEqual(first[0].lines.count, 1, "\(first[0].lines)")
    let retry = try await it.bench.store.accountRetry(of: it.ann.id)
    XCTAssertEqual(retry?.isAsked, false)
    XCTAssertEqual(
      retry?.notBefore,
      Timestamp(milliseconds: it.bench.time.now().milliseconds + 300_000), "rounds of its own wait")
    it.server(it.ann).fail(nil)
    let second = try await run(it).syncEverything()
    XCTAssertEqual(second.map(\.status), [.done, .done])
    XCTAssertEqual(it.titles(on: it.ann), ["list a", "to-do a"])
  }

  @MainActor
  func testAPauseOfOurOwnEndsWithTheCommand() async throws {
    let it = try await SyncServiceFixture()
    try await it.addEverywhere()
    let end = Timestamp(milliseconds: it.bench.time.now().milliseconds + 600_000)
    try await it.bench.store.setAccountRetry(
      SyncRetry(attempts: 1, notBefore: end, problem: .unavailable(status: 503)), of: it.ann.id)
    let reports = try await run(it).syncEverything()
    XCTAssertEqual(reports.map(\.status), [.done, .done])
  }

  /// Such as a list of which the server takes no more for a while.
  @MainActor
  func testWhatCannotBeSentNowIsNotTriedAgainAndAgain() async throws {
    let it = try await SyncServiceFixture()
    try await it.addEverywhere()
    it.server(it.ann).fail(.postponed(.tooManyNewLists))
    let isDone = await Deadline.run(within: .seconds(60)) { @MainActor in
      try? await self.run(it).sendWaiting()
      return true
    }
    XCTAssertEqual(isDone, true)
    XCTAssertEqual(it.titles(on: it.bob), ["list b", "to-do b"])
  }

  @MainActor
  func testAMoveToAnotherAccountIsSentWhole() async throws {
    let it = try await SyncServiceFixture()
    let todos = try await it.addEverywhere()
    try await run(it).sendWaiting()
    try await it.bench.store.move([todos[0].id], to: todos[1].listID)
    try await run(it).sendWaiting()
    XCTAssertEqual(it.titles(on: it.bob), ["list b", "to-do a", "to-do b"])
    XCTAssertEqual(it.titles(on: it.ann), ["list a"], "it is not at both")
    let waiting = try await it.waiting(it.ann)
    XCTAssertEqual(waiting, 0)
  }
}

import Core
import Sync
import TestSupport
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class SyncServiceUnsentChangesTests: XCTestCase {
  private static let refusal = SyncError.rejected(status: 403, code: "NO")

  /// Two accounts with two records each that an earlier run did not send.
  @MainActor
  private static func unsentOfLastSession() async throws -> (SyncServiceFixture, [Todo]) {
    let it = try await SyncServiceFixture()
    return (it, try await it.addEverywhere())
  }

  @MainActor
  func testNothingIsUnsentChangesAtFirst() async throws {
    let it = try await SyncServiceFixture()
    let count = try await it.start()
    XCTAssertEqual(count, 0)
    await it.end()
  }

  @MainActor
  func testItIsQuarantinedWhileServersAreRead() async throws {
    let (it, _) = try await Self.unsentOfLastSession()
    it.server(it.ann).write(RecordKey(kind: .list, id: "theirs"), ["name": .string("theirs")])
    let count = try await it.start()
    XCTAssertEqual(count, 4)
    XCTAssertEqual(it.titles(on: it.ann), ["theirs"])
    let theirs = try await it.bench.store.syncBase(
      for: RecordKey(kind: .list, id: "theirs"), of: it.ann.id)
    XCTAssertNotNil(theirs, "reading goes on")
    try await it.bench.store.addList(named: "new", to: .account(it.ann.id))
    await eventually("an edit of this run") { it.titles(on: it.ann) == ["new", "theirs"] }
    let held = try await it.unsentOfLastSession(it.ann)
    XCTAssertEqual(held, 2)
    await it.end()
  }

  @MainActor
  func testTheSettingSendsItSilently() async throws {
    let (it, _) = try await Self.unsentOfLastSession()
    let count = try await it.start(savesUnsentChanges: true)
    XCTAssertEqual(count, 0)
    try await it.isSent()
    XCTAssertEqual(it.titles(on: it.bob), ["list b", "to-do b"])
    await it.end()
  }

  @MainActor
  func testSave() async throws {
    let (it, _) = try await Self.unsentOfLastSession()
    _ = try await it.start()
    let failure = await it.service.saveUnsentChanges()
    XCTAssertNil(failure)
    XCTAssertEqual(it.titles(on: it.ann), ["list a", "to-do a"])
    XCTAssertEqual(it.titles(on: it.bob), ["list b", "to-do b"])
    await it.end()
  }

  @MainActor
  func testSaveThatFailsHoldsItBackAgain() async throws {
    let (it, _) = try await Self.unsentOfLastSession()
    it.setOffline(true)
    _ = await it.service.start(savesUnsentChanges: false)
    await eventually("the engines") { it.service.accountSyncs.count == 2 }
    for _ in 0..<2 {
      let failure = await it.service.saveUnsentChanges()
      XCTAssertEqual(
        failure,
        UnsentChangesFailure(reason: .problem(.unreachable, title: nil), remaining: 4))
      let held = try await it.unsentOfLastSession(it.bob)
      XCTAssertEqual(held, 2, "later means later")
    }
    it.setOffline(false)
    let failure = await it.service.saveUnsentChanges()
    XCTAssertNil(failure)
    try await it.isSent()
    await it.end()
  }

  @MainActor
  func testARefusalIsNamed() async throws {
    let (it, todos) = try await Self.unsentOfLastSession()
    it.server(it.bob).refuse(todos[1].key, with: Self.refusal)
    _ = try await it.start()
    let failure = await it.service.saveUnsentChanges()
    XCTAssertEqual(
      failure,
      UnsentChangesFailure(
        reason: .problem(.refused(status: 403, code: "NO"), title: "to-do b"), remaining: 1))
    XCTAssertEqual(it.titles(on: it.ann), ["list a", "to-do a"], "the others are saved")
    it.server(it.bob).refuse(todos[1].key, with: nil)
    let second = await it.service.saveUnsentChanges()
    XCTAssertNil(second)
    try await it.isSent()
    await it.end()
  }

  @MainActor
  func testAnEditOfThisRunIsNotQuarantinedByATryThatFails() async throws {
    let (it, _) = try await Self.unsentOfLastSession()
    it.setOffline(true)
    _ = await it.service.start(savesUnsentChanges: false)
    await eventually("the engines") { it.service.accountSyncs.count == 2 }
    try await it.bench.store.addList(named: "new", to: .account(it.ann.id))
    let failure = await it.service.saveUnsentChanges()
    XCTAssertEqual(failure?.remaining, 4)
    it.setOffline(false)
    it.service.networkDidChange()
    await eventually("the edit") { it.titles(on: it.ann).contains("new") }
    await it.end()
  }

  @MainActor
  func testDiscard() async throws {
    let (it, todos) = try await Self.unsentOfLastSession()
    _ = try await it.start()
    try await it.service.discardUnsentChanges()
    for account in [it.ann, it.bob] {
      let waiting = try await it.waiting(account)
      XCTAssertEqual(waiting, 0)
      XCTAssertEqual(it.titles(on: account), [])
    }
    let trash = try await it.bench.store.trash()
    XCTAssertEqual(Set(trash.map(\.title)), ["list a", "list b"])
    XCTAssertEqual(trash.map(\.todoCount), [1, 1], "with \(todos.map(\.content))")
    await it.end()
  }

  @MainActor
  func testSyncNowSendsIt() async throws {
    let (it, _) = try await Self.unsentOfLastSession()
    _ = try await it.start()
    it.service.syncNow()
    try await it.isSent()
    await it.end()
  }

  @MainActor
  func testRetrySendsIt() async throws {
    let (it, todos) = try await Self.unsentOfLastSession()
    _ = try await it.start()
    for (todo, account) in zip(todos, [it.ann, it.bob]) {
      it.service.retry(todo.key, of: account.id)
    }
    try await it.isSent()
    await it.end()
  }
}

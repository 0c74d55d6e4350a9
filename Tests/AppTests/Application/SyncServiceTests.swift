import Core
import Sync
import TestSupport
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class SyncServiceTests: XCTestCase {
  @MainActor
  func testAQueueGoesToItsOwnServerOnly() async throws {
    let it = try await SyncServiceFixture.started()
    try await it.addEverywhere()
    try await it.isSent()
    XCTAssertEqual(it.titles(on: it.ann), ["list a", "to-do a"])
    XCTAssertEqual(it.titles(on: it.bob), ["list b", "to-do b"])
    XCTAssertEqual(it.made, [it.ann, it.bob], "one way to the server each")
    await it.end()
  }

  @MainActor
  func testOneServerThatIsAwayDoesNotKeepTheOther() async throws {
    let it = try await SyncServiceFixture.started()
    it.server(it.ann).fail(.transient(cause: .unreachable, retryAfter: .seconds(60)))
    try await it.addEverywhere()
    await eventually("the other queue") { it.titles(on: it.bob) == ["list b", "to-do b"] }
    XCTAssertEqual(it.titles(on: it.ann), [])
    it.server(it.ann).fail(nil)
    it.service.networkDidChange()
    try await it.isSent()
    await it.end()
  }

  @MainActor
  func testAnEditAsksNothingOfAnotherAccountsServer() async throws {
    let it = try await SyncServiceFixture.started()
    let todos = try await it.addEverywhere()
    try await it.isSent()
    await it.isIdle()
    it.server(it.ann).fail(.transient(cause: .unreachable, retryAfter: .seconds(60)))
    let before = it.server(it.ann).calls.count
    try await it.bench.store.setDone(todos[0].id, true)
    // What is written comes back as news, which is asked for too: the failed try is the one that sends.
    await eventually("a failed try") {
      it.server(it.ann).calls.dropFirst(before).contains {
        if case .push = $0 { true } else { false }
      }
    }
    await it.isIdle()
    let calls = it.server(it.ann).calls
    for count in 1...5 {
      try await it.bench.add("another \(count)", to: todos[1].listID)
      await eventually("the edit") { it.titles(on: it.bob).count == count + 2 }
    }
    XCTAssertEqual(it.server(it.ann).calls, calls)
    await it.end()
  }

  @MainActor
  func testWhatAServerLostIsSentAgain() async throws {
    let it = try await SyncServiceFixture.started()
    try await it.addEverywhere()
    try await it.isSent()
    let server = it.server(it.ann)
    let lost = try XCTUnwrap(server.records.keys.first { $0.kind == .todo })
    server.erase(lost)
    it.service.syncNow()
    await eventually("it is there again") { server.records[lost] != nil }
    await it.end()
  }

  @MainActor
  func testAccountsComeAndGo() async throws {
    let it = try await SyncServiceFixture.started()
    let cid = try Account.sample(user: "cid")
    try await it.bench.store.connect(cid, isAdopting: false)
    try await it.bench.store.addList(named: "list c", to: .account(cid.id))
    await eventually("the third account") { it.titles(on: cid) == ["list c"] }
    try await it.bench.store.disconnect(it.bob.id)
    await eventually("its end") { it.service.accountSyncs.map(\.account) == [it.ann, cid] }
    let calls = it.server(it.bob).calls.count
    try await it.bench.store.addList(named: "list a")
    it.service.syncNow()
    await eventually("the round") { it.titles(on: it.ann) == ["list a"] }
    XCTAssertEqual(it.server(it.bob).calls.count, calls)
    await it.end()
  }

  @MainActor
  func testANewSignInMakesANewWayToTheServer() async throws {
    let it = try await SyncServiceFixture.started()
    guard case .firestore(let settings) = it.ann.service else { return }
    let identity = try XCTUnwrap(Self.identity)
    let signedIn = Account(
      firestore: settings, signIn: SignIn(email: "ann@example.org", identity: identity))
    try await it.bench.store.connect(signedIn)
    it.service.syncNow()
    await eventually("another backend") { it.made.last == signedIn }
    XCTAssertEqual(it.service.accountSyncs.map(\.account), [signedIn, it.bob])
    await it.end()
  }

  private static var identity: IdentitySettings? {
    try? IdentitySettings(apiKey: "key")
  }

  @MainActor
  func testLookingReadsAgainOnlyWhenThatIsSomeTimeAgo() async throws {
    let it = try await SyncServiceFixture.started()
    let pulls = it.pulls(it.ann)
    it.service.windowDidGetFocus()
    try await it.exchange()
    XCTAssertEqual(it.pulls(it.ann), pulls)
    it.bench.time.advance(by: .seconds(31))
    it.service.windowDidGetFocus()
    await eventually("another pull") { it.pulls(it.ann) > pulls }
    await it.end()
  }

  @MainActor
  func testLookingShortensTheTimeToTheNextPoll() async throws {
    let it = try await SyncServiceFixture.started()
    let time = it.bench.time
    await eventually("the polls wait") { time.sleeperCount == 2 }
    XCTAssertFalse(time.slept.contains(.seconds(60)))
    it.service.windowDidGetFocus()
    await eventually("they come sooner") { time.slept.count { $0 == .seconds(60) } >= 2 }
    await it.end()
  }

  @MainActor
  func testActivityBeginsAndEnds() async throws {
    let it = try await SyncServiceFixture.started()
    let log = ActivityLog(it.service)
    it.server(it.ann).plan([.hang])
    try await it.bench.store.addList(named: "list a", to: .account(it.ann.id))
    await eventually("it is at work") { it.service.busyAccounts == [it.ann.id] }
    await it.end()
    XCTAssertEqual(it.service.busyAccounts, [])
    XCTAssertTrue(log.states.contains([it.ann.id]))
  }

  @MainActor
  private final class ActivityLog {
    private(set) var states: [Set<AccountID>] = []
    private var observation: AnyObject?

    init(_ service: SyncService) {
      observation = service.observeActivity { [weak self, weak service] in
        if let service { self?.states.append(service.busyAccounts) }
      }
    }
  }

  @MainActor
  func testResyncListsEverythingAgain() async throws {
    let it = try await SyncServiceFixture.started()
    try await it.addEverywhere()
    try await it.isSent()
    let before = try await it.bench.store.syncCursor(of: .todo, of: it.ann.id)
    XCTAssertNotNil(before)
    let calls = it.server(it.ann).calls.count
    it.service.resyncEverything()
    await eventually("the listing") {
      it.server(it.ann).calls.dropFirst(calls).contains(.changes(.todo))
    }
    await it.isIdle()
    let after = try await it.bench.store.syncCursor(of: .todo, of: it.ann.id)
    XCTAssertNotNil(after)
    XCTAssertEqual(it.titles(on: it.ann), ["list a", "to-do a"])
    await it.end()
  }

  @MainActor
  func testRetryAndDiscardAreOfTheRightAccount() async throws {
    let it = try await SyncServiceFixture.started()
    try await it.addEverywhere()
    try await it.isSent()
    let list = try await it.bench.store.addList(named: "other", to: .account(it.bob.id))
    let key = RecordKey(kind: .list, id: list.id.rawValue)
    it.server(it.bob).refuse(key, with: .rejected(status: 403, code: "NO"))
    it.service.syncNow()
    try await Self.waits(it, quarantined: 1)
    it.server(it.bob).refuse(key, with: nil)
    it.service.retry(key, of: it.bob.id)
    try await it.isSent()
    XCTAssertEqual(it.titles(on: it.bob), ["list b", "other", "to-do b"])
    try await it.bench.store.renameList(list.id, to: "refused")
    try await it.service.discard(key, of: it.bob.id)
    try await it.isSent()
    await it.end()
  }

  @MainActor
  private static func waits(_ it: SyncServiceFixture, quarantined: Int) async throws {
    let isQuarantined = try await eventually {
      try await it.bench.store.syncSummary(of: it.bob.id).quarantined.count == quarantined
    }
    XCTAssertTrue(isQuarantined)
  }

  // MARK: The end

  @MainActor
  func testWhatWaitsIsSentAtTheEnd() async throws {
    let it = try await SyncServiceFixture.started()
    try await it.addEverywhere()
    try await it.isSent()
    try await it.bench.store.addList(named: "last words", to: .account(it.ann.id))
    await it.service.stop(within: .seconds(3))
    XCTAssertTrue(it.titles(on: it.ann).contains("last words"))
  }

  @MainActor
  func testTheEndDoesNotWaitForAServerThatIsAway() async throws {
    let it = try await SyncServiceFixture()
    it.setOffline(true)
    _ = await it.service.start(savesUnsentChanges: false)
    await eventually("the first tries") { !it.server(it.bob).calls.isEmpty }
    try await it.addEverywhere()
    await it.isIdle()
    let start = ContinuousClock.now
    await it.service.stop(within: .seconds(3))
    XCTAssertLessThan(ContinuousClock.now - start, .seconds(2))
    let waiting = try await it.waiting(it.ann)
    XCTAssertEqual(waiting, 2, "nothing is lost")
  }

  @MainActor
  func testTheEndIsBounded() async throws {
    let it = try await SyncServiceFixture.started()
    try await it.exchange()
    it.server(it.ann).chooseFaults { _ in .hang }
    try await it.bench.store.addList(named: "last words", to: .account(it.ann.id))
    let start = ContinuousClock.now
    await it.service.stop(within: .milliseconds(300))
    XCTAssertLessThan(ContinuousClock.now - start, .seconds(2))
    let waiting = try await it.waiting(it.ann)
    XCTAssertEqual(waiting, 1)
  }

  @MainActor
  func testTheEndNeedNotWait() async throws {
    let it = try await SyncServiceFixture.started()
    try await it.exchange()
    it.server(it.ann).chooseFaults { _ in .hang }
    try await it.bench.store.addList(named: "last words", to: .account(it.ann.id))
    let start = ContinuousClock.now
    let end = Task { await it.service.stop(within: .seconds(60)) }
    await eventually("it waits for the server") { it.service.endWaiting != nil }
    it.service.stopWaiting()
    await end.value
    XCTAssertLessThan(ContinuousClock.now - start, .seconds(30))
    let waiting = try await it.waiting(it.ann)
    XCTAssertEqual(waiting, 1, "it is on disk and goes with the next start")
  }

  @MainActor
  func testAfterASleepServersAreReadOnce() async throws {
    let it = try await SyncServiceFixture.started()
    let pulls = it.pulls(it.ann)
    let start = ContinuousClock.now
    it.service.clockDidJump()
    await eventually("another pull") { it.pulls(it.ann) > pulls }
    it.service.clockDidJump()
    let isSoon = ContinuousClock.now - start < .seconds(2)
    try await it.exchange()
    if isSoon { XCTAssertEqual(it.pulls(it.ann), pulls + 1, "it was read a moment ago") }
    await it.end()
  }

  @MainActor
  func testAMoveIsSentWholeAtTheEnd() async throws {
    let it = try await SyncServiceFixture.started()
    let todos = try await it.addEverywhere()
    try await it.isSent()
    await it.isIdle()
    try await it.bench.store.move([todos[0].id], to: todos[1].listID)
    await it.service.stop(within: .seconds(3))
    XCTAssertEqual(it.titles(on: it.ann), ["list a"])
    let waiting = try await it.waiting(it.ann)
    XCTAssertEqual(waiting, 0)
  }
}

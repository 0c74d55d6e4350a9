import Core
import Synchronization
import XCTest

@testable import Service

/// Fails commits as a full disk does.
private final class Disk: Sendable {
  let isFull = Mutex(false)

  init(of store: TodoStore) {
    store.aroundCommits(
      before: { [self] () throws(StoreError) in
        if isFull.withLock({ $0 }) { throw .diskFull }
      }, after: {})
  }
}

/// Reminders on a full disk, without a network, and while the clock is wrong.
final class ReminderFailureTests: XCTestCase {
  @MainActor
  func testWhatAButtonDidIsSent() async throws {
    let it = try ReminderServiceFixture()
    try await it.add("Milk", in: 60)
    await it.pass(60)
    let first = try XCTUnwrap(it.notifier.shown.first?.reminder)
    await it.service.didChooseSnooze(first, .tenMinutes)
    XCTAssertEqual(it.notifier.sent, 0, "there is no server")
    try await it.store.connect(Account.sample())
    await it.pass(600)
    let second = try XCTUnwrap(it.notifier.shown.last?.reminder)
    await it.service.didChooseDone(second)
    XCTAssertEqual(it.notifier.sent, 1)
  }

  @MainActor
  func testAButtonThatFailsSaysSo() async throws {
    let it = try ReminderServiceFixture()
    let milk = try await it.add("Milk", in: 60)
    await it.pass(60)
    let notice = try XCTUnwrap(it.notifier.shown.first)
    let reminder = try XCTUnwrap(notice.reminder)
    let disk = Disk(of: it.store)
    disk.isFull.withLock { $0 = true }
    await it.service.didChooseDone(reminder)
    XCTAssertEqual(it.notifier.titles, ["Milk", "Milk"])
    XCTAssertEqual(it.notifier.shown.last?.id, notice.id)
    XCTAssertEqual(it.notifier.shown.last?.reminder, reminder)
    let body = try XCTUnwrap(it.notifier.shown.last?.body)
    XCTAssertTrue(body.hasPrefix("The disk is full"), body)
    disk.isFull.withLock { $0 = false }
    await it.service.didChooseDone(reminder)
    let todo = try await it.store.todo(milk)
    XCTAssertEqual(todo?.status, .done)
  }

  @MainActor
  func testWhatIsClaimedIsShownAlsoIfTheNextWriteFails() async throws {
    let it = try ReminderServiceFixture()
    let milk = try await it.add("Milk", in: 60)
    try await it.add("Eggs", in: 120)
    await it.pass(60)
    let disk = Disk(of: it.store)
    // What rings is claimed by then.
    it.notifier.onWithdraw = { disk.isFull.withLock { $0 = true } }
    it.time.advance(by: .seconds(60))
    try await it.store.setDone(milk, true)
    it.service.refresh()
    await it.service.waitUntilIdle()
    XCTAssertEqual(it.notifier.titles, ["Milk"])
    it.notifier.onWithdraw = {}
    disk.isFull.withLock { $0 = false }
    await it.pass(60)
    XCTAssertEqual(it.notifier.titles, ["Milk", "Eggs"])
  }

  @MainActor
  func testWhatIsShownDoesNotRingAgainWhileTheDiskIsFull() async throws {
    let it = try ReminderServiceFixture()
    try await it.add("Milk", in: 60)
    let disk = Disk(of: it.store)
    it.notifier.onShow = { disk.isFull.withLock { $0 = true } }
    for _ in 1...3 { await it.pass(60) }
    disk.isFull.withLock { $0 = false }
    await it.pass(60)
    XCTAssertEqual(it.notifier.titles, ["Milk"])
    it.restart()
    await it.pass(60)
    XCTAssertEqual(it.notifier.titles, ["Milk"])
  }

  /// As after another system has kept local time in the computer's clock, until the network sets it.
  @MainActor
  func testWhatRangWhileTheClockWasAheadRingsAtItsTime() async throws {
    let it = try ReminderServiceFixture()
    try await it.add("Milk", in: 6 * 3600)
    await it.pass(9 * 3600)
    let early = try XCTUnwrap(it.notifier.shown.first)
    await it.pass(-9 * 3600)
    XCTAssertEqual(it.notifier.withdrawn, [early.id])
    XCTAssertEqual(it.service.isWaiting, true)
    await it.pass(6 * 3600)
    XCTAssertEqual(it.notifier.titles, ["Milk", "Milk"])
    await it.pass(1)
    XCTAssertEqual(it.notifier.titles.count, 2)
  }
}

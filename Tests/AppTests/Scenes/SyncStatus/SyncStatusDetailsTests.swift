import Basics
import TestSupport
import XCTest

@testable import App
@testable import Command
@testable import Core
@testable import Platform
@testable import Service
@testable import Toolkit

final class SyncStatusDetailsTests: XCTestCase {
  @MainActor
  func testTheButtonTellsHowThingsStand() async throws {
    let sync = try await SyncStatusFixture()
    await sync.shows(.upToDate, "Up to date")
    let todo = try await sync.bench.add("milk")
    await sync.shows(.waiting, "2 changes waiting")
    try await sync.round(ended: .unreachable)
    await sync.shows(.offline, "Offline: 2 changes waiting")
    try await sync.round(ended: .unavailable(status: 503))
    await sync.shows(.problem, "Problem with synchronization: 2 changes waiting")
    try await sync.round(ended: nil)
    try await sync.refuse(todo)
    await sync.shows(.problem, "Problem with synchronization: 2 changes waiting")
    try await sync.refuse(todo, nil)
    try await sync.sendAll()
    await sync.shows(.upToDate, "Up to date")
    try await sync.bench.store.disconnect(sync.account.id)
    await sync.shows(.local, "Lists are on this computer only")
    XCTAssertEqual(sync.state.sections, [])
  }

  @MainActor
  func testSyncingIsToldOnlyWhileItLasts() async throws {
    let sync = try await SyncStatusFixture()
    await sync.shows(.upToDate, "Up to date")
    let bob = try await sync.bench.connect(user: "bob")
    await eventually("both accounts") { sync.state.sections.count == 2 }
    sync.bench.sync.busyAccounts = [sync.account.id]
    sync.bench.sync.busyAccounts = []
    sync.bench.sync.busyAccounts = [bob.id]
    await sync.shows(.syncing, "Syncing")
    XCTAssertEqual(sync.state.sections.last?.status, "Syncing…")
    XCTAssertFalse(
      sync.view.states.contains { $0.sections.first?.status == "Syncing…" },
      "a moment is not worth a word")
    sync.bench.sync.busyAccounts = [sync.account.id]
    await eventually("the word") { sync.section?.status == "Syncing…" }
    try await sync.bench.add("milk")
    await eventually("the number") {
      sync.section?.status == "Syncing: 2 changes waiting"
    }
    sync.bench.sync.busyAccounts = []
    await sync.shows(.waiting, "2 changes waiting")
  }

  @MainActor
  func testItemsAreReadOnlyForWhoLooks() async throws {
    let sync = try await SyncStatusFixture()
    let milk = try await sync.bench.add("milk")
    try await sync.refuse(milk)
    try await sync.hasSeenAll()
    XCTAssertEqual(sync.section?.items, [])
    sync.presenter.didOpen()
    await eventually("the items") { sync.section?.items.count == 2 }
    let items = try XCTUnwrap(sync.section?.items)
    XCTAssertEqual(items.map(\.mark), [.quarantined, .waiting])
    XCTAssertEqual(items.map(\.canDecide), [true, true])
    XCTAssertEqual(items[0].id, milk.key)
    XCTAssertEqual(items[0].title, "milk")
    XCTAssertEqual(items[0].detail, ErrorText.reason(SyncStatusFixture.refusal))
    XCTAssertEqual(items[1].detail, "Waiting to be sent")
    XCTAssertNil(sync.section?.more)
    sync.presenter.didClose()
    XCTAssertEqual(sync.section?.items, [])
    try await sync.bench.add("bread")
    await eventually("the next state") { sync.state.button.label.contains("3 changes") }
    XCTAssertEqual(sync.section?.items, [])
  }

  @MainActor
  func testAChangeOnItsWayAndOneFromLastTime() async throws {
    let sync = try await SyncStatusFixture()
    try await sync.bench.add("tea")
    try await sync.sendAll()
    let milk = try await sync.bench.add("milk")
    try await sync.bench.add("soup")
    let store = sync.bench.store
    _ = try await store.holdUnsentChanges(of: sync.account.id)
    let bread = try await sync.bench.add("bread")
    _ = try await store.beginPush([bread.key], of: sync.account.id)
    sync.presenter.didOpen()
    await eventually("the items") { sync.section?.items.count == 3 }
    let items = try XCTUnwrap(sync.section?.items)
    XCTAssertEqual(items.first { $0.id == milk.key }?.mark, .unsentOfLastSession)
    XCTAssertEqual(items.first { $0.id == milk.key }?.canDecide, true)
    XCTAssertEqual(items.first { $0.id == bread.key }?.mark, .sending)
    XCTAssertEqual(items.first { $0.id == bread.key }?.canDecide, false)
    XCTAssertEqual(
      sync.section?.details, ["2 of them are from last time and are sent when you say so."])
    sync.presenter.didClose()
  }

  @MainActor
  func testWhatIsTooMuchIsCounted() async throws {
    let sync = try await SyncStatusFixture()
    for number in 0..<(SyncStatusInfo.itemLimit + 4) { try await sync.bench.add("\(number)") }
    sync.presenter.didOpen()
    await eventually("the items") { sync.section?.more == "and 5 more" }
    XCTAssertEqual(sync.section?.items.count, SyncStatusInfo.itemLimit)
    sync.presenter.didClose()
  }

  @MainActor
  func testWhenItWasLastSynced() async throws {
    let sync = try await SyncStatusFixture()
    await sync.shows(.upToDate, "Up to date")
    XCTAssertEqual(sync.section?.lastSync, "Not synced yet")
    XCTAssertNil(sync.section?.lastSyncInFull)
    try await sync.bench.store.noteSync(of: sync.account.id)
    await eventually("the moment") { sync.section?.lastSync == "Last synced just now" }
    for (pause, text) in [
      (Duration.seconds(60), "Last synced 1 minute ago"),
      (.seconds(58 * 60), "Last synced 59 minutes ago"),
      (.seconds(60), "Last synced 1 hour ago"), (.seconds(22 * 3600), "Last synced 23 hours ago"),
    ] {
      sync.bench.time.advance(by: pause)
      // Somebody looks again.
      sync.presenter.didOpen()
      XCTAssertEqual(sync.section?.lastSync, text)
      sync.presenter.didClose()
    }
    sync.bench.time.advance(by: .seconds(3600))
    sync.presenter.didOpen()
    let moment = try XCTUnwrap(sync.section?.lastSync)
    XCTAssertTrue(moment.hasPrefix("Last synced: "), moment)
    XCTAssertNotNil(sync.section?.lastSyncInFull)
    sync.presenter.didClose()
  }

  @MainActor
  func testTheFirstDownload() async throws {
    let sync = try await SyncStatusFixture()
    let id = sync.account.id
    for (total, text) in [(150, nil), (400, "Receiving: 0 of 400 to-dos")] as [(Int, String?)] {
      try await sync.bench.store.forgetCursors(of: id)
      let page = ChangePage(
        records: [], next: SyncCursor(token: "a\(total)"), isLast: false, isListing: true,
        total: total)
      try await sync.bench.store.apply(page, of: .todo, from: id)
      try await sync.hasSeenAll()
      XCTAssertEqual(sync.section?.download?.text, text)
    }
    XCTAssertEqual(sync.section?.download?.fraction, 0)
    try await sync.bench.store.noteSync(of: id)
    await eventually("the end") { sync.section?.download == nil }
  }

  @MainActor
  func testUnreadableRecordsAreTold() async throws {
    let sync = try await SyncStatusFixture()
    let key = RecordKey(kind: .todo, id: "x")
    let page = ChangePage(
      records: [RemoteRecord(key: key, state: .unreadable(detail: "y"), version: nil)],
      next: SyncCursor(token: "1"), isLast: true, isListing: true, total: 1)
    try await sync.bench.store.apply(page, of: .todo, from: sync.account.id)
    await eventually("the warning") {
      sync.section?.warning
        == "1 record on the server could not be read and was left as it is."
    }
    sync.presenter.didChooseUnreadable(of: sync.account.id)
    await sync.asks(1)
    XCTAssertEqual(sync.alerts.alerts[0].title, "Unreadable Records")
    XCTAssertEqual(sync.alerts.alerts[0].body, "To-do x: y")
  }

  @MainActor
  func testAccountsAreNamedWhereThereAreSeveral() async throws {
    let sync = try await SyncStatusFixture()
    await sync.shows(.upToDate, "Up to date")
    XCTAssertNil(sync.section?.name)
    let other = try Account.sample(user: "bob")
    try await sync.bench.store.connect(other, isAdopting: false)
    await eventually("the names") {
      sync.state.sections.map(\.name) == ["ann (demo)", "bob (demo)"]
    }
    try await sync.round(ended: .authentication, of: other)
    await eventually("the problem") { sync.state.sections[1].needsSignIn }
    XCTAssertFalse(sync.state.sections[0].needsSignIn)
    XCTAssertEqual(sync.state.sections[1].details, [ErrorText.reason(.authentication)])
  }

  @MainActor
  func testGesturesArePassedOn() async throws {
    let sync = try await SyncStatusFixture()
    let todo = try await sync.bench.add("milk")
    try await sync.refuse(todo)
    await sync.asks(1)
    sync.presenter.didOpen()
    await eventually("the item") { sync.section?.items.first?.id == todo.key }
    let item = try XCTUnwrap(sync.section?.items.first)
    sync.presenter.didChooseSyncNow()
    sync.presenter.didChooseResync()
    sync.presenter.didRetry(todo.key, of: sync.account.id)
    sync.presenter.didChooseAccounts()
    XCTAssertEqual(
      sync.bench.sync.calls, [.syncNow, .resyncEverything, .retry(todo.key, sync.account.id)])
    XCTAssertEqual(sync.navigator.calls, [.dialog(AccountsRoute.self)])
    sync.presenter.didDiscard(item, of: sync.account.id)
    await sync.asks(2)
    XCTAssertEqual(sync.alerts.titles.last, "Discard the Change to “milk”?")
    await sync.bench.waitUntilIdle()
    XCTAssertEqual(sync.bench.sync.calls.count, 3, "it was cancelled")
    sync.alerts.script = ["discard"]
    sync.presenter.didDiscard(item, of: sync.account.id)
    await eventually("the call") {
      sync.bench.sync.calls.last == .discard(todo.key, sync.account.id)
    }
    sync.presenter.didClose()
  }

  @MainActor
  func testManySignalsGiveFewLooks() async throws {
    let sync = try await SyncStatusFixture(pace: .milliseconds(250))
    await sync.shows(.upToDate, "Up to date")
    let count = sync.view.states.count
    let start = ContinuousClock.now
    for number in 0..<31 { try await sync.bench.add("\(number)") }
    await sync.shows(.waiting, "32 changes waiting")
    let looks = Double((ContinuousClock.now - start) / .milliseconds(250)) + 2
    XCTAssertLessThanOrEqual(Double(sync.view.states.count - count), looks)
  }

  /// The first signal is served at once, and those that come soon after it wait.
  @MainActor
  func testTheNextLookWaits() async throws {
    let slow = try await SyncStatusFixture(pace: .seconds(3600))
    await slow.shows(.upToDate, "Up to date")
    let other = SyncStatusPresenter(store: slow.bench.store, sync: slow.bench.sync, pace: .zero)
    let view = RecordingView<SyncStatusState>()
    view.watch(other.screen)
    other.didLoad()
    try await slow.bench.add("milk")
    await eventually("the quick one") { view.state.button.label == "2 changes waiting" }
    XCTAssertEqual(slow.state.button.label, "Up to date")
  }
}

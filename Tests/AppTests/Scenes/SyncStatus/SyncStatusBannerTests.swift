import Core
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class SyncStatusBannerTests: XCTestCase {
  @MainActor
  func testNothingIsShownWhileAllIsWell() async throws {
    let sync = try await SyncStatusFixture()
    await sync.shows(nil)
    try await sync.bench.add("milk")
    try await sync.hasSeenAll()
    XCTAssertNil(sync.banner, "what waits for a moment is not worth a word")
  }

  @MainActor
  func testOfflineTellsWhatWaits() async throws {
    let sync = try await SyncStatusFixture()
    try await sync.round(ended: .unreachable)
    await sync.shows("Offline")
    try await sync.bench.store.addList(named: "Home")
    await sync.shows("Offline: 1 change waiting")
    let todo = try await sync.bench.add("milk")
    await sync.shows("Offline: 2 changes waiting")
    try await sync.bench.store.setDone(todo.id, true)
    try await sync.bench.store.setStarred(todo.id, true)
    try await sync.bench.add("bread")
    await sync.shows("Offline: 3 changes waiting")
    try await sync.sendAll()
    await sync.shows("Offline")
    try await sync.round(ended: nil)
    await sync.shows(nil)
  }

  @MainActor
  func testOtherProblemsAreNamed() async throws {
    let sync = try await SyncStatusFixture()
    for problem in [
      .unavailable(status: 503), .authentication, .protocolViolation(detail: "x"),
      SyncStatusFixture.refusal,
    ] as [SyncProblem] {
      try await sync.round(ended: problem)
      await sync.shows("Server unavailable")
      try await sync.round(ended: nil)
      await sync.shows(nil)
    }
    try await sync.round(ended: .authentication)
    try await sync.bench.store.addList(named: "Home")
    await sync.shows("Not synced: 1 change waiting")
    try await sync.bench.add("milk")
    await sync.shows("Not synced: 2 changes waiting")
  }

  @MainActor
  func testItGoesWithTheAccount() async throws {
    let sync = try await SyncStatusFixture()
    try await sync.round(ended: .unreachable)
    await sync.shows("Offline")
    try await sync.bench.store.disconnect(sync.account.id)
    await eventually("no account") { sync.state.sections.isEmpty }
    XCTAssertNil(sync.banner)
    XCTAssertEqual(sync.state.button.condition, .local)
  }

  @MainActor
  func testRepeatedStatesAreNotRendered() async throws {
    let sync = try await SyncStatusFixture()
    try await sync.round(ended: .unreachable)
    await sync.shows("Offline")
    let count = sync.view.states.count
    try await sync.round(ended: .unreachable)
    try await sync.bench.add("milk")
    await sync.shows("Offline: 2 changes waiting")
    XCTAssertEqual(sync.view.states.count - count, 1)
  }

  @MainActor
  func testAccountsAreAddedUp() async throws {
    let sync = try await SyncStatusFixture()
    let other = try Account.sample(user: "bob")
    try await sync.bench.store.connect(other, isAdopting: false)
    try await sync.bench.store.addList(named: "Work", to: .account(other.id))
    try await sync.bench.store.addList(named: "Home", to: .account(sync.account.id))
    try await sync.round(ended: .unreachable)
    await sync.shows("Offline: 2 changes waiting")
    try await sync.round(ended: .unavailable(status: 503), of: other)
    await sync.shows("Not synced: 2 changes waiting")
  }
}

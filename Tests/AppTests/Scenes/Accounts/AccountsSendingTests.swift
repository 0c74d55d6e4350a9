import Core
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

/// Sending what waits before an account is signed out.
final class AccountsSendingTests: XCTestCase {
  @MainActor
  private static func sending() async throws -> (AccountsFixture, Account) {
    let bench = try SceneBench()
    let account = try await bench.connect()
    try await bench.add("milk")
    let scene = try await AccountsFixture.loaded(bench)
    scene.navigator.alerts.script = ["send"]
    scene.presenter.didRequestSignOut(account.id)
    await eventually("the round") { bench.sync.calls == [.syncNow] }
    await eventually("its sign") { scene.state.rows.first?.isSending == true }
    return (scene, account)
  }

  @MainActor
  func testWhatWasSentIsAskedAboutAnew() async throws {
    let (scene, account) = try await Self.sending()
    XCTAssertFalse(scene.state.rows[0].canSignOut)
    scene.presenter.didRequestSignOut(account.id)
    try await scene.bench.acknowledgeAll(of: account)
    let alert = await scene.alert(number: 2)
    XCTAssertEqual(alert?.responses.map(\.id), ["cancel", "remove", "keep"])
    await eventually("the end of the sign") { scene.state.rows[0].isSending == false }
  }

  @MainActor
  func testReasonIsTold() async throws {
    let (scene, account) = try await Self.sending()
    let sync = scene.bench.sync
    sync.busyAccounts = [account.id]
    try await scene.bench.store.setAccountRetry(.sample(.unreachable), of: account.id)
    await scene.bench.waitUntilIdle()
    XCTAssertEqual(scene.navigator.alerts.alerts.count, 1, "the round has not ended")
    sync.busyAccounts = []
    let alert = await scene.alert(number: 2)
    XCTAssertEqual(
      alert?.body.components(separatedBy: "\n").prefix(2),
      ["2 changes could not be sent to the server.", "The server cannot be reached."])
    XCTAssertEqual(alert?.responses.last?.label, "_Try Again")
    let names = try await scene.names()
    XCTAssertEqual(names, ["ann (demo)"])
  }

  @MainActor
  func testServerThatDoesNotAnswerIsNotWaitedForForEver() async throws {
    let bench = try SceneBench()
    let account = try await bench.connect()
    try await bench.add("milk")
    let flush = AccountFlush(
      account.id, store: bench.store, sync: bench.sync, limit: .milliseconds(50))
    let reason = try await flush.run()
    XCTAssertEqual(reason, "The server did not answer in time.")
  }

  @MainActor
  func testClosingTheDialogEndsTheWait() async throws {
    let (scene, account) = try await Self.sending()
    scene.presenter.didClose()
    try await scene.bench.acknowledgeAll(of: account)
    await scene.bench.waitUntilIdle()
    XCTAssertEqual(scene.navigator.alerts.alerts.count, 1, "nobody is asked any more")
  }
}

import Core
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class AccountsPresenterTests: XCTestCase {
  @MainActor
  func testAccountsStandInOrderWithTheirState() async throws {
    let bench = try SceneBench()
    let scene = try await AccountsFixture.loaded(bench)
    XCTAssertTrue(scene.state.isEmpty)
    let ann = try await bench.connect()
    bench.time.advance(by: .seconds(1))
    let bob = try Account.signedIn(email: "bob@example.com", host: "firestore.googleapis.com")
    try await bench.store.connect(bob)
    await eventually("both") { scene.state.rows.count == 2 }
    XCTAssertFalse(scene.state.isEmpty)
    XCTAssertEqual(scene.state.rows.map(\.name), ["ann (demo)", "bob@example.com"])
    XCTAssertEqual(scene.state.rows.map(\.server), ["demo · 127.0.0.1:8080", "demo"])
    XCTAssertEqual(scene.state.rows.map(\.status), [.open, .signedIn])
    for account in [ann, bob] {
      try await bench.store.setAccountRetry(.sample(.authentication), of: account.id)
    }
    await eventually("the state") { scene.state.rows.map(\.status) == [.refused, .needsSignIn] }
    try await bench.store.setAccountRetry(.sample(.unreachable), of: bob.id)
    await eventually("the state") { scene.state.rows[1].status == .signedIn }
  }

  @MainActor
  func testOnlyWhoHasToSignsInAgain() async throws {
    let bench = try SceneBench()
    let account = try Account.signedIn()
    try await bench.store.connect(account)
    let scene = try await AccountsFixture.loaded(bench)
    scene.presenter.didActivate(account.id)
    XCTAssertTrue(scene.presenter.isOpen)
    try await bench.store.setAccountRetry(.sample(.authentication), of: account.id)
    await eventually("the state") { scene.state.rows[0].status == .needsSignIn }
    scene.presenter.didActivate(account.id)
    scene.navigator.alerts.script = ["firebase", "caldav", "cancel"]
    for calls: [RecordingNavigator.Call] in [
      [.signInAgain(account.id), .addAccount],
      [.signInAgain(account.id), .addAccount, .addCalDAVAccount],
    ] {
      scene.presenter.didRequestAccount()
      await eventually("the answer") { scene.navigator.calls == calls }
    }
    scene.presenter.didRequestAccount()
    await eventually("the last question") { scene.navigator.alerts.script.isEmpty }
    XCTAssertEqual(scene.navigator.calls.count, 3)
    scene.presenter.didClose()
    XCTAssertFalse(scene.presenter.isOpen)
  }

  @MainActor
  func testListsStayOrGo() async throws {
    for (answer, lists) in [("keep", ["Home"]), ("remove", [])] {
      let bench = try SceneBench()
      let account = try Account.signedIn()
      try await bench.store.addList(named: "Home")
      try await bench.store.connect(account)
      try await bench.acknowledgeAll(of: account)
      let scene = try await AccountsFixture.loaded(bench)
      scene.navigator.alerts.script = [answer]
      scene.presenter.didRequestSignOut(account.id)
      await eventually("the end") { scene.state.isEmpty }
      XCTAssertEqual(scene.navigator.alerts.titles, ["Sign Out of ann@example.com?"])
      XCTAssertEqual(
        scene.navigator.alerts.alerts[0].responses.map(\.id), ["cancel", "remove", "keep"])
      let left = try await bench.store.lists().map(\.name)
      XCTAssertEqual(left, lists)
      await eventually("the secret") { bench.signing.signedOut == [account.id] }
      XCTAssertEqual(bench.sync.calls, [.syncNow], "so that its engine ends soon")
    }
  }

  @MainActor
  func testCancelChangesNothing() async throws {
    let bench = try SceneBench()
    let account = try await bench.connect()
    try await bench.add("milk")
    let scene = try await AccountsFixture.loaded(bench)
    for number in 1...2 {
      scene.presenter.didRequestSignOut(account.id)
      _ = await scene.alert(number: number)
      await bench.waitUntilIdle()
    }
    let names = try await scene.names()
    XCTAssertEqual(names, ["ann (demo)"])
    XCTAssertEqual(bench.signing.signedOut, [])
    XCTAssertEqual(bench.sync.calls, [])
  }

  @MainActor
  func testWaitingChangesAreCountedAndKept() async throws {
    let bench = try SceneBench()
    let account = try await bench.connect()
    let scene = try await AccountsFixture.loaded(bench)
    try await bench.store.addList(named: "Home")
    scene.presenter.didRequestSignOut(account.id)
    let alert = await scene.alert(number: 1)
    XCTAssertEqual(
      alert?.body.components(separatedBy: "\n").first,
      "1 change has not been sent to the server.")
    XCTAssertEqual(alert?.responses.map(\.id), ["cancel", "remove", "keep", "send"])
    await bench.waitUntilIdle()
    try await bench.add("milk")
    scene.navigator.alerts.script = ["keep"]
    scene.presenter.didRequestSignOut(account.id)
    await eventually("the end") { scene.state.isEmpty }
    XCTAssertEqual(
      scene.navigator.alerts.alerts.last?.body.components(separatedBy: "\n").first,
      "2 changes have not been sent to the server.")
    let lists = try await bench.store.lists()
    XCTAssertEqual(lists.map(\.account), [nil])
    let count = try await bench.store.todoCount(in: lists[0].id)
    XCTAssertEqual(count, 1)
  }

  @MainActor
  func testDiscardedChangesGoToTheTrash() async throws {
    let bench = try SceneBench()
    let account = try await bench.connect()
    try await bench.store.addList(named: "Home")
    try await bench.acknowledgeAll(of: account)
    try await bench.add("milk")
    let scene = try await AccountsFixture.loaded(bench)
    scene.navigator.alerts.script = ["remove"]
    scene.presenter.didRequestSignOut(account.id)
    await eventually("the end") { scene.state.isEmpty }
    let trash = try await bench.store.trash().map(\.title)
    XCTAssertEqual(trash, ["milk"])
    let lists = try await bench.store.lists()
    XCTAssertEqual(lists, [])
  }

  @MainActor
  func testFailureKeepsTheAccountAndItsSecret() async throws {
    let bench = try SceneBench(onDisk: true)
    let account = try Account.signedIn()
    try await bench.store.connect(account)
    let scene = try await AccountsFixture.loaded(bench)
    try await bench.setWritesFail(true)
    scene.navigator.alerts.script = ["keep"]
    scene.presenter.didRequestSignOut(account.id)
    await eventually("the alert") {
      scene.navigator.alerts.titles.last == "The Account Was Not Removed"
    }
    XCTAssertEqual(bench.signing.signedOut, [])
    XCTAssertEqual(scene.state.rows.map(\.id), [account.id])
  }

  @MainActor
  func testSecretThatStaysIsTold() async throws {
    let bench = try SceneBench()
    let account = try Account.signedIn()
    try await bench.store.connect(account)
    bench.signing.signOutFailure = .locked
    let scene = try await AccountsFixture.loaded(bench)
    scene.navigator.alerts.script = ["keep"]
    scene.presenter.didRequestSignOut(account.id)
    await eventually("the alert") {
      scene.navigator.alerts.titles.last == "Sign-In Data Was Not Deleted"
    }
    let names = try await scene.names()
    XCTAssertEqual(names, [], "the account is gone all the same")
  }
}

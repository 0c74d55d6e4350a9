import Core
import XCTest

@testable import App

final class AccountsPresenterTests: XCTestCase {
  @MainActor
  func testAccountIsConnected() async throws {
    let bench = try SceneBench()
    let scene = AccountsFixture(bench)
    XCTAssertFalse(scene.state.canConnect)
    XCTAssertFalse(scene.state.isConnected)
    scene.type()
    XCTAssertTrue(scene.state.canConnect)
    scene.presenter.didConnect()
    await eventually("the end") { scene.router.calls == [.didFinish] }
    let accounts = try await bench.store.accounts()
    XCTAssertEqual(accounts, [try .sample()])
    XCTAssertEqual(bench.sync.calls, [.syncNow])
    XCTAssertEqual(scene.router.alerts.alerts, [], "nothing to ask at first")
  }

  @MainActor
  func testOnlyProjectAndUserAreNeeded() async throws {
    let bench = try SceneBench()
    let scene = AccountsFixture(bench)
    scene.type(host: "")
    XCTAssertTrue(scene.state.canConnect)
    for field in [.project, .user] as [AccountsState.Field] {
      scene.presenter.didChange(field, " ")
      XCTAssertFalse(scene.state.canConnect)
      scene.presenter.didChange(field, "x")
      XCTAssertTrue(scene.state.canConnect)
    }
  }

  @MainActor
  func testEachProblemStandsAtItsField() async throws {
    let bench = try SceneBench()
    let scene = AccountsFixture(bench)
    let cases: [(() -> Void, AccountsState.Field, fixed: String)] = [
      ({ scene.type(project: "") }, .project, "demo"),
      ({ scene.type(project: "a/b") }, .project, "demo"),
      ({ scene.type(database: "a/b") }, .database, ""),
      ({ scene.type(host: "no host!") }, .host, "localhost:8080"),
      ({ scene.type(user: "") }, .user, "ann"),
      ({ scene.type(user: "..") }, .user, "ann"),
    ]
    var texts: Set<String> = []
    for (type, field, fixed) in cases {
      type()
      scene.presenter.didConnect()
      XCTAssertEqual(scene.state.problem?.field, field)
      texts.insert(try XCTUnwrap(scene.state.problem?.text))
      scene.presenter.didChange(field == .user ? .host : .user, "other")
      XCTAssertEqual(scene.state.problem?.field, field, "another field does not mend it")
      scene.presenter.didChange(field, fixed)
      XCTAssertNil(scene.state.problem)
    }
    XCTAssertEqual(texts.count, cases.count, "each in its own words")
    await bench.settle()
    XCTAssertEqual(scene.router.calls, [])
    let accounts = try await bench.store.accounts()
    XCTAssertEqual(accounts, [])
  }

  @MainActor
  func testPresentAccountIsShown() async throws {
    let bench = try SceneBench()
    _ = try await bench.connect()
    let scene = AccountsFixture(bench)
    await eventually("the account") { scene.state.isConnected }
    XCTAssertEqual(
      scene.state.texts,
      [.project: "demo", .database: "(default)", .host: "127.0.0.1:8080", .user: "ann"])
    scene.presenter.didConnect()
    XCTAssertEqual(scene.router.calls, [.didFinish], "nothing has changed")
    XCTAssertEqual(bench.sync.calls, [])
  }

  @MainActor
  func testAnotherServerIsAskedAbout() async throws {
    let bench = try SceneBench()
    let ann = try await bench.connect()
    let scene = AccountsFixture(bench)
    await eventually("the account") { scene.state.isConnected }
    scene.presenter.didChange(.user, "bob")
    scene.router.alerts.script = ["cancel", "change"]
    scene.presenter.didConnect()
    await eventually("the question") { scene.router.alerts.titles == ["Change the Server?"] }
    await bench.settle()
    let unchanged = try await bench.store.accounts()
    XCTAssertEqual(unchanged, [ann])
    XCTAssertEqual(scene.router.calls, [])
    scene.presenter.didConnect()
    await eventually("the end") { scene.router.calls == [.didFinish] }
    let changed = try await bench.store.accounts()
    XCTAssertEqual(changed, [try .sample(user: "bob")])
  }

  @MainActor
  func testRemovalTellsWhatHasNotBeenSent() async throws {
    let bench = try SceneBench()
    _ = try await bench.connect()
    let scene = AccountsFixture(bench)
    await eventually("the account") { scene.state.isConnected }
    let stays = "Your lists stay on this computer and on the server."
    let lost = "not reached the server and will stay on this computer only."
    for text in [
      stays, stays + "\n\n1 change has " + lost, stays + "\n\n2 changes have " + lost,
    ] {
      let count = scene.router.alerts.alerts.count
      scene.presenter.didRemove()
      await eventually("the question") { scene.router.alerts.alerts.count == count + 1 }
      XCTAssertEqual(scene.router.alerts.alerts.last?.body, text)
      try await bench.store.addList(named: "list \(count)")
    }
    let accounts = try await bench.store.accounts()
    XCTAssertEqual(accounts.count, 1, "every question was answered with no")
  }

  @MainActor
  func testAccountIsRemovedAfterYes() async throws {
    let bench = try SceneBench()
    _ = try await bench.connect()
    try await bench.add("milk")
    let scene = AccountsFixture(bench)
    await eventually("the account") { scene.state.isConnected }
    scene.router.alerts.script = ["remove"]
    scene.presenter.didRemove()
    await eventually("the end") { scene.router.calls == [.didFinish] }
    let accounts = try await bench.store.accounts()
    XCTAssertEqual(accounts, [])
    let lists = try await bench.store.lists()
    XCTAssertEqual(lists.count, 1, "the lists stay")
  }

  @MainActor
  func testFailureKeepsTheDialog() async throws {
    let bench = try SceneBench(onDisk: true)
    let scene = AccountsFixture(bench)
    try await bench.setWritesFail(true)
    scene.type()
    scene.presenter.didConnect()
    await eventually("the alert") { scene.router.alerts.titles == ["The Account Was Not Saved"] }
    XCTAssertEqual(scene.router.calls, [])
    XCTAssertEqual(scene.state.texts[.project], "demo")
    XCTAssertEqual(bench.sync.calls, [])
  }

  @MainActor
  func testWithoutAnAccountThereIsNothingToRemove() async throws {
    let bench = try SceneBench()
    let scene = AccountsFixture(bench)
    scene.presenter.didRemove()
    scene.presenter.didCancel()
    await bench.settle()
    XCTAssertEqual(scene.router.alerts.alerts, [])
    XCTAssertEqual(scene.router.calls, [.didFinish])
  }
}

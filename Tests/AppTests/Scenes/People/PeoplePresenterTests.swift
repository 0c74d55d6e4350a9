import Basics
import Core
import Sync
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

@MainActor
final class PeoplePresenterTests: XCTestCase {
  private static let offline = SyncError.transient(cause: .unreachable, retryAfter: nil)

  func testFirstReadingGrowsAndEnds() async throws {
    let bench = try SceneBench()
    let scene = try await PeopleFixture.opened(bench)
    XCTAssertEqual(scene.state.content, .loading)
    bench.people.send([.sample("zoe")], isComplete: false)
    await scene.shows(["Zoe"])
    bench.people.send([.sample("zoe"), .sample("ann")], skipped: 2)
    await scene.shows(["Ann", "Zoe"])
    bench.people.end()
    await eventually("the end") { scene.state.skipped == "2 people could not be read" }
    XCTAssertEqual(scene.state.content, .people)
    XCTAssertNil(scene.state.notice)
  }

  func testDialogOpensWithWhatIsCached() async throws {
    let bench = try SceneBench()
    _ = try await bench.connect()
    let account = try Account.sample().id
    await bench.directory.take(
      .init(value: [.sample("zoe"), .sample("ann")], readAt: .init(milliseconds: 1)), of: account)
    let scene = PeopleFixture(bench)
    await eventually("a state to show") { scene.view.states.contains(where: \.isReady) }
    let first = try XCTUnwrap(scene.view.states.first(where: \.isReady))
    XCTAssertEqual(first.rows.map(\.name), ["Ann", "Zoe"])
    XCTAssertEqual(first.content, .people)
  }

  func testSlowFirstReadingShowsThatItWaits() async throws {
    let bench = try SceneBench()
    let scene = try await PeopleFixture.opened(bench)
    XCTAssertFalse(scene.state.isReady)
    await eventually("patience has its end") { scene.state.isReady }
    XCTAssertEqual(scene.state.content, .loading)
  }

  func testSameAnswerAgainRendersNothing() async throws {
    let bench = try SceneBench()
    let scene = try await PeopleFixture.opened(bench)
    bench.people.send([.sample("ann")])
    await scene.shows(["Ann"])
    let count = scene.view.states.count
    bench.people.send([.sample("ann")], at: 2000)
    await eventually("the answer") {
      bench.directory.known(of: bench.accountID)?.answer.readAt.milliseconds == 2000
    }
    XCTAssertEqual(scene.view.states.count, count)
  }

  func testFailureWithoutCache() async throws {
    let bench = try SceneBench()
    let scene = try await PeopleFixture.opened(bench)
    bench.people.end(Self.offline)
    await eventually("the failure") {
      scene.state.content == .failed(reason: "The server cannot be reached.")
    }
    scene.presenter.didRequestRetry()
    XCTAssertEqual(scene.state.content, .loading)
    XCTAssertEqual(bench.people.reads.count, 2)
    bench.people.send([.sample("ann")])
    await scene.shows(["Ann"])
  }

  func testFailureWithCacheKeepsPeopleAndTellsTheirAge() async throws {
    let bench = try SceneBench()
    let scene = try await PeopleFixture.opened(bench)
    bench.people.send([.sample("ann")], at: bench.time.now().milliseconds - 5 * 60_000)
    await scene.shows(["Ann"])
    bench.people.end(Self.offline)
    await eventually("the notice") { scene.state.notice == "Offline: as of 5 minutes ago" }
    XCTAssertEqual(scene.state.content, .people)
    scene.presenter.didRequestRetry()
    XCTAssertNil(scene.state.notice)
    XCTAssertEqual(scene.names, ["Ann"])
  }

  func testOtherFailuresSayWhy() throws {
    let now = Timestamp(milliseconds: 10_000_000)
    let text = PeopleText.notice(
      .authentication, readAt: Timestamp(milliseconds: 10_000_000 - 2 * 3_600_000), now)
    XCTAssertEqual(text, "The server does not accept your account. Shown as of 2 hours ago")
  }

  func testSearch() async throws {
    let bench = try SceneBench()
    let scene = try await PeopleFixture.opened(bench)
    bench.people.send([.sample("jo", name: "José García"), .sample("ann")])
    await scene.shows(["Ann", "José García"])
    scene.presenter.didChangeQuery("garcia jose")
    XCTAssertEqual(scene.names, ["José García"])
    scene.presenter.didChangeQuery("nobody")
    XCTAssertEqual(scene.state.content, .noMatch)
    XCTAssertTrue(scene.presenter.didPressEscape())
    XCTAssertEqual(scene.names, ["Ann", "José García"])
    XCTAssertFalse(scene.presenter.didPressEscape())
  }

  func testAnswerDuringSearchIsSearchedByTheLatestQuery() async throws {
    let bench = try SceneBench()
    let scene = try await PeopleFixture.opened(bench)
    bench.people.send([.sample("ann")], isComplete: false)
    await scene.shows(["Ann"])
    scene.presenter.didChangeQuery("z")
    bench.people.send([.sample("ann"), .sample("zoe"), .sample("zak")])
    scene.presenter.didChangeQuery("zo")
    await scene.shows(["Zoe"])
    let generation = scene.state.generation
    bench.people.send([.sample("ann"), .sample("zoe"), .sample("zora")], at: 2000)
    await scene.shows(["Zoe", "Zora"])
    XCTAssertEqual(scene.state.generation, generation, "a new version of the same list")
  }

  func testChoosing() async throws {
    let bench = try SceneBench()
    let account = try await bench.connect()
    var chosen: [String] = []
    let scene = PeopleFixture(
      bench,
      .choose(account: account.id, title: "Invite", excluded: ["bob"]) { chosen.append($0.id) })
    bench.people.send([.sample("bob"), .sample("ann"), .sample("bea")])
    await scene.shows(["Ann", "Bea"])
    XCTAssertEqual(scene.state.title, "Invite")
    XCTAssertFalse(scene.state.canEditProfile)
    scene.presenter.didChangeQuery("b")
    scene.presenter.didSubmitQuery()
    XCTAssertEqual(chosen, ["bea"])
    XCTAssertFalse(scene.presenter.isOpen)
    scene.presenter.didActivate("bob")
    XCTAssertEqual(chosen, ["bea"])
  }

  func testReturnWithoutMatchChoosesNobody() async throws {
    let bench = try SceneBench()
    let account = try await bench.connect()
    let scene = PeopleFixture(bench, .choose(account: account.id, title: "") { _ in XCTFail() })
    bench.people.send([.sample("ann")])
    await scene.shows(["Ann"])
    scene.presenter.didChangeQuery("x")
    scene.presenter.didSubmitQuery()
    XCTAssertTrue(scene.presenter.isOpen)
  }

  func testSeveralAccounts() async throws {
    let bench = try SceneBench()
    _ = try await bench.connect(user: "ann")
    let second = try await bench.connect(user: "bob")
    let scene = PeopleFixture(bench)
    await eventually("the accounts") { scene.view.states.last?.accounts.count == 2 }
    bench.people.send([.sample("ann")])
    await scene.shows(["Ann"])
    scene.presenter.didChooseAccount(1)
    XCTAssertEqual(scene.state.content, .loading)
    XCTAssertEqual(bench.people.reads.last, second.id)
    await eventually("the end of the first reading") { bench.people.openCount == 1 }
    bench.people.send([.sample("bob")])
    await scene.shows(["Bob"])
    scene.presenter.didChooseAccount(0)
    XCTAssertEqual(scene.names, ["Ann"], "what is known is there at once")
    scene.presenter.didRequestProfile()
    XCTAssertEqual(scene.navigator.calls, [.profile(bench.accountID)])
  }

  func testWithoutAccount() async throws {
    let bench = try SceneBench()
    let scene = PeopleFixture(bench)
    await eventually("the state") { scene.view.states.last?.content == .noAccount }
    XCTAssertTrue(scene.state.isReady)
    XCTAssertFalse(scene.state.canEditProfile)
    // A command, or the start, adds one while the dialog is open.
    let account = try await bench.connect()
    await eventually("it is read") { bench.people.reads == [account.id] }
    XCTAssertTrue(scene.state.canEditProfile)
    try await bench.store.disconnect(account.id)
    await eventually("it is gone") { scene.view.states.last?.content == .noAccount }
  }

  func testClosingEndsTheReading() async throws {
    let bench = try SceneBench()
    _ = try await bench.connect()
    var scene: PeopleFixture? = PeopleFixture(bench)
    await eventually("the reading") { !bench.people.reads.isEmpty }
    weak let presenter = scene?.presenter
    scene = nil
    await eventually("the end of the scene") { presenter == nil }
    await eventually("the end of the reading") { bench.people.openCount == 0 }
  }
}

extension SceneBench {
  /// The account that ``connect(user:)`` sets up.
  var accountID: AccountID { (try? Account.sample().id) ?? AccountID(rawValue: "") }
}

import Core
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

@MainActor
final class InvitationsPresenterTests: XCTestCase {
  private let view = RecordingView<InvitationsState>()
  private let navigator = RecordingNavigator()

  private func open(_ bench: SceneBench) -> InvitationsPresenter {
    let presenter = InvitationsPresenter(
      store: bench.store, commands: bench.commands, names: bench.names)
    view.watch(presenter.screen)
    presenter.take(navigator)
    bench.commands.alerts = navigator
    presenter.didLoad()
    return presenter
  }

  func testAcceptingIsShownAtOnceAndWaitsForTheServer() async throws {
    let bench = try SceneBench()
    let account = try await bench.connect()
    try await bench.invite("party", named: "Party", of: "bob", account)
    let presenter = open(bench)
    await eventually("asked") { self.view.state.rows.map(\.list) == ["Party"] }
    presenter.didAccept(view.state.rows[0].id)
    await eventually("accepted") { self.view.state.rows.map(\.isAccepted) == [true] }
    let lists = try await bench.store.lists()
    XCTAssertEqual(lists, [])
  }

  func testDecliningTakesTheRowAway() async throws {
    let bench = try SceneBench()
    let account = try await bench.connect()
    try await bench.invite("party", named: "Party", of: "bob", account)
    let presenter = open(bench)
    await eventually("asked") { self.view.state.rows.count == 1 }
    presenter.didDecline(view.state.rows[0].id)
    await eventually("gone") { self.view.state.rows.isEmpty && self.view.state.isEmpty }
  }

  func testBlockingIsAskedAboutAndCanBeTakenBack() async throws {
    let bench = try SceneBench()
    let account = try await bench.connect()
    try await bench.invite("party", named: "Party", of: "bob", account)
    let presenter = open(bench)
    await eventually("asked") { self.view.state.rows.count == 1 }
    navigator.alerts.script = ["cancel", "block"]
    presenter.didRequestBlock(view.state.rows[0].id)
    await eventually("the question") { self.navigator.alerts.alerts.count == 1 }
    XCTAssertEqual(view.state.rows.count, 1)
    presenter.didRequestBlock(view.state.rows[0].id)
    await eventually("blocked") {
      self.view.state.rows.isEmpty && self.view.state.blocked.map(\.id.user) == ["bob"]
    }
    presenter.didUnblock(view.state.blocked[0].id)
    await eventually("asked again") {
      self.view.state.rows.count == 1 && self.view.state.blocked.isEmpty
    }
  }

  func testTheKeyPressedTwiceAsksOnce() async throws {
    let bench = try SceneBench()
    let account = try await bench.connect()
    try await bench.invite("party", named: "Party", of: "bob", account)
    let presenter = open(bench)
    await eventually("asked") { self.view.state.rows.count == 1 }
    navigator.alerts.isHolding = true
    for _ in 1...2 { presenter.didRequestBlock(view.state.rows[0].id) }
    await eventually("the question") { self.navigator.alerts.openCount > 0 }
    await bench.waitUntilIdle()
    XCTAssertEqual(navigator.alerts.alerts.count, 1)
    navigator.alerts.answer("cancel")
    await bench.waitUntilIdle()
    presenter.didRequestBlock(view.state.rows[0].id)
    await eventually("another question") { self.navigator.alerts.alerts.count == 2 }
    navigator.alerts.answer("cancel")
  }

  func testOneLineHoweverManyThereAre() async throws {
    let bench = try SceneBench()
    let account = try await bench.connect()
    var all = try await bench.store.invitations()
    XCTAssertNil(InvitationsText.summary(all, names: bench.names))
    try await bench.invite("party", named: "Party", of: "bob\n<b>x", account)
    all = try await bench.store.invitations()
    XCTAssertEqual(
      InvitationsText.summary(all, names: bench.names), "Invitation from bob <b>x…")
    for number in 0..<11 { try await bench.invite("l\(number)", named: "x", of: "eve", account) }
    all = try await bench.store.invitations()
    XCTAssertEqual(InvitationsText.summary(all, names: bench.names), "12 invitations")
  }

  func testTwoPeopleOfOneNameAreToldApart() {
    let texts = ["u1", "u2"].map {
      InvitationsText.person(InvitationPerson(user: $0, name: "Ann\u{202E} Lee"))
    }
    XCTAssertEqual(texts, ["Ann  Lee (u1)", "Ann  Lee (u2)"])
  }
}

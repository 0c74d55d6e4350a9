import Core
import Sync
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class ContentsPresenterTests: XCTestCase {
  @MainActor
  func testFirstLoadWaits() async throws {
    let bench = try SceneBench()
    let ann = try await bench.connect()
    try await bench.store.addList(named: "Home")
    let scene = await ContentsFixture.reading(bench)
    XCTAssertEqual(scene.state.page, .waiting)
    XCTAssertFalse(scene.state.isLoading, "the page itself waits")
    bench.catalogue.answer(bench.answer([.sample("x", "Alps", open: 2)]), of: ann.id)
    await scene.shows([["Home", "Alps"]])
    XCTAssertEqual(scene.state.page, .sections)
    XCTAssertEqual(scene.row("Alps")?.openCount, 2)
    XCTAssertEqual(scene.row("Alps").map(ContentsText.detail), "Yours · 2 open to-dos")
    XCTAssertEqual(
      scene.row("Home").map(ContentsText.detail), "Yours · 0 open to-dos · Not sent yet")
    await eventually("the end") { !scene.state.sections[0].isLoading }
  }

  @MainActor
  func testLaterLoadsShowAtOnceWhatTheLastOneLearnt() async throws {
    let bench = try SceneBench()
    let ann = try await bench.connect()
    bench.catalogue.cache(bench.answer([.sample("x", "Alps")]), of: ann.id)
    let scene = await ContentsFixture.reading(bench)
    await scene.shows([["Alps"]])
    XCTAssertTrue(scene.state.isLoading)
    bench.catalogue.answer(
      bench.answer([.sample("x", "Alps", open: 1), .sample("y", "Sea")]), of: ann.id)
    await scene.shows([["Alps", "Sea"]])
    XCTAssertEqual(scene.row("Alps")?.openCount, 1)
    await eventually("the end") { !scene.state.isLoading }
    XCTAssertFalse(
      scene.view.states.drop { $0.page == .waiting }.contains { $0.page != .sections },
      "what was seen once never goes")
  }

  @MainActor
  func testFailureWithNothingKnownCanBeTriedAgain() async throws {
    let bench = try SceneBench()
    let ann = try await bench.connect()
    let scene = await ContentsFixture.reading(bench)
    bench.catalogue.fail(.transient(cause: .unreachable, retryAfter: nil), of: ann.id)
    await eventually("the page") {
      scene.state.page == .failed(reason: "The server cannot be reached.")
    }
    scene.presenter.didRequestRetry()
    XCTAssertEqual(scene.state.page, .waiting)
    bench.catalogue.answer(bench.answer([]), of: ann.id)
    await eventually("the answer") { scene.state.page == .noLists }
    XCTAssertEqual(bench.catalogue.reads, [ann.id, ann.id])
  }

  @MainActor
  func testFailureLeavesTheRowsAndTellsTheirAge() async throws {
    let bench = try SceneBench()
    let ann = try await bench.connect()
    bench.catalogue.cache(bench.answer([.sample("x", "Alps")]), of: ann.id)
    bench.time.advance(by: .seconds(300))
    let scene = await ContentsFixture.reading(bench)
    bench.catalogue.fail(.transient(cause: .unreachable, retryAfter: nil), of: ann.id)
    await eventually("the problem") { scene.state.sections[0].problem != nil }
    XCTAssertEqual(
      scene.state.sections[0].problem,
      .init(reason: "The server cannot be reached.", age: "Updated 5 minutes ago."))
    XCTAssertEqual(scene.names, [["Alps"]])
    XCTAssertEqual(scene.state.page, .sections)
    scene.presenter.didRequestRetry()
    XCTAssertTrue(scene.state.isLoading)
    bench.catalogue.answer(bench.answer([.sample("x", "Alps")]), of: ann.id)
    await eventually("no problem") { scene.state.sections[0].problem == nil }
  }

  @MainActor
  func testAccountsStandApart() async throws {
    let bench = try SceneBench()
    let ann = try await bench.connect()
    let bob = try await bench.connect(user: "bob")
    let scene = await ContentsFixture.reading(bench, 2)
    bench.catalogue.answer(bench.answer([.sample("x", "Alps")]), of: ann.id)
    await scene.shows([["Alps"], []])
    XCTAssertEqual(scene.state.sections.map(\.title), ["ann (demo)", "bob (demo)"])
    XCTAssertNil(scene.state.sections[1].rows, "this one still waits")
    bench.catalogue.fail(.authentication, of: bob.id)
    await eventually("the problem") { scene.state.sections[1].problem != nil }
    XCTAssertNil(scene.state.sections[1].problem?.age)
    XCTAssertNil(scene.state.sections[0].problem)
    XCTAssertEqual(scene.state.page, .sections)
  }

  @MainActor
  func testListsOfOthersTellTheirOwner() async throws {
    let bench = try SceneBench()
    let ann = try await bench.connect()
    try await bench.join("club", named: "Club", of: "bob", as: .reader, ann, todos: ["a", "b"])
    bench.catalogue.cache(
      bench.answer([
        .sample("club", "Club", owner: "bob", role: .reader, open: 7),
        .sample("trip", "Trip", owner: "eve", role: .writer, open: 1),
      ]), of: ann.id)
    let scene = await ContentsFixture.reading(bench)
    await scene.shows([["Club", "Trip"]])
    XCTAssertEqual(
      scene.row("Club").map(ContentsText.detail), "bob · Read only · 2 open to-dos",
      "what is here is newer than what the server said")
    XCTAssertEqual(scene.row("Trip").map(ContentsText.detail), "eve · 1 open to-do")
    bench.names.names = ["bob": "Bob Bell"]
    XCTAssertEqual(scene.row("Club")?.owner, "Bob Bell")
  }

  @MainActor
  func testTurnedSwitchTakesEffectInTheMainList() async throws {
    let bench = try SceneBench()
    let ann = try await bench.connect()
    let home = try await bench.addSentList("Home", ann)
    bench.catalogue.cache(bench.answer([.sample(home.id.rawValue, "Home")]), of: ann.id)
    let main = MainListFixture(bench)
    await main.shows(["Important", "Assigned to Me", "Today", "Home"])
    let scene = await ContentsFixture.reading(bench)
    await scene.shows([["Home"]])
    scene.presenter.didToggle(home.id, false)
    XCTAssertEqual(scene.row("Home")?.isShown, false, "at once")
    await main.shows(["Important", "Assigned to Me", "Today"])
    await bench.waitUntilIdle()
    XCTAssertEqual(scene.row("Home")?.isShown, false)
    scene.presenter.didToggle(home.id, true)
    await main.shows(["Important", "Assigned to Me", "Today", "Home"])
    await bench.waitUntilIdle()
    XCTAssertEqual(scene.row("Home")?.isShown, true)
  }

  @MainActor
  func testFailedSwitchGoesBack() async throws {
    let bench = try SceneBench(onDisk: true)
    let home = try await bench.store.addList(named: "Home")
    let scene = ContentsFixture(bench)
    await scene.shows([["Home"]])
    try await bench.setWritesFail(true)
    scene.presenter.didToggle(home.id, false)
    XCTAssertEqual(scene.row("Home")?.isShown, false)
    await eventually("the alert") {
      scene.navigator.alerts.titles == ["The Change Was Not Saved"]
    }
    XCTAssertEqual(scene.row("Home")?.isShown, true)
  }

  @MainActor
  func testLeftAndDeletedListsAreNotOfferedAgain() async throws {
    let bench = try SceneBench()
    let ann = try await bench.connect()
    let home = try await bench.addSentList("Home", ann)
    let club = try await bench.join("club", named: "Club", of: "bob", as: .writer, ann)
    bench.catalogue.cache(
      bench.answer([
        .sample(home.id.rawValue, "Home"), .sample("club", "Club", owner: "bob", role: .writer),
      ]), of: ann.id)
    let scene = await ContentsFixture.reading(bench)
    await scene.shows([["Club", "Home"]])
    try await bench.store.leaveList(club.id)
    await scene.shows([["Home"]])
    try await bench.store.deleteList(home.id)
    await scene.shows([[]])
    XCTAssertEqual(scene.state.page, .noLists)
  }

  @MainActor
  func testWithoutAccountsTheListsOfThisComputerAreShown() async throws {
    let bench = try SceneBench()
    let scene = ContentsFixture(bench)
    await eventually("nothing") { scene.state.page == .noLists }
    try await bench.store.addList(named: "Home")
    await scene.shows([["Home"]])
    XCTAssertEqual(scene.state.sections.map(\.title), [nil])
    XCTAssertEqual(bench.catalogue.reads, [])
  }

  @MainActor
  func testAccountsThatComeAndGoAreFollowed() async throws {
    let bench = try SceneBench()
    let scene = ContentsFixture(bench)
    await eventually("nothing") { scene.state.page == .noLists }
    let ann = try await bench.connect()
    await eventually("reading") { bench.catalogue.reads == [ann.id] }
    try await bench.store.disconnect(ann.id)
    await eventually("the end of it") { bench.catalogue.cancelled == 1 }
    await eventually("nothing") { scene.state.page == .noLists }
  }

  @MainActor
  func testPartialAnswersTakeNothingAway() async throws {
    let bench = try SceneBench()
    let ann = try await bench.connect()
    bench.catalogue.cache(bench.answer([.sample("x", "Alps"), .sample("y", "Sea")]), of: ann.id)
    let scene = await ContentsFixture.reading(bench)
    await scene.shows([["Alps", "Sea"]])
    var part = bench.answer([.sample("z", "Zoo")])
    part.isComplete = false
    bench.catalogue.answer(part, of: ann.id, isEnd: false)
    await scene.shows([["Alps", "Sea", "Zoo"]])
    bench.catalogue.answer(bench.answer([.sample("z", "Zoo")]), of: ann.id)
    await scene.shows([["Zoo"]])
  }
}

import Core
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class MainListCoordinatorTests: XCTestCase {
  @MainActor
  func testChosenPageReplacesTheOneBefore() async throws {
    let app = await AppFixture.started(try SceneBench())
    weak let oldPage = app.page
    weak let oldPresenter = app.stage.page
    XCTAssertNotNil(oldPage)
    app.stage.mainList?.didSelect(.today)
    XCTAssertEqual(app.page?.page, .today)
    XCTAssertEqual(app.stage.reveals, [false, true])
    XCTAssertEqual(app.opened, [.list(.first(of: nil)), .today])
    await eventually("the release") { oldPage == nil && oldPresenter == nil }
  }

  @MainActor
  func testThePageThatIsOpenIsOnlyRevealed() async throws {
    let app = await AppFixture.started(try SceneBench())
    let page = app.page
    app.stage.mainList?.didSelect(.list(.first(of: nil)))
    XCTAssertTrue(app.page === page)
    XCTAssertEqual(app.stage.revealCount, 1)
    XCTAssertEqual(app.opened.count, 1)
  }

  @MainActor
  func testNewListIsMadeAndOpened() async throws {
    let bench = try SceneBench()
    try await bench.store.addList(named: "Work")
    let app = await AppFixture.started(bench)
    app.stage.mainList?.didRequestNewList()
    let dialog = try XCTUnwrap(app.stage.dialog(AddListPresenter.self))
    dialog.didChangeName("Home")
    dialog.didSubmit()
    await eventually("the new page") { app.stage.pageView.states.last?.title == "Home" }
    XCTAssertEqual(app.stage.openDialogs.count, 0)
    XCTAssertEqual(app.stage.reveals.last, true)
  }

  @MainActor
  func testCancelledDialogIsReleased() async throws {
    let app = await AppFixture.started(try SceneBench())
    app.stage.mainList?.didRequestNewList()
    weak let presenter = app.stage.dialog(AddListPresenter.self)
    XCTAssertNotNil(presenter)
    presenter?.didClose()
    XCTAssertEqual(app.stage.openDialogs.count, 0)
    XCTAssertNil(presenter)
  }

  @MainActor
  func testListIsRenamed() async throws {
    let bench = try SceneBench()
    let home = try await bench.store.addList(named: "Home")
    let app = await AppFixture.started(bench)
    await eventually("the list") { app.stage.mainListView.states.last?.rows.count == 3 }
    app.stage.mainList?.didRequestRename(home.id)
    let dialog = try XCTUnwrap(app.stage.dialog(AddListPresenter.self))
    dialog.didChangeName("House")
    dialog.didSubmit()
    await eventually("the name") { app.stage.pageView.states.last?.title == "House" }
    await eventually("the end") { app.stage.openDialogs.isEmpty }
  }

  @MainActor
  func testDeletedListGivesWayToAnotherPage() async throws {
    let bench = try SceneBench()
    let home = try await bench.store.addList(named: "Home")
    let work = try await bench.store.addList(named: "Work")
    let app = await AppFixture.started(bench, remembered: .list(work.id))
    try await bench.store.deleteList(work.id)
    await app.shows(.list(home.id))
    try await bench.store.deleteList(home.id)
    let unmade = await app.showsUnmadeList(insteadOf: home.id)
    await bench.settle()
    XCTAssertEqual(app.opened, [.list(work.id), .list(home.id), unmade])
  }

  @MainActor
  func testAlertsAboutTheListsGoToTheStage() async throws {
    let bench = try SceneBench()
    let home = try await bench.store.addList(named: "Home")
    let app = await AppFixture.started(bench)
    app.stage.alerts.script = ["delete"]
    app.stage.mainList?.didRequestDelete(home.id)
    _ = await app.showsUnmadeList(insteadOf: home.id)
    XCTAssertEqual(app.stage.alerts.titles, ["Delete List"])
  }
}

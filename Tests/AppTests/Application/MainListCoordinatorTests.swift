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
    weak let oldPresenter = app.mainWindow.page
    XCTAssertNotNil(oldPage)
    app.mainWindow.mainList?.didSelect(.today)
    XCTAssertEqual(app.page?.page, .today)
    XCTAssertEqual(app.mainWindow.reveals, [false, true])
    XCTAssertEqual(app.opened, [.list(.first(of: nil)), .today])
    await eventually("the release") { oldPage == nil && oldPresenter == nil }
  }

  @MainActor
  func testThePageThatIsOpenIsOnlyRevealed() async throws {
    let app = await AppFixture.started(try SceneBench())
    let page = app.page
    app.mainWindow.mainList?.didSelect(.list(.first(of: nil)))
    XCTAssertTrue(app.page === page)
    XCTAssertEqual(app.mainWindow.revealCount, 1)
    XCTAssertEqual(app.opened.count, 1)
  }

  @MainActor
  func testNewListIsMadeAndOpened() async throws {
    let bench = try SceneBench()
    try await bench.store.addList(named: "Work")
    let app = await AppFixture.started(bench)
    app.mainWindow.mainList?.didRequestNewList()
    let dialog = try XCTUnwrap(app.mainWindow.dialog(ListEditPresenter.self))
    dialog.didChangeName("Home")
    dialog.didSubmit()
    await eventually("the new page") { app.mainWindow.pageView.states.last?.title == "Home" }
    XCTAssertEqual(app.mainWindow.openDialogs.count, 0)
    XCTAssertEqual(app.mainWindow.reveals.last, true)
  }

  @MainActor
  func testCancelledDialogIsReleased() async throws {
    let app = await AppFixture.started(try SceneBench())
    app.mainWindow.mainList?.didRequestNewList()
    weak let presenter = app.mainWindow.dialog(ListEditPresenter.self)
    XCTAssertNotNil(presenter)
    presenter?.didClose()
    XCTAssertEqual(app.mainWindow.openDialogs.count, 0)
    XCTAssertNil(presenter)
  }

  @MainActor
  func testListIsRenamed() async throws {
    let bench = try SceneBench()
    let home = try await bench.store.addList(named: "Home")
    let app = await AppFixture.started(bench)
    await eventually("the list") { app.mainWindow.mainListView.states.last?.rows.count == 3 }
    app.mainWindow.mainList?.didRequestEdit(home.id)
    let dialog = try XCTUnwrap(app.mainWindow.dialog(ListEditPresenter.self))
    dialog.didChangeName("House")
    dialog.didSubmit()
    await eventually("the name") { app.mainWindow.pageView.states.last?.title == "House" }
    await eventually("the end") { app.mainWindow.openDialogs.isEmpty }
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
    await bench.waitUntilIdle()
    XCTAssertEqual(app.opened, [.list(work.id), .list(home.id), unmade])
  }

  /// The page of the list that the first to-do creates.
  @MainActor
  private static func unmade(_ bench: SceneBench) async -> AppFixture {
    let app = await AppFixture.started(bench)
    await eventually("the page") {
      app.mainWindow.pageView.states.last?.placeholder == .noList
    }
    return app
  }

  @MainActor
  func testListThatWasNeverMadeGivesWayWhenTheEntryIsEmptied() async throws {
    let bench = try SceneBench()
    let app = await Self.unmade(bench)
    app.page?.didChangeDraft("bread")
    let home = try await bench.store.addList(named: "Home")
    await eventually("the list") { app.mainWindow.mainListView.state.rows.count == 4 }
    XCTAssertEqual(app.opened.count, 1, "the user is typing")
    app.page?.didChangeDraft("")
    await app.shows(.list(home.id))
  }

  @MainActor
  func testListThatWasNeverMadeGivesWayWhenTheDetailsAreCancelled() async throws {
    let bench = try SceneBench()
    let app = await Self.unmade(bench)
    app.coordinator.didChooseNewTodoWithDetails()
    let home = try await bench.store.addList(named: "Home")
    await eventually("the list") { app.mainWindow.mainListView.state.rows.count == 4 }
    XCTAssertEqual(app.opened.count, 1, "the user is typing")
    app.mainWindow.openDetails?.didClose()
    await app.shows(.list(home.id))
  }

  @MainActor
  func testListThatIsBeingMadeDoesNotGiveWay() async throws {
    let bench = try SceneBench(onDisk: true)
    let app = await Self.unmade(bench)
    let page = try XCTUnwrap(app.page)
    let disk = HeldWriter(bench.store, thenFails: true)
    page.didChangeDraft("bread")
    page.didSubmitDraft()
    XCTAssertEqual(page.typed.text, "")
    XCTAssertTrue(page.isAdding, "the to-do that makes it is being stored")
    disk.release()
    await eventually("the alert") { app.mainWindow.alerts.alerts.count == 1 }
    XCTAssertEqual(page.typed.text, "bread")
    page.didChangeDraft("")
    XCTAssertFalse(page.isAdding)
  }

  @MainActor
  func testAlertsAboutTheListsGoInTheWindow() async throws {
    let bench = try SceneBench()
    let home = try await bench.store.addList(named: "Home")
    let app = await AppFixture.started(bench)
    app.mainWindow.alerts.script = ["delete"]
    app.mainWindow.mainList?.didRequestDelete(home.id)
    _ = await app.showsUnmadeList(insteadOf: home.id)
    XCTAssertEqual(app.mainWindow.alerts.titles, ["Delete “Home”?"])
  }
}

import Core
import XCTest

@testable import App

final class AppCoordinatorTests: XCTestCase {
  @MainActor
  func testItBeginsWithTheMainListAndAPage() async throws {
    let bench = try SceneBench()
    let home = try await bench.store.addList(named: "Home")
    let app = await AppFixture.started(bench)
    XCTAssertEqual(app.coordinator.children.count, 1)
    XCTAssertEqual(app.page?.page, .list(home.id))
    XCTAssertNotNil(app.stage.status)
    XCTAssertTrue(app.page?.parent === app.mainList)
    XCTAssertEqual(app.stage.reveals, [false])
    XCTAssertEqual(app.opened, [.list(home.id)])
  }

  @MainActor
  func testRememberedPageOpens() async throws {
    let app = await AppFixture.started(try SceneBench(), remembered: .today)
    XCTAssertEqual(app.page?.page, .today)
    XCTAssertEqual(app.opened, [.today])
  }

  @MainActor
  func testNewTodoMovesTheFocusToTheOpenPage() async throws {
    let app = await AppFixture.started(try SceneBench())
    let focus = app.stage.pageView.state.focusRequest
    app.coordinator.didChooseNewTodo()
    XCTAssertEqual(app.stage.pageView.state.focusRequest, focus + 1)
    XCTAssertEqual(app.stage.revealCount, 1, "a narrow window turns to the page")
  }

  @MainActor
  func testNewTodoWithDetailsOpensItsDialog() async throws {
    let app = await AppFixture.started(try SceneBench())
    app.coordinator.didChooseNewTodoWithDetails()
    XCTAssertEqual(app.page?.children.count, 1)
    XCTAssertNotNil(app.stage.dialog(EditTaskPresenter.self))
  }

  @MainActor
  func testNewListOpensItsDialog() async throws {
    let app = await AppFixture.started(try SceneBench())
    app.coordinator.didChooseNewList()
    XCTAssertNotNil(app.stage.dialog(AddListPresenter.self))
  }

  @MainActor
  func testAccountsOpenOnce() async throws {
    let app = await AppFixture.started(try SceneBench())
    app.coordinator.didChooseAccounts()
    app.coordinator.didChooseAccounts()
    XCTAssertEqual(app.stage.openDialogs.count, 1)
    app.stage.dialog(AccountsPresenter.self)?.didCancel()
    XCTAssertEqual(app.stage.openDialogs.count, 0)
    XCTAssertEqual(app.coordinator.children.count, 1)
    app.coordinator.didChooseAccounts()
    XCTAssertEqual(app.stage.openDialogs.count, 1)
  }

  @MainActor
  func testSyncNowIsPassedOn() async throws {
    let app = await AppFixture.started(try SceneBench())
    app.coordinator.didChooseSyncNow()
    XCTAssertEqual(app.bench.sync.calls, [.syncNow])
  }

  @MainActor
  func testAlertsGoToTheStage() async throws {
    let app = await AppFixture.started(try SceneBench())
    let alert = ErrorText.alert(.busy, title: "Title")
    let expected = Alert(
      title: "Question", body: "", responses: [.init("no", "No"), .init("yes", "Yes")])
    app.stage.alerts.script = ["close", "yes", "yes", "yes"]
    let first = await app.coordinator.present(alert)
    XCTAssertEqual(first, "close")
    let mainList = await app.mainList?.present(expected)
    let page = await app.page?.present(expected)
    XCTAssertEqual([mainList, page], ["yes", "yes"])
    XCTAssertEqual(app.stage.alerts.titles, ["Title", "Question", "Question"])
  }

  @MainActor
  func testFailedCommandIsToldOnTheStage() async throws {
    let app = await AppFixture.started(try SceneBench())
    app.stage.page?.didDelete(TodoID(rawValue: "gone"))
    await eventually("the alert") { app.stage.alerts.titles == ["The Change Was Not Saved"] }
  }

  @MainActor
  func testAlertsWithoutAStageAreClosed() async throws {
    let bench = try SceneBench()
    let coordinator = AppCoordinator(
      services: bench.services, stage: RecordingStage(), remembered: nil, onOpen: { _ in })
    let answer = await coordinator.present(ErrorText.alert(.busy, title: "Title"))
    XCTAssertEqual(answer, "close")
    coordinator.start()
    coordinator.didChooseAccounts()
    XCTAssertEqual(coordinator.children.count, 0)
  }

  @MainActor
  func testEverythingIsReleasedWithTheRoot() async throws {
    let bench = try SceneBench()
    var app: AppFixture? = await AppFixture.started(bench)
    app?.coordinator.didChooseNewTodoWithDetails()
    weak let root = app?.coordinator
    weak let mainList = app?.mainList
    weak let page = app?.page
    weak let dialog = app?.page?.children.first
    weak let mainListPresenter = app?.stage.mainList
    weak let pagePresenter = app?.stage.page
    weak let status = app?.stage.status
    weak let editor = app?.stage.dialog(EditTaskPresenter.self)
    XCTAssertNotNil(dialog)
    XCTAssertNotNil(editor)
    app = nil
    await eventually("the release") {
      let objects: [AnyObject?] = [
        root, mainList, page, dialog, mainListPresenter, pagePresenter, status, editor,
      ]
      return objects.allSatisfy { $0 == nil }
    }
  }
}

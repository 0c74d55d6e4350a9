import Core
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class AppCoordinatorTests: XCTestCase {
  @MainActor
  func testItBeginsWithTheMainListAndAPage() async throws {
    let bench = try SceneBench()
    let home = try await bench.store.addList(named: "Home")
    let app = await AppFixture.started(bench)
    XCTAssertEqual(app.page?.page, .list(home.id))
    XCTAssertNotNil(app.stage.status)
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
    app.coordinator.open(.accounts)
    app.coordinator.open(.accounts)
    XCTAssertEqual(app.stage.openDialogs.count, 1)
    app.stage.dialog(AccountsPresenter.self)?.didClose()
    XCTAssertEqual(app.stage.openDialogs.count, 0)
    app.coordinator.open(.accounts)
    XCTAssertEqual(app.stage.openDialogs.count, 1)
  }

  @MainActor
  func testContentsOpenOnce() async throws {
    let app = await AppFixture.started(try SceneBench())
    app.coordinator.open(.contents)
    app.coordinator.open(.contents)
    XCTAssertEqual(app.stage.openDialogs.count, 1)
    app.stage.dialog(ContentsPresenter.self)?.didClose()
    XCTAssertEqual(app.stage.openDialogs.count, 0)
  }

  @MainActor
  func testPeopleOfAListOpenFromTheMainListAndFromItsPage() async throws {
    let bench = try SceneBench()
    _ = try await bench.connect()
    let home = try await bench.store.addList(named: "Home")
    let app = await AppFixture.started(bench, remembered: .list(home.id))
    await eventually("the page") { app.stage.pageView.states.last?.standing != nil }
    app.stage.mainList?.didRequestSharing(home.id)
    XCTAssertNotNil(app.stage.dialog(SharingPresenter.self))
    app.stage.dialog(SharingPresenter.self)?.didClose()
    XCTAssertEqual(app.stage.openDialogs.count, 0)
    app.stage.page?.didRequestSharing()
    XCTAssertNotNil(app.stage.dialog(SharingPresenter.self))
  }

  @MainActor
  func testListIsLeftFromItsPage() async throws {
    let bench = try SceneBench()
    let ann = try await bench.connect()
    let club = try await bench.join("club", named: "Club", of: "bob", as: .writer, ann)
    let app = await AppFixture.started(bench, remembered: .list(club.id))
    await eventually("the page") { app.stage.pageView.states.last?.standing != nil }
    app.stage.alerts.script = ["leave"]
    app.stage.page?.didRequestLeave()
    await app.shows(.important)
    XCTAssertEqual(app.stage.alerts.titles, ["Leave “Club”?"])
  }

  @MainActor
  func testPreferencesOpenOnce() async throws {
    let app = await AppFixture.started(try SceneBench())
    app.coordinator.perform(.preferences)
    app.coordinator.open(.preferences)
    XCTAssertEqual(app.stage.openDialogs.count, 1)
    app.stage.dialog(PreferencesPresenter.self)?.didClose()
    XCTAssertEqual(app.stage.openDialogs.count, 0)
  }

  @MainActor
  func testShortcutsAndAboutGoToTheStage() async throws {
    let app = await AppFixture.started(try SceneBench())
    app.coordinator.didChooseShortcuts()
    app.coordinator.didChooseAbout()
    await eventually("the facts") { !app.stage.facts.isEmpty }
    XCTAssertEqual(app.stage.shortcutsCount, 1)
    XCTAssertEqual(app.stage.facts.first?.engine.first, "3", "the version of SQLite")
  }

  @MainActor
  func testTodoThatIsAskedForIsShownInItsList() async throws {
    let bench = try SceneBench()
    let home = try await bench.store.addList(named: "Home")
    let work = try await bench.store.addList(named: "Work")
    let milk = try await bench.add("milk", to: home.id)
    for title in ["a", "b"] { try await bench.add(title, to: work.id) }
    let app = await AppFixture.started(bench, remembered: .list(work.id))
    app.coordinator.perform(.show(milk.id))
    await app.shows(.list(home.id))
    await eventually("the row") { app.stage.pageView.states.last?.reveal?.focused == milk.id }
    XCTAssertEqual(app.stage.pageView.state.reveal?.index, 0)
    XCTAssertEqual(app.stage.mainListView.state.selection, .list(home.id))
  }

  @MainActor
  func testTodoIsShownAlthoughNoPageIsOpenYet() async throws {
    let bench = try SceneBench()
    let home = try await bench.store.addList(named: "Home")
    let milk = try await bench.add("milk", to: home.id)
    let app = AppFixture(bench, remembered: .today)
    app.coordinator.perform(.show(milk.id))
    await app.shows(.list(home.id))
    await eventually("the row") { app.stage.pageView.states.last?.reveal?.focused == milk.id }
  }

  @MainActor
  func testTodoThatIsGoneIsToldOf() async throws {
    let app = await AppFixture.started(try SceneBench())
    app.coordinator.perform(.show(TodoID(rawValue: "gone")))
    await eventually("the notice") { app.stage.notices == ["This to-do has been deleted"] }
    XCTAssertEqual(app.stage.alerts.titles, [])
  }

  @MainActor
  func testTodoFromOutsideGoesIntoTheListThatIsOpen() async throws {
    let bench = try SceneBench()
    _ = try await bench.store.addList(named: "Home")
    let work = try await bench.store.addList(named: "Work")
    let app = await AppFixture.started(bench, remembered: .list(work.id))
    app.coordinator.perform(.add("bread"))
    await eventually("the row") { app.stage.pageView.row("bread") != nil }
    let id = app.stage.pageView.row("bread")?.id
    await eventually("its focus") { app.stage.pageView.states.last?.reveal?.focused == id }
    XCTAssertEqual(app.page?.page, .list(work.id))
  }

  @MainActor
  func testTodoFromOutsideGoesIntoTheFirstListWhereTheOpenOneMayOnlyBeRead() async throws {
    let bench = try SceneBench()
    let ann = try await bench.connect()
    let home = try await bench.store.addList(named: "Home")
    let club = try await bench.join("club", named: "Club", of: "bob", as: .reader, ann)
    let app = await AppFixture.started(bench, remembered: .list(club.id))
    app.coordinator.perform(.add("bread"))
    await app.shows(.list(home.id))
    await eventually("the row") { app.stage.pageView.row("bread") != nil }
    XCTAssertEqual(app.stage.alerts.titles, [])
  }

  @MainActor
  func testTodoFromOutsideThatCannotBeSavedIsToldOf() async throws {
    let bench = try SceneBench(onDisk: true)
    let app = await AppFixture.started(bench)
    try await bench.setWritesFail(true)
    app.coordinator.perform(.add("bread"))
    await eventually("the alert") { app.stage.alerts.titles == ["“bread” Was Not Saved"] }
    try await bench.setWritesFail(false)
  }

  @MainActor
  func testSyncNowIsPassedOn() async throws {
    let app = await AppFixture.started(try SceneBench())
    app.coordinator.didChooseSyncNow()
    XCTAssertEqual(app.bench.sync.calls, [.syncNow])
  }

  @MainActor
  func testChangesFromLastTimeAreAskedAboutAlone() async throws {
    let bench = try SceneBench()
    let account = try await bench.connect()
    let todo = try await bench.add("milk")
    let retry = SyncRetry(
      attempts: 1, notBefore: bench.time.now(), problem: .refused(status: 403, code: "NO"))
    try await bench.store.setRecordRetry(retry, for: todo.key, of: account.id)
    let app = AppFixture(bench)
    app.coordinator.willLookForLeftOvers()
    app.stage.alerts.isHolding = true
    app.coordinator.didFindLeftOvers(2)
    await eventually("the question") { app.stage.alerts.openCount == 1 }
    await eventually("the refusal is known") {
      app.stage.statusView.states.last?.button.condition == .problem
    }
    XCTAssertEqual(app.stage.alerts.titles, ["Changes From Last Time"])
    bench.sync.saveFailures = [
      LeftOverFailure(reason: .problem(.unreachable, title: nil), remaining: 2)
    ]
    app.stage.alerts.answer("save")
    await eventually("the answer") { app.stage.alerts.titles.last == "Error" }
    app.stage.alerts.answer("later")
    await bench.settle()
    try await Task.sleep(for: .milliseconds(300))
    XCTAssertEqual(app.stage.alerts.titles.count, 2, "the refusal is known by now")
    XCTAssertEqual(bench.sync.calls, [.saveLeftOvers])
  }

  @MainActor
  func testWithoutChangesFromLastTimeRefusalsAreTold() async throws {
    let bench = try SceneBench()
    let account = try await bench.connect()
    let todo = try await bench.add("milk")
    let retry = SyncRetry(
      attempts: 1, notBefore: bench.time.now(), problem: .refused(status: 403, code: "NO"))
    try await bench.store.setRecordRetry(retry, for: todo.key, of: account.id)
    let app = AppFixture(bench)
    app.coordinator.willLookForLeftOvers()
    app.coordinator.didFindLeftOvers(0)
    await eventually("the alert") { app.stage.alerts.titles == ["“milk” Was Not Accepted"] }
  }

  @MainActor
  func testAlertsGoToTheStage() async throws {
    let app = await AppFixture.started(try SceneBench())
    let question = Alert(
      title: "Question", body: "", responses: [.init("no", "No"), .init("yes", "Yes")])
    app.stage.alerts.script = ["yes", "no", "yes"]
    let mainList = await app.stage.mainList?.navigator?.present(question)
    let page = await app.page?.navigator?.present(question)
    let status = await app.stage.status?.navigator?.presentWhenQuiet(question)
    XCTAssertEqual([mainList, page, status?.response], ["yes", "no", "yes"])
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
    let dialogs = DialogCoordinator(services: bench.services, stage: RecordingStage())
    let alert = ErrorText.alert(.busy, title: "Title")
    let answers = [
      await dialogs.present(alert), await dialogs.presentWhenQuiet(alert).response,
    ]
    XCTAssertEqual(answers, ["close", "close"])
    dialogs.open(.accounts)
  }

  @MainActor
  func testEverythingIsReleasedWithTheRoot() async throws {
    let bench = try SceneBench()
    var app: AppFixture? = await AppFixture.started(bench)
    app?.coordinator.didChooseNewTodoWithDetails()
    weak let root = app?.coordinator
    weak let mainList = app?.coordinator.mainList
    weak let mainListPresenter = app?.stage.mainList
    weak let pagePresenter = app?.stage.page
    weak let status = app?.stage.status
    weak let editor = app?.stage.dialog(EditTaskPresenter.self)
    XCTAssertNotNil(editor)
    app = nil
    await eventually("the release") {
      let objects: [AnyObject?] = [
        root, mainList, mainListPresenter, pagePresenter, status, editor,
      ]
      return objects.allSatisfy { $0 == nil }
    }
  }
}

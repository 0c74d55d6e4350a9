import Core
import Sync
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
    XCTAssertNotNil(app.mainWindow.status)
    XCTAssertEqual(app.mainWindow.reveals, [false])
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
    let focus = app.mainWindow.pageView.state.typed.focusRequest
    app.coordinator.didChooseNewTodo()
    XCTAssertEqual(app.mainWindow.pageView.state.typed.focusRequest, focus + 1)
    XCTAssertEqual(app.mainWindow.revealCount, 1, "a narrow window turns to the page")
  }

  @MainActor
  func testNewTodoWithDetailsOpensThem() async throws {
    let app = await AppFixture.started(try SceneBench())
    app.coordinator.didChooseNewTodoWithDetails()
    XCTAssertEqual(app.mainWindow.openDetails?.isNew, true)
  }

  @MainActor
  func testNewListOpensItsDialog() async throws {
    let app = await AppFixture.started(try SceneBench())
    app.coordinator.didChooseNewList()
    XCTAssertNotNil(app.mainWindow.dialog(ListEditPresenter.self))
  }

  @MainActor
  func testADialogOpensOnce() async throws {
    let app = await AppFixture.started(try SceneBench())
    let dialogs: [(open: () -> Void, close: () -> Void)] = [
      (
        { app.coordinator.open(AccountsRoute()) },
        { app.mainWindow.dialog(AccountsPresenter.self)?.didClose() }
      ),
      (
        { app.coordinator.open(ContentsRoute()) },
        { app.mainWindow.dialog(ContentsPresenter.self)?.didClose() }
      ),
      (
        { app.coordinator.perform(.preferences) },
        { app.mainWindow.dialog(PreferencesPresenter.self)?.didClose() }
      ),
    ]
    for dialog in dialogs {
      for _ in 0..<2 {
        dialog.open()
        dialog.open()
        XCTAssertEqual(app.mainWindow.openDialogs.count, 1)
        dialog.close()
        XCTAssertEqual(app.mainWindow.openDialogs.count, 0)
      }
    }
  }

  @MainActor
  func testPeopleOfAListOpenFromTheMainListAndFromItsPage() async throws {
    let bench = try SceneBench()
    _ = try await bench.connect()
    let home = try await bench.store.addList(named: "Home")
    let app = await AppFixture.started(bench, remembered: .list(home.id))
    await eventually("the page") { app.mainWindow.pageView.states.last?.access != nil }
    app.mainWindow.mainList?.didRequestSharing(home.id)
    XCTAssertNotNil(app.mainWindow.dialog(SharingPresenter.self))
    app.mainWindow.dialog(SharingPresenter.self)?.didClose()
    XCTAssertEqual(app.mainWindow.openDialogs.count, 0)
    app.mainWindow.page?.didRequestSharing()
    XCTAssertNotNil(app.mainWindow.dialog(SharingPresenter.self))
  }

  @MainActor
  func testListIsLeftFromItsPage() async throws {
    let bench = try SceneBench()
    let ann = try await bench.connect()
    let club = try await bench.join("club", named: "Club", of: "bob", as: .writer, ann)
    let app = await AppFixture.started(bench, remembered: .list(club.id))
    await eventually("the page") { app.mainWindow.pageView.states.last?.access != nil }
    app.mainWindow.alerts.script = ["leave"]
    app.mainWindow.page?.didRequestLeave()
    await app.shows(.important)
    XCTAssertEqual(app.mainWindow.alerts.titles, ["Leave “Club”?"])
  }

  @MainActor
  func testShortcutsAndAboutGoInTheWindow() async throws {
    let app = await AppFixture.started(try SceneBench())
    app.coordinator.didChooseShortcuts()
    app.coordinator.didChooseAbout()
    await eventually("the information") { !app.mainWindow.aboutInfo.isEmpty }
    XCTAssertEqual(app.mainWindow.shortcutsCount, 1)
    XCTAssertEqual(app.mainWindow.aboutInfo.first?.engine.first, "3", "the version of SQLite")
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
    app.coordinator.willLookForUnsentChanges()
    app.mainWindow.alerts.isHolding = true
    app.coordinator.didFindUnsentChanges(2)
    await eventually("the question") { app.mainWindow.alerts.openCount == 1 }
    await eventually("the refusal is known") {
      app.mainWindow.statusView.states.last?.button.condition == .problem
    }
    XCTAssertEqual(app.mainWindow.alerts.titles, ["Changes From Last Time"])
    bench.sync.saveFailures = [
      UnsentChangesFailure(reason: .problem(.unreachable, title: nil), remaining: 2)
    ]
    app.mainWindow.alerts.answer("save")
    await eventually("the answer") { app.mainWindow.alerts.titles.last == "Error" }
    app.mainWindow.alerts.answer("later")
    await bench.waitUntilIdle()
    let other = try await bench.add("bread")
    try await bench.store.setRecordRetry(retry, for: other.key, of: account.id)
    await eventually("the next refusal") { app.mainWindow.alerts.titles.count > 2 }
    XCTAssertEqual(
      app.mainWindow.alerts.titles.dropFirst(2), ["“bread” Was Not Accepted"],
      "the first is known by now")
    XCTAssertEqual(bench.sync.calls, [.saveUnsentChanges])
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
    app.coordinator.willLookForUnsentChanges()
    app.coordinator.didFindUnsentChanges(0)
    await eventually("the alert") { app.mainWindow.alerts.titles == ["“milk” Was Not Accepted"] }
  }

  @MainActor
  func testAlertsGoInTheWindow() async throws {
    let app = await AppFixture.started(try SceneBench())
    let question = Alert(
      title: "Question", body: "", responses: [.init("no", "No"), .init("yes", "Yes")])
    app.mainWindow.alerts.script = ["yes", "no", "yes"]
    let mainList = await app.mainWindow.mainList?.navigator?.present(question)
    let page = await app.page?.navigator?.present(question)
    let status = await app.mainWindow.status?.navigator?.presentWhenQuiet(question)
    XCTAssertEqual([mainList, page, status?.response], ["yes", "no", "yes"])
  }

  @MainActor
  func testFailedCommandIsToldInTheWindow() async throws {
    let app = await AppFixture.started(try SceneBench())
    app.mainWindow.page?.didDelete(TodoID(rawValue: "gone"))
    await eventually("the alert") { app.mainWindow.alerts.titles == ["The Change Was Not Saved"] }
  }

  @MainActor
  func testAlertsWithoutAWindowAreClosed() async throws {
    let bench = try SceneBench()
    let dialogs = DialogCoordinator(services: bench.services, mainWindow: RecordingWindow())
    let alert = ErrorText.alert(.busy, title: "Title")
    let answers = [
      await dialogs.present(alert), await dialogs.presentWhenQuiet(alert).response,
    ]
    XCTAssertEqual(answers, ["close", "close"])
    dialogs.open(AccountsRoute())
  }

  @MainActor
  func testEverythingIsReleasedWithTheRoot() async throws {
    let bench = try SceneBench()
    var app: AppFixture? = await AppFixture.started(bench)
    app?.coordinator.didChooseNewTodoWithDetails()
    weak let root = app?.coordinator
    weak let mainList = app?.coordinator.mainList
    weak let mainListPresenter = app?.mainWindow.mainList
    weak let pagePresenter = app?.mainWindow.page
    weak let status = app?.mainWindow.status
    weak let editor = app?.mainWindow.openDetails
    XCTAssertNotNil(editor)
    app = nil
    await eventually("the release") {
      let objects: [AnyObject?] = [
        root, mainList, mainListPresenter, pagePresenter, status, editor,
      ]
      return objects.allSatisfy { $0 == nil }
    }
  }

  /// A profile that waited for the network is sent when no dialog knows of it.
  @MainActor
  func testAProfileThatIsRefusedLaterIsToldOnce() async throws {
    let bench = try SceneBench()
    let app = await AppFixture.started(bench)
    bench.profiles.person = Person(id: "ann", username: "ann", fullname: "Ann")
    let refusal = ProfileOutcome.refused(.refused(status: 403, code: "PERMISSION_DENIED"))
    bench.profiles.outcomes = [refusal, refusal]
    app.mainWindow.alerts.script = ["discard"]
    app.coordinator.didRefuseProfile(of: bench.accountID)
    app.coordinator.didRefuseProfile(of: bench.accountID)
    await eventually("the answer") { bench.profiles.calls == [.send, .discard] }
    XCTAssertEqual(app.mainWindow.alerts.titles, ["Your Profile Was Not Saved"])
  }
}

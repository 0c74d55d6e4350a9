import Core
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class TodoListCoordinatorTests: XCTestCase {
  @MainActor
  private static func app() async throws -> (AppFixture, TodoList, Todo) {
    let bench = try SceneBench()
    let home = try await bench.store.addList(named: "Home")
    let todo = try await bench.add("milk", to: home.id)
    let app = await AppFixture.started(bench)
    await eventually("the page") { app.mainWindow.pageView.states.last?.title == "Home" }
    return (app, home, todo)
  }

  @MainActor
  func testActivatedRowOpensTheEditScene() async throws {
    let (app, _, todo) = try await Self.app()
    app.mainWindow.page?.didActivate(todo.id)
    await eventually("the dialog") { app.mainWindow.openDialogs.count == 1 }
    weak let presenter = app.mainWindow.dialog(EditTaskPresenter.self)
    presenter?.didChangeContent("bread")
    presenter?.didSave()
    await eventually("the new title") { app.mainWindow.pageView.titles == ["bread"] }
    await eventually("the release") { app.mainWindow.openDialogs.isEmpty && presenter == nil }
  }

  @MainActor
  func testSavedDetailsFreeTheEntry() async throws {
    let (app, _, _) = try await Self.app()
    app.mainWindow.page?.didChangeDraft("bread")
    app.coordinator.didChooseNewTodoWithDetails()
    XCTAssertEqual(app.mainWindow.pageView.state.draft, "bread")
    app.mainWindow.dialog(EditTaskPresenter.self)?.didSave()
    await eventually("the row") { app.mainWindow.pageView.titles == ["milk", "bread"] }
    await eventually("the entry") { app.mainWindow.pageView.state.draft == "" }
    await eventually("the end") { app.mainWindow.openDialogs.isEmpty }
  }

  @MainActor
  func testCancelledDetailsLeaveTheEntry() async throws {
    let (app, _, _) = try await Self.app()
    app.mainWindow.page?.didChangeDraft("bread")
    app.coordinator.didChooseNewTodoWithDetails()
    app.mainWindow.dialog(EditTaskPresenter.self)?.didClose()
    XCTAssertEqual(app.mainWindow.pageView.state.draft, "bread")
    XCTAssertEqual(app.mainWindow.openDialogs.count, 0)
  }

  @MainActor
  func testMenuOfThePageRenamesAndDeletesItsList() async throws {
    let (app, home, _) = try await Self.app()
    app.mainWindow.page?.didRequestRename()
    XCTAssertNotNil(app.mainWindow.dialog(ListNamePresenter.self))
    app.mainWindow.dialog(ListNamePresenter.self)?.didClose()
    app.mainWindow.alerts.script = ["delete"]
    app.mainWindow.page?.didRequestDeleteList()
    _ = await app.showsUnmadeList(insteadOf: home.id)
    XCTAssertEqual(app.mainWindow.alerts.titles, ["Delete List"])
    let count = try await app.bench.store.todoCount(in: home.id)
    XCTAssertEqual(count, 0)
  }

  @MainActor
  func testDialogOutlivesThePageBelowIt() async throws {
    let (app, home, todo) = try await Self.app()
    app.mainWindow.page?.didActivate(todo.id)
    await eventually("the dialog") { app.mainWindow.openDialogs.count == 1 }
    try await app.bench.store.deleteList(home.id)
    _ = await app.showsUnmadeList(insteadOf: home.id)
    let presenter = try XCTUnwrap(app.mainWindow.dialog(EditTaskPresenter.self))
    presenter.didSave()
    await eventually("the alert") { app.mainWindow.alerts.titles == ["“milk” Was Not Saved"] }
    XCTAssertEqual(app.mainWindow.openDialogs.count, 1, "what was typed can still be copied")
    presenter.didClose()
    XCTAssertEqual(app.mainWindow.openDialogs.count, 0)
  }

  @MainActor
  func testNewTodoCanGoToAnotherListWhenItsOwnIsGone() async throws {
    let (app, home, _) = try await Self.app()
    let work = try await app.bench.store.addList(named: "Work")
    app.mainWindow.page?.didChangeDraft("bread")
    app.coordinator.didChooseNewTodoWithDetails()
    let presenter = try XCTUnwrap(app.mainWindow.dialog(EditTaskPresenter.self))
    await eventually("the lists") { presenter.screen.rendered?.lists.count == 2 }
    try await app.bench.store.deleteList(home.id)
    await app.shows(.list(work.id))
    presenter.didChooseList(1)
    presenter.didSave()
    await eventually("the row") { app.mainWindow.pageView.titles == ["bread"] }
    await eventually("the end") { app.mainWindow.openDialogs.isEmpty }
  }
}

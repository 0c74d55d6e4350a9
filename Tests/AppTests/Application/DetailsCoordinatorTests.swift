import Core
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class DetailsCoordinatorTests: XCTestCase {
  @MainActor
  private static func app(onDisk: Bool = false) async throws -> (AppFixture, TodoList, Todo) {
    let bench = try SceneBench(onDisk: onDisk)
    let home = try await bench.store.addList(named: "Home")
    let todo = try await bench.add("milk", to: home.id)
    let app = await AppFixture.started(bench)
    await eventually("the page") { app.mainWindow.pageView.states.last?.title == "Home" }
    return (app, home, todo)
  }

  @MainActor
  func testActivatedRowOpensTheDetails() async throws {
    let (app, _, todo) = try await Self.app()
    app.mainWindow.page?.didActivate(todo.id)
    await eventually("the details") { app.mainWindow.openDetails != nil }
    weak let presenter = app.mainWindow.openDetails
    XCTAssertEqual(app.mainWindow.detailsTookFocus, true)
    presenter?.didType("bread", into: .title)
    presenter?.didClose()
    await eventually("the new title") { app.mainWindow.pageView.titles == ["bread"] }
    await eventually("the release") { app.mainWindow.openDetails == nil && presenter == nil }
  }

  @MainActor
  func testDetailsThatComeLaterTakeNoFocusFromTheEntry() async throws {
    let (app, _, todo) = try await Self.app()
    app.mainWindow.page?.didActivate(todo.id)
    app.mainWindow.isEntryFocused = true
    await eventually("the details") { app.mainWindow.openDetails != nil }
    XCTAssertEqual(app.mainWindow.detailsTookFocus, false)
  }

  @MainActor
  func testRowsAreToldWhileDetailsOpenThatTakeTheFocus() async throws {
    let (app, home, todo) = try await Self.app()
    let eggs = try await app.bench.add("eggs", to: home.id)
    await eventually("the row") { app.mainWindow.pageView.titles == ["milk", "eggs"] }
    let page = try XCTUnwrap(app.mainWindow.page)
    XCTAssertNil(page.openingDetails())
    page.didActivate(todo.id)
    XCTAssertEqual(page.openingDetails(), todo.id)
    await eventually("the details") { app.mainWindow.openDetails != nil }
    XCTAssertNil(page.openingDetails())
    page.didSelect(eggs.id)
    XCTAssertNil(page.openingDetails(), "the focus stays on the rows")
    await eventually("the other details") { app.mainWindow.openDetails?.todo == eggs.id }
    page.didActivate(TodoID(rawValue: "gone"))
    XCTAssertEqual(page.openingDetails()?.rawValue, "gone")
    await eventually("the alert") { app.mainWindow.alerts.alerts.count == 1 }
    XCTAssertNil(page.openingDetails())
  }

  @MainActor
  func testChoosingAnotherRowShowsThatOneAndKeepsWhatWasTyped() async throws {
    let (app, home, todo) = try await Self.app()
    let eggs = try await app.bench.add("eggs", to: home.id)
    app.mainWindow.page?.didSelect(eggs.id)
    await app.bench.waitUntilIdle()
    XCTAssertNil(app.mainWindow.openDetails, "only while details are open")
    app.mainWindow.page?.didActivate(todo.id)
    await eventually("the details") { app.mainWindow.openDetails?.todo == todo.id }
    app.mainWindow.openDetails?.didType("bread", into: .title)
    app.mainWindow.page?.didSelect(eggs.id)
    await eventually("the other details") { app.mainWindow.openDetails?.todo == eggs.id }
    XCTAssertEqual(app.mainWindow.detailsTookFocus, false, "the focus stays on the rows")
    let stored = try await app.bench.store.todo(todo.id)
    XCTAssertEqual(stored?.content, "bread")
    app.mainWindow.page?.didActivate(eggs.id)
    XCTAssertEqual(app.mainWindow.detailsFocusCount, 1, "they are open already")
  }

  @MainActor
  func testWhatCannotBeKeptStaysOnShow() async throws {
    let bench = try SceneBench(onDisk: true)
    let home = try await bench.store.addList(named: "Home")
    let milk = try await bench.add("milk", to: home.id)
    let eggs = try await bench.add("eggs", to: home.id)
    let app = await AppFixture.started(bench)
    app.mainWindow.page?.didActivate(milk.id)
    await eventually("the details") { app.mainWindow.openDetails?.todo == milk.id }
    app.mainWindow.openDetails?.didType("bread", into: .title)
    try await bench.setWritesFail(true)
    app.mainWindow.page?.didSelect(eggs.id)
    await eventually("the alert") { app.mainWindow.alerts.titles == ["“bread” Was Not Saved"] }
    await bench.waitUntilIdle()
    XCTAssertEqual(app.mainWindow.openDetails?.todo, milk.id)
    try await bench.setWritesFail(false)
    app.mainWindow.page?.didSelect(eggs.id)
    await eventually("the other details") { app.mainWindow.openDetails?.todo == eggs.id }
    let stored = try await bench.store.todo(milk.id)
    XCTAssertEqual(stored?.content, "bread")
  }

  @MainActor
  func testActivatedRowThatIsGoneIsTold() async throws {
    let (app, _, todo) = try await Self.app()
    app.mainWindow.page?.didActivate(TodoID(rawValue: "gone"))
    await eventually("the alert") { app.mainWindow.alerts.alerts.count == 1 }
    XCTAssertEqual(app.mainWindow.alerts.alerts.first?.body, ErrorText.reason(.missing))
    XCTAssertNil(app.mainWindow.openDetails)
    app.mainWindow.page?.didActivate(todo.id)
    await eventually("the details of another row") { app.mainWindow.openDetails != nil }
  }

  @MainActor
  func testDeletedRowAndAnotherPageCloseTheDetails() async throws {
    let (app, _, todo) = try await Self.app()
    app.mainWindow.page?.didActivate(todo.id)
    await eventually("the details") { app.mainWindow.openDetails != nil }
    app.coordinator.mainList.open(.today, isReveal: true)
    await eventually("no details") { app.mainWindow.openDetails == nil }
    app.mainWindow.page?.didActivate(todo.id)
    await eventually("the details again") { app.mainWindow.openDetails != nil }
    app.mainWindow.page?.didDelete(todo.id)
    await eventually("no details any more") { app.mainWindow.openDetails == nil }
    await app.bench.waitUntilIdle()
    let stored = try await app.bench.store.todo(todo.id)
    XCTAssertNil(stored)
  }

  @MainActor
  func testWhatIsTypedIsThereAgainWhenItsPageIs() async throws {
    let (app, home, todo) = try await Self.app()
    app.mainWindow.page?.didRequestSubtask(of: todo.id)
    app.mainWindow.page?.didChangeDraft("bread")
    app.coordinator.mainList.open(.today, isReveal: true)
    XCTAssertEqual(app.mainWindow.pageView.state.typed.text, "", "a person turned to another page")
    app.coordinator.mainList.open(.list(home.id), isReveal: true)
    XCTAssertEqual(app.mainWindow.pageView.state.typed.text, "bread")
    XCTAssertTrue(app.mainWindow.pageView.state.typed.chips.contains(where: \.isParent))
    app.mainWindow.page?.didSubmitDraft()
    await eventually("a subtask") {
      app.mainWindow.pageView.row("bread")?.parent == todo.id
    }
  }

  @MainActor
  func testTextComesBackToItsPageWhenThatIsNotOpenAnyMore() async throws {
    let (app, home, _) = try await Self.app(onDisk: true)
    let disk = HeldWriter(app.bench.store, thenFails: true)
    app.mainWindow.page?.didChangeDraft("bread")
    app.mainWindow.page?.didSubmitDraft()
    app.coordinator.mainList.open(.today, isReveal: true)
    disk.release()
    await eventually("the alert") { app.mainWindow.alerts.alerts.count == 1 }
    XCTAssertEqual(app.mainWindow.pageView.state.typed.text, "")
    app.coordinator.mainList.open(.list(home.id), isReveal: true)
    XCTAssertEqual(app.mainWindow.pageView.state.typed.text, "bread")
  }

  @MainActor
  func testWhatIsTypedGoesAlongWhenTheListIsGone() async throws {
    let (app, home, _) = try await Self.app()
    let work = try await app.bench.store.addList(named: "Work")
    await app.bench.waitUntilIdle()
    app.mainWindow.page?.didChangeDraft("bread")
    try await app.bench.store.deleteList(home.id)
    await eventually("the other list") { app.mainWindow.page?.page == .list(work.id) }
    XCTAssertEqual(app.mainWindow.pageView.state.typed.text, "bread")
  }

  @MainActor
  func testAddedDetailsFreeTheEntry() async throws {
    let (app, _, _) = try await Self.app()
    app.mainWindow.page?.didChangeDraft("bread")
    app.coordinator.didChooseNewTodoWithDetails()
    XCTAssertEqual(app.mainWindow.pageView.state.typed.text, "bread")
    app.mainWindow.openDetails?.didClose()
    await eventually("the row") { app.mainWindow.pageView.titles == ["milk", "bread"] }
    await eventually("the entry") { app.mainWindow.pageView.state.typed.text == "" }
    await eventually("the end") { app.mainWindow.openDetails == nil }
  }

  @MainActor
  func testDetailsWithoutATitleLeaveTheEntry() async throws {
    let (app, _, _) = try await Self.app()
    app.mainWindow.page?.didChangeDraft("bread")
    app.coordinator.didChooseNewTodoWithDetails()
    app.mainWindow.openDetails?.didType("", into: .title)
    app.mainWindow.openDetails?.didClose()
    XCTAssertEqual(app.mainWindow.pageView.state.typed.text, "bread")
    XCTAssertNil(app.mainWindow.openDetails)
  }

  @MainActor
  func testMenuOfThePageRenamesAndDeletesItsList() async throws {
    let (app, home, _) = try await Self.app()
    app.mainWindow.page?.didRequestEditList()
    XCTAssertNotNil(app.mainWindow.dialog(ListEditPresenter.self))
    app.mainWindow.dialog(ListEditPresenter.self)?.didClose()
    app.mainWindow.alerts.script = ["delete"]
    app.mainWindow.page?.didRequestDeleteList()
    _ = await app.showsUnmadeList(insteadOf: home.id)
    XCTAssertEqual(app.mainWindow.alerts.titles, ["Delete “Home”?"])
    let count = try await app.bench.store.todoCount(in: home.id)
    XCTAssertEqual(count, 0)
  }

  @MainActor
  func testDetailsOfADeletedListAreKeptWithIt() async throws {
    let (app, home, todo) = try await Self.app()
    app.mainWindow.page?.didActivate(todo.id)
    await eventually("the details") { app.mainWindow.openDetails != nil }
    app.mainWindow.openDetails?.didType("bread", into: .title)
    try await app.bench.store.deleteList(home.id)
    await eventually("no details") { app.mainWindow.openDetails == nil }
    await app.bench.waitUntilIdle()
    let stored = try await app.bench.store.todo(todo.id)
    XCTAssertEqual(stored?.content, "bread", "an edit beats a delete")
    let list = try await app.bench.store.lists().first
    XCTAssertEqual(list?.name, "Home")
  }

  @MainActor
  func testNewTodoCanGoToAnotherListWhenItsOwnIsGone() async throws {
    let (app, home, _) = try await Self.app()
    let work = try await app.bench.store.addList(named: "Work")
    app.mainWindow.page?.didChangeDraft("bread")
    app.coordinator.didChooseNewTodoWithDetails()
    let presenter = try XCTUnwrap(app.mainWindow.openDetails)
    await eventually("the lists") { presenter.screen.rendered?.lists.count == 2 }
    try await app.bench.store.deleteList(home.id)
    await eventually("the alert") { app.mainWindow.alerts.titles == ["“bread” Was Not Saved"] }
    XCTAssertTrue(presenter.isOpen, "what was typed stays")
    await app.shows(.list(work.id))
    presenter.didChooseList(1)
    presenter.didClose()
    await eventually("the row") { app.mainWindow.pageView.titles == ["bread"] }
    await eventually("the end") { app.mainWindow.openDetails == nil }
  }

  @MainActor
  func testDetailsAskedForTwiceFreeTheEntryToo() async throws {
    let (app, _, _) = try await Self.app()
    app.mainWindow.page?.didChangeDraft("bread")
    app.coordinator.didChooseNewTodoWithDetails()
    app.coordinator.didChooseNewTodoWithDetails()
    XCTAssertEqual(app.mainWindow.detailsFocusCount, 1, "they are open already")
    app.mainWindow.openDetails?.didClose()
    await eventually("the row") { app.mainWindow.pageView.titles == ["milk", "bread"] }
    await eventually("the entry") { app.mainWindow.pageView.state.typed.text == "" }
  }

  @MainActor
  func testWhatIsTypedForAListThatGoesLaterIsNotLost() async throws {
    let (app, home, _) = try await Self.app()
    try await app.bench.store.addList(named: "Work")
    await app.bench.waitUntilIdle()
    app.mainWindow.page?.didChangeDraft("bread")
    app.mainWindow.mainList?.didSelect(.today)
    try await app.bench.store.deleteList(home.id)
    await eventually("no list") { app.mainWindow.mainList?.exists(.list(home.id)) == false }
    app.mainWindow.mainList?.didSelect(.important)
    XCTAssertEqual(app.mainWindow.pageView.state.typed.text, "bread")
  }

  /// In a list that can only be read it would not be seen.
  @MainActor
  func testWhatIsTypedForAListThatGoesLaterWaitsForAnEntry() async throws {
    let (app, home, _) = try await Self.app()
    let account = try await app.bench.connect()
    let club = try await app.bench.join("club", named: "Club", of: "bob", as: .reader, account)
    await eventually("it is there") { app.mainWindow.mainList?.exists(.list(club.id)) == true }
    await eventually("its role") {
      app.mainWindow.mainList?.metadata.readOnly.contains(club.id) == true
    }
    app.mainWindow.page?.didChangeDraft("bread")
    app.mainWindow.mainList?.didSelect(.today)
    try await app.bench.store.deleteList(home.id)
    await eventually("no list") { app.mainWindow.mainList?.exists(.list(home.id)) == false }
    app.mainWindow.mainList?.didSelect(.list(club.id))
    XCTAssertEqual(app.mainWindow.pageView.state.typed.text, "")
    app.mainWindow.mainList?.didSelect(.important)
    XCTAssertEqual(app.mainWindow.pageView.state.typed.text, "bread")
  }
}

import Basics
import Core
import XCTest

@testable import App
@testable import Platform
@testable import Service

/// What is typed into the add entry as it is spoken.
final class TodoListTypedTests: XCTestCase {
  @MainActor
  private func page(_ bench: SceneBench, named name: String = "Home") async throws
    -> (TodoListFixture, TodoList)
  {
    let list = try await bench.store.addList(named: name)
    return (await TodoListFixture.loaded(bench, .list(list.id), rows: 0), list)
  }

  @MainActor
  func testWhatIsUnderstoodIsShownAndAdded() async throws {
    let bench = try SceneBench()
    let (page, list) = try await page(bench)
    page.type("Call Ann tomorrow 5pm !! #home every week")
    XCTAssertEqual(
      page.state.typed.chips.map(\.typed), ["tomorrow", "5pm", "!!", "#home", "every week"])
    XCTAssertEqual(page.state.typed.chips.first?.range, 9..<17)
    XCTAssertEqual(page.state.typed.chips.first?.text, "Due tomorrow")
    let states = page.view.states.count
    page.presenter.didSubmitDraft()
    XCTAssertEqual(page.view.states.count, states + 1, "entry, chips and row change in one frame")
    XCTAssertEqual(page.view.titles, ["Call Ann"])
    XCTAssertEqual(page.state.typed.chips, [])
    await bench.commands.drain()
    await bench.waitUntilIdle()
    let row = try XCTUnwrap(page.view.row("Call Ann"))
    let todo = try await bench.store.todo(row.id)
    let today = LocalClock.clock(at: bench.store.now).day
    XCTAssertEqual(todo?.listID, list.id)
    XCTAssertEqual(todo?.due?.day, today.adding(days: 1))
    XCTAssertEqual(todo?.due?.time, TimeOfDay(hour: 17, minute: 0))
    XCTAssertEqual(todo?.priority, .medium)
    XCTAssertEqual(todo?.tags.map(\.text), ["home"])
    XCTAssertEqual(todo?.recurrence?.text, "FREQ=WEEKLY")
  }

  /// A page that is no list knows the people of the account that a new to-do goes to.
  @MainActor
  func testPeopleAreKnownOnPagesWithoutAList() async throws {
    let bench = try SceneBench()
    let account = try await bench.connect()
    try await bench.store.addList(named: "Home", to: .account(account.id))
    for page in [Page.today, .important, .assignedToMe] {
      let page = await TodoListFixture.loaded(bench, page, rows: 0)
      await eventually("the account") { page.presenter.entry.account == account.id }
    }
  }

  /// The star of the page Important is what is meant where nothing else is said.
  @MainActor
  func testATypedPriorityGoesBeforeTheStarOfThePage() async throws {
    let bench = try SceneBench()
    try await bench.store.addList(named: "Home")
    let page = await TodoListFixture.loaded(bench, .important, rows: 0)
    page.submit("wine !!")
    await bench.waitUntilIdle()
    XCTAssertEqual(page.state.notice?.text, "Added: Medium priority")
    page.submit("bread !!!")
    page.submit("milk")
    await bench.waitUntilIdle()
    XCTAssertEqual(page.view.titles, ["bread", "milk"])
    let priorities = try await bench.store.allTodos().map { ($0.content, $0.priority) }
    XCTAssertEqual(
      Dictionary(priorities) { $1 }, ["wine": .medium, "bread": .highest, "milk": .highest])
  }

  @MainActor
  func testARemovedPartIsTextUntilTheNextToDo() async throws {
    let bench = try SceneBench()
    let (page, _) = try await page(bench)
    page.type("Meet Ann at 10:30 #work")
    XCTAssertEqual(page.state.typed.chips.map(\.typed), ["at 10:30", "#work"])
    page.presenter.didRemove(page.state.typed.chips[0])
    XCTAssertEqual(page.state.typed.chips.map(\.typed), ["#work"])
    page.type("Meet Ann at 10:30 #work !")
    XCTAssertEqual(page.state.typed.chips.map(\.typed), ["#work", "!"], "it stays text")
    page.presenter.didSubmitDraft()
    XCTAssertEqual(page.view.titles, ["Meet Ann at 10:30"])
    page.type("Meet Bob at 10:30")
    XCTAssertEqual(page.state.typed.chips.map(\.typed), ["at 10:30"])
  }

  @MainActor
  func testEscapeMakesEverythingText() async throws {
    let bench = try SceneBench()
    let (page, _) = try await page(bench)
    page.type("plain")
    XCTAssertFalse(page.presenter.didPressEscape())
    page.type("tea tomorrow !!")
    XCTAssertTrue(page.presenter.didPressEscape())
    XCTAssertEqual(page.state.typed.chips, [])
    XCTAssertFalse(page.presenter.didPressEscape(), "the second one is the window's")
    page.presenter.didSubmitDraft()
    XCTAssertEqual(page.view.titles, ["tea tomorrow !!"])
  }

  @MainActor
  func testANamedListTakesItAndThatIsSaid() async throws {
    let bench = try SceneBench()
    let work = try await bench.store.addList(named: "Work")
    let (page, _) = try await page(bench)
    page.type("call ~Work")
    await eventually("the list is known") { !page.state.typed.chips.isEmpty }
    XCTAssertEqual(page.state.typed.chips.first?.text, "~Work")
    page.presenter.didSubmitDraft()
    XCTAssertEqual(page.view.titles, [], "it does not appear here")
    await bench.commands.drain()
    await bench.waitUntilIdle()
    XCTAssertEqual(page.view.titles, [])
    XCTAssertEqual(page.state.notice?.text, "Added to “Work”")
    let sections = try await bench.store.sections(of: .list(work.id))
    XCTAssertEqual(sections.open.map(\.content), ["call"])
  }

  @MainActor
  func testADayPageGivesItsDayUnlessOneIsTyped() async throws {
    let bench = try SceneBench()
    try await bench.store.addList(named: "Home")
    let page = await TodoListFixture.loaded(bench, .today, rows: 0)
    page.submit("tea #home")
    await page.shows(["tea"])
    XCTAssertEqual(page.view.row("tea")?.due?.day, SceneBench.monday)
    page.submit("milk on 2031-05-06")
    await bench.commands.drain()
    await bench.waitUntilIdle()
    XCTAssertEqual(page.view.titles, ["tea"])
    XCTAssertEqual(page.state.notice?.text, "Added: due May 6, 2031")
  }

  @MainActor
  func testOnImportantItGetsAStarWithWhatIsTyped() async throws {
    let bench = try SceneBench()
    try await bench.store.addList(named: "Home")
    let page = await TodoListFixture.loaded(bench, .important, rows: 0)
    page.submit("pay rent #home")
    await page.shows(["pay rent"])
    XCTAssertEqual(page.view.row("pay rent")?.isStarred, true)
    XCTAssertNil(page.state.notice)
  }

  @MainActor
  func testNothingIsUnderstoodWhereThatIsTurnedOff() async throws {
    let bench = try SceneBench()
    let (page, _) = try await page(bench)
    page.presenter.entry.isOn = { false }
    page.submit("tea tomorrow")
    XCTAssertEqual(page.view.titles, ["tea tomorrow"])
    XCTAssertEqual(page.state.typed.chips, [])
  }

  @MainActor
  func testANameLearntMeanwhileLeavesTheMark() async throws {
    let bench = try SceneBench()
    for name in ["Wood", "Work"] { try await bench.store.addList(named: name) }
    let (page, _) = try await page(bench)
    page.type("a ~w")
    await eventually("the lists") { page.state.typed.offers?.names.count == 2 }
    XCTAssertTrue(page.presenter.didMoveOffer(1))
    let before = try XCTUnwrap(page.state.typed.offers)
    try await bench.store.addList(named: "Walk")
    await eventually("the new list") { page.state.typed.offers?.names.count == 3 }
    let after = try XCTUnwrap(page.state.typed.offers)
    XCTAssertEqual(after.marked.map { after.names[$0] }, before.marked.map { before.names[$0] })
  }

  @MainActor
  func testNamesAreOfferedAndChosen() async throws {
    let bench = try SceneBench()
    try await bench.store.addList(named: "Werk")
    let (page, _) = try await page(bench)
    page.type("a ~")
    await eventually("the lists") { page.state.typed.offers?.names == ["Werk", "Home"] }
    XCTAssertNil(page.state.typed.offers?.marked, "Enter adds")
    XCTAssertFalse(page.presenter.didChooseMarkedOffer(isTab: false))
    XCTAssertTrue(page.presenter.didMoveOffer(1))
    XCTAssertEqual(page.state.typed.offers?.marked, 0)
    XCTAssertTrue(page.presenter.didMoveOffer(-1))
    XCTAssertEqual(page.state.typed.offers?.marked, 1)
    page.type("a ~w")
    XCTAssertEqual(page.state.typed.offers?.marked, 0)
    XCTAssertTrue(page.presenter.didChooseMarkedOffer(isTab: false))
    XCTAssertEqual(page.state.typed.text, "a ~Werk ")
    XCTAssertNil(page.state.typed.offers)
    XCTAssertEqual(page.state.typed.chips.map(\.text), ["~Werk"])
  }

  /// A page, and two lists of one name: on this computer and in an account.
  @MainActor
  private func pageBesideTwins(_ bench: SceneBench) async throws
    -> (page: TodoListFixture, twin: TodoList, place: String)
  {
    let account = try await bench.connect()
    try await bench.addNamesake("To-Do", to: .thisComputer)
    let twin = try await bench.addNamesake("To-Do", to: .account(account.id))
    let (page, _) = try await page(bench)
    page.type("a ~to")
    await eventually("the lists") { page.state.typed.offers?.names == ["To-Do", "To-Do"] }
    return (page, twin, account.name)
  }

  @MainActor
  func testTheChosenOneOfTwoListsOfOneNameTakesIt() async throws {
    let bench = try SceneBench()
    let (page, twin, place) = try await pageBesideTwins(bench)
    XCTAssertEqual(
      page.state.typed.offers?.titles, ["To-Do (On This Computer)", "To-Do (\(place))"])
    page.type("a ~To-Do")
    XCTAssertEqual(page.state.typed.chips, [], "it could be either")
    XCTAssertEqual(page.state.typed.offers?.names, ["To-Do", "To-Do"])
    page.presenter.didChooseOffer(1)
    XCTAssertEqual(page.state.typed.text, "a ~To-Do ")
    XCTAssertEqual(page.state.typed.chips.map(\.text), ["~To-Do (\(place))"])
    page.type("a ~To-Do !!")
    XCTAssertEqual(
      page.state.typed.chips.map(\.text), ["~To-Do (\(place))", "Medium priority"])
    page.presenter.didSubmitDraft()
    await bench.commands.drain()
    let sections = try await bench.store.sections(of: .list(twin.id))
    XCTAssertEqual(sections.open.map(\.content), ["a"])
  }

  @MainActor
  func testTheChoiceOfAListEndsWithItsName() async throws {
    let bench = try SceneBench()
    let (page, _, _) = try await pageBesideTwins(bench)
    page.presenter.didChooseOffer(1)
    XCTAssertEqual(page.state.typed.chips.count, 1)
    page.type("a ~To-Do")
    XCTAssertNil(page.state.typed.offers, "it is chosen")
    page.type("a ~To-D")
    page.type("a ~To-Do")
    XCTAssertEqual(page.state.typed.chips, [], "it was edited")
    page.presenter.didChooseOffer(0)
    XCTAssertEqual(page.state.typed.chips.map(\.text), ["~To-Do (On This Computer)"])
    page.presenter.didRemove(page.state.typed.chips[0])
    page.type("a ~To-Do")
    XCTAssertNil(page.state.typed.offers, "it is text")
    page.presenter.didSubmitDraft()
    XCTAssertEqual(page.view.titles, ["a ~To-Do"])
  }

  @MainActor
  func testTheChoiceOfAListGoesAlongAndNoOtherListTakesItsPlace() async throws {
    let bench = try SceneBench()
    let (page, twin, place) = try await pageBesideTwins(bench)
    page.presenter.didChooseOffer(1)
    let draft = try XCTUnwrap(page.presenter.leave())
    let (next, _) = try await self.page(bench, named: "Next")
    next.presenter.take(draft)
    await eventually("the choice") {
      next.state.typed.chips.map(\.text) == ["~To-Do (\(place))"]
    }
    try await bench.store.deleteList(twin.id)
    await eventually("no part") { next.state.typed.chips.isEmpty }
    next.type("a ~To-Do now")
    XCTAssertEqual(next.state.typed.chips, [])
  }

  @MainActor
  func testEscapeClosesTheNamesUntilAnotherOneIsTyped() async throws {
    let bench = try SceneBench()
    let (page, _) = try await page(bench)
    page.type("a ~h")
    await eventually("the list") { page.state.typed.offers != nil }
    XCTAssertTrue(page.presenter.didPressEscape())
    XCTAssertNil(page.state.typed.offers)
    page.type("a ~ho")
    XCTAssertNil(page.state.typed.offers)
    page.type("a b ~ho")
    XCTAssertEqual(page.state.typed.offers?.names, ["Home"])
  }

  @MainActor
  func testATagOfAnotherToDoIsOffered() async throws {
    let bench = try SceneBench()
    let (page, _) = try await page(bench)
    page.submit("tea #garden")
    await bench.commands.drain()
    page.type("milk #ga")
    await eventually("the tag") { page.state.typed.offers?.names == ["garden"] }
    XCTAssertNil(page.state.typed.offers?.marked, "a tag may be new: Enter adds")
    XCTAssertTrue(page.presenter.didChooseMarkedOffer(isTab: true))
    XCTAssertEqual(page.state.typed.text, "milk #garden ")
  }

  @MainActor
  func testWhatFailedComesBackAsItWasUnderstood() async throws {
    let bench = try SceneBench()
    let (page, list) = try await page(bench)
    try await bench.store.addList(named: "Other")
    page.type("tea tomorrow !!")
    page.presenter.didRemove(page.state.typed.chips[0])
    try await bench.store.deleteList(list.id)
    page.presenter.didSubmitDraft()
    await eventually("the text") { page.state.typed.text == "tea tomorrow !!" }
    XCTAssertEqual(page.state.typed.chips.map(\.typed), ["!!"])
  }

  @MainActor
  func testDetailsBeginWithWhatIsUnderstood() async throws {
    let bench = try SceneBench()
    let (page, _) = try await page(bench)
    page.type("call Ann !! #home")
    page.presenter.didRequestDetails()
    guard case .create(let draft)? = page.navigator.calls.last else { return XCTFail("no scene") }
    XCTAssertEqual(draft.content, "call Ann")
    XCTAssertEqual(draft.priority, .medium)
    page.presenter.didAddDetails(of: draft, to: ListID(rawValue: "elsewhere"))
    XCTAssertEqual(page.state.typed.text, "")
  }

  @MainActor
  func testNoNamesAreOfferedOnceTheEntryIsLeft() async throws {
    let bench = try SceneBench()
    let (page, _) = try await page(bench)
    page.type("paint ~ho")
    await eventually("the list") { page.state.typed.offers != nil }
    page.presenter.didLeaveEntry()
    try await bench.store.addList(named: "House")
    await eventually("the new list") { page.presenter.entry.read("a ~House")?.list != nil }
    XCTAssertNil(page.state.typed.offers)
    page.type("paint ~hou")
    XCTAssertEqual(page.state.typed.offers?.names, ["House"])
  }

  @MainActor
  func testWhatIsUnderstoodFollowsTheDay() async throws {
    let bench = try SceneBench()
    bench.time.set(CalendarTime(day: SceneBench.monday).moment(local: .local))
    let (page, _) = try await page(bench)
    page.type("Pay in 3 days")
    XCTAssertEqual(page.state.typed.chips.map(\.text), ["Due Thursday"])
    bench.time.advance(by: .seconds(86_400))
    bench.days.turn(to: SceneBench.monday.adding(days: 1))
    XCTAssertEqual(page.state.typed.chips.map(\.text), ["Due Friday"])
  }
}

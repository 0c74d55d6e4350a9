import Core
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class TodoListGestureTests: XCTestCase {
  @MainActor
  func testTickedRowMovesBelowTheTitleAndBack() async throws {
    let bench = try SceneBench()
    let list = try await bench.store.addList(named: "Home")
    let todo = try await bench.add("milk", to: list.id)
    try await bench.add("bread", to: list.id)
    let page = await TodoListFixture.loaded(bench, .list(list.id), rows: 2)
    page.presenter.didToggleDone(todo.id, true)
    await page.shows(["bread", "—", "milk"])
    XCTAssertEqual(page.view.row("milk")?.isDone, true)
    page.presenter.didToggleDone(todo.id, false)
    await page.shows(["milk", "bread"])
  }

  @MainActor
  func testTheKeyPressedTwiceDeletesOnceAndAfterUndoAgain() async throws {
    let bench = try SceneBench()
    let list = try await bench.store.addList(named: "Home")
    let todo = try await bench.add("milk", to: list.id)
    try await bench.add("bread", to: list.id)
    let page = await TodoListFixture.loaded(bench, .list(list.id), rows: 2)
    for _ in 0..<2 { page.presenter.didDelete(todo.id) }
    await page.shows(["bread"])
    await bench.waitUntilIdle()
    XCTAssertEqual(page.navigator.alerts.alerts, [])
    bench.undo.undo()
    await page.shows(["milk", "bread"])
    page.presenter.didDelete(todo.id)
    await page.shows(["bread"])
  }

  @MainActor
  func testWhatWillNotBeDoneIsOver() async throws {
    let bench = try SceneBench()
    let list = try await bench.store.addList(named: "Home")
    let todo = try await bench.add("milk", to: list.id)
    try await bench.add("bread", to: list.id)
    let page = await TodoListFixture.loaded(bench, .list(list.id), rows: 2)
    page.presenter.didCancel(todo.id)
    await page.shows(["bread", "—", "milk"])
    XCTAssertEqual(page.view.row("milk")?.isCancelled, true)
    await bench.waitUntilIdle()
    XCTAssertEqual(bench.undo.undoable.map(\.title), ["Cancel “milk”"])
  }

  @MainActor
  func testStarIsARefreshOnItsListAndMovesOnImportant() async throws {
    let bench = try SceneBench()
    let list = try await bench.store.addList(named: "Home")
    let todo = try await bench.add("milk", to: list.id)
    let page = await TodoListFixture.loaded(bench, .list(list.id), rows: 1)
    let important = await TodoListFixture.loaded(bench, .important, rows: 0)
    page.presenter.didToggleStar(todo.id, true)
    await important.shows(["milk"])
    await eventually("the star") { page.view.row("milk")?.isStarred == true }
    XCTAssertEqual(page.state.steps?.map(\.kind), [.refresh(at: 0)])
    important.presenter.didToggleStar(todo.id, false)
    await important.showsRows(0)
    XCTAssertEqual(important.state.placeholder, .nothingImportant)
  }

  @MainActor
  func testRowsMoveAmongTheirSiblings() async throws {
    let bench = try SceneBench()
    let list = try await bench.store.addList(named: "Home")
    let first = try await bench.add("a", to: list.id)
    for title in ["b", "c"] { try await bench.add(title, to: list.id) }
    let page = await TodoListFixture.loaded(bench, .list(list.id), rows: 3)
    page.presenter.didMove(first.id, by: -1)
    page.presenter.didMove(first.id, by: 1)
    await page.shows(["b", "a", "c"])
    page.presenter.didMove(first.id, by: 1)
    await page.shows(["b", "c", "a"])
    page.presenter.didMove(first.id, by: -1)
    await page.shows(["b", "a", "c"])
  }

  @MainActor
  func testWhatRepeatsStaysAndSaysWhenItIsNext() async throws {
    let bench = try SceneBench()
    let todo = try await bench.add("milk", date: SceneBench.monday)
    let rule = RecurrenceRule("FREQ=DAILY")
    try await bench.store.edit(todo.id) { $0.recurrence = rule }
    var told: [String] = []
    bench.undo.onOutcome = { text, _ in told.append(text) }
    let page = await TodoListFixture.loaded(bench, .list(todo.listID), rows: 1)
    page.presenter.didToggleDone(todo.id, true)
    await eventually("the notice") { told.last?.hasPrefix("Done. Next: ") == true }
    page.presenter.didSkipOccurrence(todo.id)
    await eventually("the notice") { told.last?.hasPrefix("Skipped. Next: ") == true }
    XCTAssertEqual(page.view.row("milk")?.isDone, false)
    page.presenter.didEndRepeating(todo.id)
    await eventually("no rule") { page.view.row("milk")?.hasRecurrence == false }
  }

  /// Another program's rule that nothing here can work out does not end unsaid.
  @MainActor
  func testARuleThatCannotBeWorkedOutIsToldOf() async throws {
    let bench = try SceneBench()
    let todo = try await bench.add("milk", date: SceneBench.monday)
    let rule = RecurrenceRule("FREQ=HOURLY;BYDAY=MO,TU;BYHOUR=9")
    try await bench.store.edit(todo.id) { $0.recurrence = rule }
    var told: [String] = []
    bench.undo.onOutcome = { text, _ in told.append(text) }
    let page = await TodoListFixture.loaded(bench, .list(todo.listID), rows: 1)
    page.presenter.didSkipOccurrence(todo.id)
    let words = "How it repeats cannot be worked out here"
    await eventually("the notice") { page.state.notice?.text == words }
    page.presenter.didToggleDone(todo.id, true)
    await eventually("the notice") { told == [words] }
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored?.recurrence, rule)
  }

  @MainActor
  func testSnoozingFromTheMenuIsSaidAndCanBeUndone() async throws {
    let bench = try SceneBench()
    let list = try await bench.store.addList(named: "Home")
    let todo = try await bench.add("milk", to: list.id)
    let page = await TodoListFixture.loaded(bench, .list(list.id), rows: 1)
    page.presenter.didSnooze(todo.id, .hour)
    await bench.waitUntilIdle()
    let snoozed = try await bench.store.todo(todo.id)
    let moment = Timestamp(milliseconds: bench.time.now().milliseconds + 3_600_000)
    XCTAssertEqual(snoozed?.reminders.compactMap(\.alarm?.at), [moment])
    // Once more, and it is one reminder still.
    page.presenter.didSnooze(todo.id, .tenMinutes)
    await bench.waitUntilIdle()
    let again = try await bench.store.todo(todo.id)
    XCTAssertEqual(again?.reminders.count, 1)
    bench.undo.undo()
    await bench.waitUntilIdle()
    let first = try await bench.store.todo(todo.id)
    XCTAssertEqual(first?.reminders, snoozed?.reminders)
    XCTAssertTrue(page.state.notice?.text.hasPrefix("Rings again: ") == true)
    bench.undo.undo()
    await bench.waitUntilIdle()
    let before = try await bench.store.todo(todo.id)
    XCTAssertEqual(before?.reminders, [])
  }

  @MainActor
  func testGesturesRunInTheirOrder() async throws {
    let bench = try SceneBench()
    let list = try await bench.store.addList(named: "Home")
    let todo = try await bench.add("milk", to: list.id)
    let page = await TodoListFixture.loaded(bench, .list(list.id), rows: 1)
    for turn in 1...9 { page.presenter.didToggleDone(todo.id, !turn.isMultiple(of: 2)) }
    await bench.waitUntilIdle()
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored?.isDone, true, "the last gesture counts")
    await page.shows(["—", "milk"])
  }

  @MainActor
  func testActivatedRowOpensWithWhatIsStored() async throws {
    let bench = try SceneBench()
    let todo = try await bench.add("milk", isStarred: true)
    let page = await TodoListFixture.loaded(bench, .important, rows: 1)
    page.presenter.didActivate(todo.id)
    await eventually("the scene") { !page.navigator.calls.isEmpty }
    XCTAssertEqual(page.navigator.calls, [.edit(todo.id)])
  }

  @MainActor
  func testTheListCanBeRenamedAndDeleted() async throws {
    let bench = try SceneBench()
    let list = try await bench.store.addList(named: "Home")
    let page = await TodoListFixture.loaded(bench, .list(list.id), rows: 0)
    await eventually("the list") { page.state.title == "Home" }
    page.presenter.didRequestEditList()
    page.presenter.didRequestDeleteList()
    XCTAssertEqual(page.navigator.calls, [.editList(list.id), .delete(list.id)])
    XCTAssertTrue(page.state.isList)
  }

  @MainActor
  func testMixedPagesHaveNoListToChange() async throws {
    let bench = try SceneBench()
    let page = await TodoListFixture.loaded(bench, .important, rows: 0)
    page.presenter.didRequestEditList()
    page.presenter.didRequestDeleteList()
    page.presenter.didChooseNextDay()
    XCTAssertEqual(page.navigator.calls, [])
    XCTAssertFalse(page.state.isList)
    XCTAssertNil(page.state.dayBar)
    XCTAssertEqual(page.state.title, "Important")
  }

  @MainActor
  func testWhatIsRenderedMeanwhileRepeatsNoStep() async throws {
    let bench = try SceneBench()
    let list = try await bench.store.addList(named: "Home")
    let page = await TodoListFixture.loaded(bench, .list(list.id), rows: 0)
    var rows: [TodoItem] = []
    var isFirst = true
    page.presenter.screen.attach { [weak presenter = page.presenter] state in
      if let steps = state.steps {
        for step in steps { rows.apply(step) }
      } else {
        rows = state.page.items
      }
      XCTAssertEqual(rows, state.page.items)
      if state.steps?.isEmpty == false, isFirst {
        isFirst = false
        presenter?.showNotice("meanwhile")
      }
    }
    _ = try await bench.add("milk", to: list.id)
    await eventually("the notice") { page.presenter.screen.rendered?.notice != nil }
    XCTAssertEqual(rows.map(\.title), ["milk"])
  }
}

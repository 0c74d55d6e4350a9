import Core
import XCTest

@testable import App
@testable import Platform
@testable import Service
@testable import Toolkit

final class UndoHistoryTests: XCTestCase {
  @MainActor
  func testWhatWasDeletedIsOffered() async throws {
    let bench = try SceneBench()
    let todo = try await bench.add("milk")
    let app = await AppFixture.started(bench)
    XCTAssertNil(app.mainWindow.undoTitle, "what was there before is not the window's to undo")
    app.page?.didDelete(todo.id)
    await bench.waitUntilIdle()
    XCTAssertEqual(app.mainWindow.notices, ["“milk” deleted"])
    XCTAssertEqual(app.mainWindow.undoTitle, "Delete “milk”")
    let offer = try XCTUnwrap(app.mainWindow.onUndo)
    offer()
    await bench.waitUntilIdle()
    let back = try await bench.store.todo(todo.id)
    XCTAssertEqual(back?.content, "milk")
    XCTAssertEqual(app.mainWindow.notices.last, "Undone: Delete “milk”")
    XCTAssertNil(app.mainWindow.undoTitle)
    XCTAssertEqual(app.mainWindow.redoTitle, "Delete “milk”")
    app.coordinator.didChoose(.redo)
    await bench.waitUntilIdle()
    let gone = try await bench.store.todo(todo.id)
    XCTAssertNil(gone)
    offer()
    await bench.waitUntilIdle()
    let again = try await bench.store.todo(todo.id)
    XCTAssertNotNil(again, "the offer still means its own command")
  }

  /// What goes or is done with its subtasks has one name and one offer.
  @MainActor
  func testATreeIsNamedAfterItsTop() async throws {
    let bench = try SceneBench()
    let party = try await bench.add("party")
    for title in ["cake", "music"] {
      let part = try await bench.add(title)
      try await bench.store.edit(part.id) { $0.parent = party.id }
    }
    let app = await AppFixture.started(bench)
    app.page?.didToggleDone(party.id, true)
    await bench.waitUntilIdle()
    XCTAssertEqual(app.mainWindow.undoTitle, "Complete “party”")
    app.page?.didDelete(party.id)
    await bench.waitUntilIdle()
    XCTAssertEqual(app.mainWindow.undoTitle, "Delete “party”")
    XCTAssertEqual(app.mainWindow.notices, ["“party” deleted"])
    let offer = try XCTUnwrap(app.mainWindow.onUndo)
    offer()
    await bench.waitUntilIdle()
    let all = try await bench.store.allTodos(isWithDone: true)
    XCTAssertEqual(Set(all.map(\.content)), ["party", "cake", "music"])
  }

  /// A series is not ended unsaid.
  @MainActor
  func testRepeatingSubtasksThatEndAreToldWithAnOffer() async throws {
    let bench = try SceneBench()
    let party = try await bench.add("party")
    let parts: [(String, String?)] = [("cake", "FREQ=DAILY"), ("music", nil)]
    for (title, rule) in parts {
      let part = try await bench.add(title, date: SceneBench.monday)
      try await bench.store.edit(part.id) {
        $0.parent = party.id
        $0.recurrence = rule.map { RecurrenceRule($0) }
      }
    }
    let app = await AppFixture.started(bench)
    app.page?.didToggleDone(party.id, true)
    await bench.waitUntilIdle()
    XCTAssertEqual(app.mainWindow.notices, ["1 repeating subtask ended with “party”"])
    let offer = try XCTUnwrap(app.mainWindow.onUndo)
    offer()
    await bench.waitUntilIdle()
    let open = try await bench.store.allTodos()
    XCTAssertEqual(Set(open.map(\.content)), ["party", "cake", "music"])
    XCTAssertEqual(app.mainWindow.notices.last, "Undone: Complete “party”")
  }

  @MainActor
  func testTheNextOccurrenceIsToldWithAnOffer() async throws {
    let bench = try SceneBench()
    let todo = try await bench.add("milk", date: SceneBench.monday)
    try await bench.store.edit(todo.id) { $0.recurrence = RecurrenceRule("FREQ=DAILY") }
    let app = await AppFixture.started(bench)
    app.page?.didToggleDone(todo.id, true)
    await bench.waitUntilIdle()
    XCTAssertEqual(app.mainWindow.notices.count, 1)
    XCTAssertEqual(app.mainWindow.notices.last?.hasPrefix("Done. Next: "), true)
    let offer = try XCTUnwrap(app.mainWindow.onUndo)
    let other = try await bench.add("bread")
    app.page?.didToggleDone(other.id, true)
    await bench.waitUntilIdle()
    XCTAssertEqual(app.mainWindow.notices.count, 1, "nothing is told of the next command")
    offer()
    await bench.waitUntilIdle()
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored?.due?.day, SceneBench.monday)
    XCTAssertEqual(stored?.completions, [])
  }

  /// What is chosen in a notification while a window is open.
  @MainActor
  func testDoneAndSnoozeInANotificationCanBeUndone() async throws {
    let bench = try SceneBench()
    let now = bench.store.now
    let todo = try await bench.store.add(
      TodoDraft(
        id: TodoID(rawValue: "t"), content: "milk",
        reminders: [Reminder(Alarm(at: now, zone: "UTC"))]))
    let app = await AppFixture.started(bench)
    let rung = try await bench.store.ring(by: .standard).ringing
    let reminder = try XCTUnwrap(rung.first).id
    app.coordinator.didChoose(reminder, .hour)
    await bench.waitUntilIdle()
    var stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored?.snoozes.count, 1)
    app.coordinator.didChoose(.undo)
    await bench.waitUntilIdle()
    stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored?.snoozes, [])
    app.coordinator.didChoose(reminder + 1, nil)
    await bench.waitUntilIdle()
    XCTAssertNil(app.mainWindow.undoTitle, "somebody else's number does nothing")
  }

  @MainActor
  func testDoneInANotificationCanBeUndone() async throws {
    let bench = try SceneBench()
    let reminder = Reminder(Alarm(at: bench.store.now, zone: "UTC"))
    let todo = try await bench.store.add(
      TodoDraft(id: TodoID(rawValue: "t"), content: "milk", reminders: [reminder]))
    let app = await AppFixture.started(bench)
    let rung = try await bench.store.ring(by: .standard).ringing
    app.coordinator.didChoose(try XCTUnwrap(rung.first).id, nil)
    await bench.waitUntilIdle()
    XCTAssertEqual(app.mainWindow.undoTitle, "Complete “milk”")
    app.coordinator.didChoose(.undo)
    await bench.waitUntilIdle()
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored?.status, .open)
  }

  @MainActor
  func testEachDeletionHasItsOwnOffer() async throws {
    let bench = try SceneBench()
    let (milk, bread) = (try await bench.add("milk"), try await bench.add("bread"))
    let app = await AppFixture.started(bench)
    app.page?.didDelete(milk.id)
    await bench.waitUntilIdle()
    let offer = try XCTUnwrap(app.mainWindow.onUndo)
    app.page?.didDelete(bread.id)
    await bench.waitUntilIdle()
    offer()
    await bench.waitUntilIdle()
    let left = try await bench.store.allTodos().map(\.content)
    XCTAssertEqual(left, ["milk"])
    XCTAssertEqual(app.mainWindow.undoTitle, "Delete “bread”")
  }

  /// What repeats stays open when it is completed, and its subtasks are opened again: that has the same name.
  @MainActor
  func testAnOccurrenceIsCompleted() async throws {
    let bench = try SceneBench()
    let plants = try await bench.add("plants")
    let cans = try await bench.add("cans")
    try await bench.store.edit(plants.id) {
      $0.due = CalendarTime(day: SceneBench.monday)
      $0.recurrence = RecurrenceRule("FREQ=DAILY")
    }
    try await bench.store.edit(cans.id) { $0.parent = plants.id }
    try await bench.store.setDone(cans.id, true)
    let app = await AppFixture.started(bench)
    app.page?.didToggleDone(plants.id, true)
    await bench.waitUntilIdle()
    let after = try await bench.store.todo(plants.id)
    XCTAssertEqual(after?.isDone, false)
    XCTAssertEqual(app.mainWindow.undoTitle, "Complete “plants”")
    app.coordinator.didChoose(.undo)
    await bench.waitUntilIdle()
    XCTAssertEqual(app.mainWindow.redoTitle, "Complete “plants”")
  }

  @MainActor
  func testWhatIsNewForgetsWhatWasUndone() async throws {
    let bench = try SceneBench()
    let todo = try await bench.add("milk")
    let app = await AppFixture.started(bench)
    app.page?.didToggleStar(todo.id, true)
    await bench.waitUntilIdle()
    app.coordinator.didChoose(.undo)
    await bench.waitUntilIdle()
    XCTAssertNotNil(app.mainWindow.redoTitle)
    app.page?.didToggleDone(todo.id, true)
    await bench.waitUntilIdle()
    XCTAssertNil(app.mainWindow.redoTitle)
  }

  @MainActor
  func testWhatChangedSinceIsTold() async throws {
    let bench = try SceneBench()
    let todo = try await bench.add("milk")
    let app = await AppFixture.started(bench)
    app.page?.didToggleStar(todo.id, true)
    await bench.waitUntilIdle()
    try await bench.store.setStarred(todo.id, false)
    app.coordinator.didChoose(.undo)
    await bench.waitUntilIdle()
    XCTAssertEqual(app.mainWindow.notices, ["It has been changed since and stays as it is"])
    XCTAssertNil(app.mainWindow.redoTitle)
  }

  @MainActor
  func testWhatIsNotOnDiskYetIsUndoneFirst() async throws {
    let bench = try SceneBench()
    let todo = try await bench.add("milk")
    let app = await AppFixture.started(bench)
    app.page?.didToggleStar(todo.id, true)
    await bench.waitUntilIdle()
    app.page?.didToggleDone(todo.id, true)
    app.coordinator.didChoose(.undo)
    await bench.waitUntilIdle()
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored?.isDone, false)
    XCTAssertEqual(stored?.priority.isStarred, true)
  }

  @MainActor
  func testAHundredAreRemembered() async throws {
    let bench = try SceneBench()
    let todo = try await bench.add("milk")
    let app = await AppFixture.started(bench)
    let store = bench.undo.store
    for number in 0...UndoHistory.limit {
      bench.commands.run(
        { () throws(StoreError) in try await store.setDone(todo.id, number.isMultiple(of: 2)) },
        failing: { _ in "" })
    }
    await bench.waitUntilIdle()
    XCTAssertEqual(bench.undo.undoable.count, UndoHistory.limit)
    XCTAssertNotNil(app.mainWindow.undoTitle)
  }

  @MainActor
  func testAFailureIsToldAndMayBeTriedAgain() async throws {
    let bench = try SceneBench(onDisk: true)
    let todo = try await bench.add("milk")
    let app = await AppFixture.started(bench)
    app.page?.didToggleStar(todo.id, true)
    await bench.waitUntilIdle()
    try await bench.setWritesFail(true)
    app.coordinator.didChoose(.undo)
    await eventually("the alert") { app.mainWindow.alerts.titles == ["The Change Was Not Saved"] }
    XCTAssertEqual(app.mainWindow.undoTitle, "Star “milk”")
    try await bench.setWritesFail(false)
    app.coordinator.didChoose(.undo)
    await bench.waitUntilIdle()
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored?.priority.isStarred, false)
  }
}

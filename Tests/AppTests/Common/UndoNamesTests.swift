import Core
import XCTest

@testable import App
@testable import Platform
@testable import Service
@testable import Toolkit

/// What the menu says that it takes back.
final class UndoNamesTests: XCTestCase {
  @MainActor
  func testCommandsByName() async throws {
    let bench = try SceneBench()
    let app = await AppFixture.started(bench)
    let store = bench.undo.store
    let id = TodoID(rawValue: store.makeID())
    let commands: [(String, CommandQueue.Command)] = [
      (
        "Add “milk”",
        { () throws(StoreError) in try await store.add(TodoDraft(id: id, content: "milk")) }
      ),
      ("Complete “milk”", { () throws(StoreError) in try await store.setDone(id, true) }),
      ("Reopen “milk”", { () throws(StoreError) in try await store.setDone(id, false) }),
      ("Star “milk”", { () throws(StoreError) in try await store.setStarred(id, true) }),
      ("Remove Star of “milk”", { () throws(StoreError) in try await store.setStarred(id, false) }),
      ("Cancel “milk”", { () throws(StoreError) in try await store.cancel([id]) }),
      ("Add List “Home”", { () throws(StoreError) in try await store.addList(named: "Home") }),
      ("Delete “milk”", { () throws(StoreError) in _ = try await store.delete(id) }),
    ]
    for (title, command) in commands {
      bench.commands.run(command, failing: { _ in "" })
      await bench.waitUntilIdle()
      XCTAssertEqual(app.mainWindow.undoTitle, title)
    }
    for (title, _) in commands.reversed() {
      XCTAssertEqual(app.mainWindow.undoTitle, title)
      app.coordinator.didChoose(.undo)
      await bench.waitUntilIdle()
    }
    XCTAssertNil(app.mainWindow.undoTitle)
    let lists = try await bench.store.lists()
    XCTAssertEqual(lists, [])
    for _ in commands {
      app.coordinator.didChoose(.redo)
      await bench.waitUntilIdle()
    }
    XCTAssertNil(app.mainWindow.redoTitle)
    let names = try await bench.store.lists().map(\.name)
    XCTAssertEqual(names.count, 2)
  }

  /// Each field by its own words; several together are a change.
  @MainActor
  func testChangesOfFieldsAreNamed() async throws {
    let bench = try SceneBench()
    let id = try await bench.add("milk", date: SceneBench.monday).id
    let app = await AppFixture.started(bench)
    let store = bench.undo.store
    let now = bench.time.now()
    let fields: [(String, @Sendable (inout Todo) -> Void)] = [
      ("Change Due Date of “milk”", { $0.due = CalendarTime(day: .first) }),
      ("Change Start of “milk”", { $0.start = CalendarTime(day: .first) }),
      ("Change Repetition of “milk”", { $0.recurrence = RecurrenceRule("FREQ=DAILY") }),
      ("End Repeating “milk”", { $0.recurrence = nil }),
      ("Change Priority of “milk”", { $0.priority = .medium }),
      ("Star “milk”", { $0.priority = .highest }),
      ("Change Priority of “milk”", { $0.priority = .low }),
      ("Change Tags of “milk”", { $0.tags = ["shop"] }),
      ("Change Reminders of “milk”", { $0.reminders = [Reminder(Alarm(at: now, zone: "UTC"))] }),
      ("Assign “milk”", { $0.assignee = "bob" }),
      ("Remove Assignee of “milk”", { $0.assignee = nil }),
      ("Change Link of “milk”", { $0.url = "https://example.org" }),
      ("Change Notes of “milk”", { $0.notes = "two" }),
      ("Rename “bread”", { $0.content = "bread" }),
      (
        "Change “bread”",
        { todo in
          todo.notes = ""
          todo.due = nil
        }
      ),
    ]
    for (title, change) in fields {
      bench.commands.run(
        { () throws(StoreError) in try await store.edit(id, change) }, failing: { _ in "" })
      await bench.waitUntilIdle()
      XCTAssertEqual(app.mainWindow.undoTitle, title)
    }
  }

  @MainActor
  func testSnoozesAndSkipsAreNamed() async throws {
    let bench = try SceneBench()
    let plants = try await bench.add("plants", date: SceneBench.monday)
    let cans = try await bench.add("cans")
    try await bench.store.edit(plants.id) { $0.recurrence = RecurrenceRule("FREQ=DAILY") }
    try await bench.store.edit(cans.id) { $0.parent = plants.id }
    try await bench.store.setDone(cans.id, true)
    let reminder = Reminder(Alarm(at: bench.store.now, zone: "UTC"))
    let milk = try await bench.store.add(
      TodoDraft(id: TodoID(rawValue: "m"), content: "milk", reminders: [reminder]))
    let app = await AppFixture.started(bench)
    app.page?.didSkipOccurrence(plants.id)
    await bench.waitUntilIdle()
    XCTAssertEqual(app.mainWindow.undoTitle, "Skip “plants”")
    _ = try await bench.store.ring(by: .standard)
    let (store, later) = (
      bench.undo.store, Timestamp(milliseconds: bench.time.now().milliseconds + 600_000)
    )
    bench.commands.run(
      { () throws(StoreError) in
        try await store.snooze(milk.id, until: later, zone: "UTC", by: .standard)
      },
      failing: { _ in "" })
    await bench.waitUntilIdle()
    XCTAssertEqual(app.mainWindow.undoTitle, "Snooze “milk”")
    // What has not rung gets a reminder for it.
    let bread = try await bench.add("bread", date: SceneBench.monday)
    bench.commands.run(
      { () throws(StoreError) in
        try await store.snooze(bread.id, until: later, zone: "UTC", by: .standard)
      },
      failing: { _ in "" })
    await bench.waitUntilIdle()
    XCTAssertEqual(app.mainWindow.undoTitle, "Snooze “bread”")
  }

  @MainActor
  func testListsAreNamed() async throws {
    let bench = try SceneBench()
    let home = try await bench.store.addList(named: "Home")
    for title in ["milk", "bread"] { try await bench.add(title, to: home.id) }
    let app = await AppFixture.started(bench)
    let store = bench.undo.store
    bench.commands.run(
      { () throws(StoreError) in _ = try await store.renameList(home.id, to: "House") },
      failing: { _ in "" })
    await bench.waitUntilIdle()
    XCTAssertEqual(app.mainWindow.undoTitle, "Rename List “House”")
    bench.commands.run(
      { () throws(StoreError) in try await store.deleteList(home.id) }, failing: { _ in "" })
    await bench.waitUntilIdle()
    XCTAssertEqual(app.mainWindow.undoTitle, "Delete List “House”")
    XCTAssertEqual(app.mainWindow.notices, ["“House” deleted"])
    app.coordinator.didChoose(.undo)
    app.coordinator.didChoose(.undo)
    await bench.waitUntilIdle()
    let names = try await bench.store.lists().map(\.name)
    XCTAssertEqual(names, ["Home"])
    let todos = try await bench.store.allTodos().map(\.content)
    XCTAssertEqual(todos, ["milk", "bread"])
  }
}

import Core
import Sync
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

/// What notifications, the desktop's search and other starts of the program ask for.
final class AppCoordinatorRequestTests: XCTestCase {
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
    await eventually("the row") { app.mainWindow.pageView.states.last?.reveal?.focused == milk.id }
    XCTAssertEqual(app.mainWindow.pageView.state.reveal?.index, 0)
    XCTAssertEqual(app.mainWindow.mainListView.state.selection, .list(home.id))
  }

  @MainActor
  func testTodoIsShownAlthoughNoPageIsOpenYet() async throws {
    let bench = try SceneBench()
    let home = try await bench.store.addList(named: "Home")
    let milk = try await bench.add("milk", to: home.id)
    let app = AppFixture(bench, remembered: .today)
    app.coordinator.perform(.show(milk.id))
    await app.shows(.list(home.id))
    await eventually("the row") { app.mainWindow.pageView.states.last?.reveal?.focused == milk.id }
  }

  @MainActor
  func testTodoThatIsAskedForIsShownWithItsDetails() async throws {
    let bench = try SceneBench()
    let home = try await bench.store.addList(named: "Home")
    let milk = try await bench.add("milk", to: home.id)
    let bread = try await bench.add("bread", to: home.id)
    let app = AppFixture(bench, remembered: .today)
    // Also before there is a page.
    app.coordinator.perform(.show(milk.id))
    await eventually("the details") { app.mainWindow.openDetails?.todo == milk.id }
    XCTAssertEqual(app.page?.page, .list(home.id), "they stay when the page changes for it")
    XCTAssertEqual(app.mainWindow.detailsTookFocus, false, "the focus is on the row")
    XCTAssertEqual(app.mainWindow.openDetails?.isReadOnly, false)
    app.coordinator.perform(.show(bread.id))
    await eventually("the others") { app.mainWindow.openDetails?.todo == bread.id }
    await eventually("the row") { app.mainWindow.pageView.states.last?.reveal?.focused == bread.id }
  }

  @MainActor
  func testDetailsOfAListThatMayOnlyBeReadAreOnlyRead() async throws {
    let bench = try SceneBench()
    let ann = try await bench.connect()
    try await bench.join("club", named: "Club", of: "bob", as: .reader, ann, todos: ["milk"])
    let milk = TodoID(rawValue: "club-0")
    let app = await AppFixture.started(bench, remembered: .today)
    app.coordinator.perform(.show(milk))
    await eventually("the details") { app.mainWindow.openDetails?.todo == milk }
    XCTAssertEqual(app.mainWindow.openDetails?.isReadOnly, true)
  }

  /// Lets to-dos ring at once, at a day and hour of the week that begins with Monday.
  /// - Returns: the group of their reminders.
  @MainActor
  private static func ringTogether(
    _ todos: [(title: String, due: CalendarTime, list: ListID)], in bench: SceneBench
  ) async throws -> Int64 {
    let dues = todos.map { $0.due.moment(local: .local) }
    let first = try XCTUnwrap(dues.min())
    bench.time.set(Timestamp(milliseconds: first.milliseconds - 60_000))
    for todo in todos {
      try await bench.store.add(
        TodoDraft(
          id: TodoID(rawValue: bench.ids.next()), listID: todo.list, content: todo.title,
          due: todo.due))
    }
    bench.time.set(try XCTUnwrap(dues.max()))
    let rung = try await bench.store.ring(by: .standard).ringing
    XCTAssertEqual(rung.map(\.content), todos.map { $0.title })
    try await bench.store.confirmShown(rung.map(\.id), isGroup: true)
    return try XCTUnwrap(rung.first).id
  }

  private static func time(_ hour: Int, _ day: CalendarDay = SceneBench.monday) -> CalendarTime {
    CalendarTime(day: day, time: TimeOfDay(secondsOfDay: hour * 3600))
  }

  @MainActor
  func testRemindersOfTodayAreShownOnToday() async throws {
    for isOpen in [true, false] {
      let bench = try SceneBench()
      let home = try await bench.store.addList(named: "Home")
      let work = try await bench.store.addList(named: "Work")
      let sunday = Self.time(20, SceneBench.monday.adding(days: -1))
      let group = try await Self.ringTogether(
        [("overdue", sunday, work.id), ("milk", Self.time(10), home.id)], in: bench)
      let app = AppFixture(bench, remembered: .list(home.id))
      if isOpen { await app.shows(.list(home.id)) }
      app.coordinator.perform(.showReminders(group))
      await app.shows(.today)
      XCTAssertEqual(app.mainWindow.mainListView.state.selection, .today)
      XCTAssertEqual(app.mainWindow.reveals.last, true, "a narrow window turns to it")
    }
  }

  @MainActor
  func testRemindersThatAreNotAllOnTodayAreShownInTheListOfTheFirst() async throws {
    let bench = try SceneBench()
    let home = try await bench.store.addList(named: "Home")
    let work = try await bench.store.addList(named: "Work")
    let tuesday = Self.time(10, SceneBench.monday.adding(days: 1))
    let group = try await Self.ringTogether(
      [
        ("done", Self.time(9), home.id), ("call", Self.time(10), work.id),
        ("milk", tuesday, home.id),
      ],
      in: bench)
    let ids = try await bench.store.allTodos().map { ($0.content, $0.id) }
    let todos = Dictionary(ids) { $1 }
    try await bench.store.setDone(XCTUnwrap(todos["done"]), true)
    let app = await AppFixture.started(bench, remembered: .important)
    app.coordinator.perform(.showReminders(group))
    await app.shows(.list(work.id))
    await eventually("the row") {
      app.mainWindow.pageView.states.last?.reveal?.focused == todos["call"]
    }
    XCTAssertNil(app.mainWindow.openDetails)
  }

  /// Anybody on the bus may ask for it.
  @MainActor
  func testRemindersThatAreNoneOpenToday() async throws {
    let bench = try SceneBench()
    let home = try await bench.store.addList(named: "Home")
    let app = AppFixture(bench, remembered: .list(home.id))
    app.coordinator.perform(.showReminders(.min))
    await app.shows(.today)
    XCTAssertEqual(app.mainWindow.alerts.titles, [])
  }

  @MainActor
  func testTodoThatIsGoneIsToldOf() async throws {
    let app = await AppFixture.started(try SceneBench())
    app.coordinator.perform(.show(TodoID(rawValue: "gone")))
    await eventually("the notice") { app.mainWindow.notices == ["This to-do has been deleted"] }
    XCTAssertEqual(app.mainWindow.alerts.titles, [])
  }

  @MainActor
  func testTodoFromOutsideGoesIntoTheListThatIsOpen() async throws {
    let bench = try SceneBench()
    _ = try await bench.store.addList(named: "Home")
    let work = try await bench.store.addList(named: "Work")
    let app = await AppFixture.started(bench, remembered: .list(work.id))
    app.coordinator.perform(.add("bread"))
    await eventually("the row") { app.mainWindow.pageView.row("bread") != nil }
    let id = app.mainWindow.pageView.row("bread")?.id
    await eventually("its focus") { app.mainWindow.pageView.states.last?.reveal?.focused == id }
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
    await eventually("the row") { app.mainWindow.pageView.row("bread") != nil }
    XCTAssertEqual(app.mainWindow.alerts.titles, [])
  }

  @MainActor
  func testTextFromOutsideIsUnderstoodAsInAnEntry() async throws {
    let bench = try SceneBench()
    let home = try await bench.store.addList(named: "Home")
    let work = try await bench.store.addList(named: "Work")
    let app = await AppFixture.started(bench, remembered: .list(home.id))
    app.coordinator.perform(.add("Call Ann tomorrow 5pm !! #home ~Work every week"))
    await app.shows(.list(work.id))
    await eventually("the row") { app.mainWindow.pageView.row("Call Ann") != nil }
    let row = try XCTUnwrap(app.mainWindow.pageView.row("Call Ann"))
    let todo = try await bench.store.todo(row.id)
    let today = LocalClock.clock(at: bench.store.now).day
    XCTAssertEqual(todo?.due?.day, today.adding(days: 1))
    XCTAssertEqual(todo?.due?.time, TimeOfDay(hour: 17, minute: 0))
    XCTAssertEqual(todo?.priority, .medium)
    XCTAssertEqual(todo?.tags.map(\.text), ["home"])
    XCTAssertEqual(todo?.recurrence?.text, "FREQ=WEEKLY")
    bench.settings.understandsTyping = false
    app.coordinator.perform(.add("bread tomorrow ~Home"))
    await eventually("the text") { app.mainWindow.pageView.row("bread tomorrow ~Home") != nil }
    XCTAssertNil(app.mainWindow.pageView.row("bread tomorrow ~Home")?.due)
    XCTAssertEqual(app.page?.page, .list(work.id))
  }

  @MainActor
  func testTextFromOutsideNamesThePeopleOfTheListItGoesTo() async throws {
    let bench = try SceneBench()
    let account = try await bench.connect()
    let here = try await bench.store.addList(named: "Here", to: .thisComputer)
    let work = try await bench.store.addList(named: "Work", to: .account(account.id))
    let bob = Person(id: "uid-bob", username: "bob", fullname: "Bob")
    await bench.directory.take(
      ServerAnswer(value: [bob], readAt: bench.time.now()), of: account.id)
    let app = await AppFixture.started(bench, remembered: .list(here.id))
    app.coordinator.perform(.add("cake @bob ~Work"))
    await app.shows(.list(work.id))
    await eventually("the row") { app.mainWindow.pageView.row("cake") != nil }
    XCTAssertEqual(app.mainWindow.pageView.row("cake")?.assignee?.user, "uid-bob")
    app.coordinator.perform(.add("bread @bob ~Here"))
    await app.shows(.list(here.id))
    await eventually("the row") { app.mainWindow.pageView.row("bread @bob") != nil }
  }

  /// The program may have been started for it: nobody has asked for the people then.
  @MainActor
  func testTextFromOutsideWaitsForThePeopleThatItNames() async throws {
    let bench = try SceneBench()
    let account = try await bench.connect()
    let work = try await bench.store.addList(named: "Work", to: .account(account.id))
    let app = await AppFixture.started(bench, remembered: .list(work.id))
    XCTAssertNil(bench.directory.known(of: account.id))
    bench.people.prepare([Person(id: "uid-bob", username: "bob", fullname: "Bob")])
    app.coordinator.perform(.add("cake @bob"))
    await eventually("the row") { app.mainWindow.pageView.row("cake") != nil }
    XCTAssertEqual(app.mainWindow.pageView.row("cake")?.assignee?.user, "uid-bob")
  }

  @MainActor
  func testTodoFromOutsideThatCannotBeSavedIsToldOf() async throws {
    let bench = try SceneBench(onDisk: true)
    let app = await AppFixture.started(bench)
    try await bench.setWritesFail(true)
    app.coordinator.perform(.add("bread"))
    await eventually("the alert") { app.mainWindow.alerts.titles == ["“bread” Was Not Saved"] }
    try await bench.setWritesFail(false)
  }
}

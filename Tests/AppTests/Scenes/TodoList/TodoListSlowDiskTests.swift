import Core
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

/// The disk needs longer than a frame.
final class TodoListSlowDiskTests: XCTestCase {
  @MainActor
  private static func page() async throws -> TodoListFixture {
    let bench = try SceneBench(onDisk: true)
    let list = try await bench.store.addList(named: "Home")
    return await TodoListFixture.loaded(bench, .list(list.id), rows: 0)
  }

  @MainActor
  func testRowIsShownBeforeTheCommitAndOnceAfterIt() async throws {
    let page = try await Self.page()
    let disk = HeldWriter(page.bench.store)
    page.submit("milk")
    XCTAssertEqual(page.view.row("milk")?.mark, TodoRow.Mark.none, "for one frame")
    await eventually("the mark") { page.view.row("milk")?.mark == .saving }
    XCTAssertEqual(page.state.reveal, .init(number: 1, index: 0))
    let shownAt = page.view.states.count - 1
    disk.release()
    await eventually("the commit") { page.view.row("milk")?.mark != .saving }
    await page.bench.waitUntilIdle()
    XCTAssertEqual(page.view.row("milk")?.mark, TodoRow.Mark.none)
    XCTAssertEqual(Set(page.view.states[shownAt...].map(\.page.count)), [1], "never gone nor twice")
    XCTAssertEqual(page.state.reveal?.number, 1, "who has scrolled away stays there")
    let stored = try await page.bench.store.sections(of: .list(.init(rawValue: "id-0001")))
    XCTAssertEqual(Array(stored.open), page.view.rows.compactMap(\.row))
  }

  @MainActor
  func testWhatIsTooLongIsNotShownWhileTheDiskIsSlow() async throws {
    let page = try await Self.page()
    let disk = HeldWriter(page.bench.store)
    page.submit(String(repeating: "a", count: TodoContent.maximumBytes + 1))
    page.submit("milk")
    await eventually("the mark") { page.view.row("milk")?.mark == .saving }
    XCTAssertEqual(page.view.titles, ["milk"])
    disk.release()
    await eventually("the alert") { page.navigator.alerts.alerts.count == 1 }
    XCTAssertEqual(page.view.titles, ["milk"])
  }

  @MainActor
  func testRowIsThereOnceAlthoughItsPlaceIsAnother() async throws {
    let bench = try SceneBench(onDisk: true)
    let list = try await bench.store.addList(named: "Home")
    // Another device's clock is ahead: what is added to this list comes later still.
    try await bench.execute(
      """
      INSERT INTO todo (id, listID, content, notes, priority, isDone, position, createdAt, modifiedAt)
        VALUES ('ahead', '\(list.id.rawValue)', 'ahead', '', 0, 0, 'zzz00000', 0, 0)
      """)
    let page = await TodoListFixture.loaded(bench, .today, rows: 0)
    let disk = HeldWriter(bench.store)
    page.submit("milk")
    await page.shows(["milk"])
    let early = page.view.row("milk")?.position
    let shownAt = page.view.states.count - 1
    disk.release()
    await eventually("the commit") { page.view.row("milk")?.position != early }
    XCTAssertEqual(page.view.titles, ["milk"])
    XCTAssertEqual(Set(page.view.states[shownAt...].map(\.page.count)), [1])
  }

  @MainActor
  func testRowsThatWaitStayInTheOrderOfTyping() async throws {
    let page = try await Self.page()
    let titles = (1...10).map { "to-do \($0)" }
    let disk = HeldWriter(page.bench.store)
    for title in titles { page.submit(title) }
    XCTAssertEqual(page.view.titles, titles)
    await eventually("the marks") {
      page.view.rows.compactMap(\.row?.mark) == Array(repeating: .saving, count: 10)
    }
    let shownAt = page.view.states.count - 1
    page.bench.time.advance(by: .seconds(3))
    disk.release()
    await eventually("all commits") {
      page.view.rows.compactMap(\.row?.mark) == Array(repeating: .none, count: 10)
    }
    for state in page.view.states[shownAt...] {
      XCTAssertEqual(state.page.items.map(\.title), titles, "no row jumps when it is confirmed")
    }
  }

  @MainActor
  func testAStalledQueueShowsTheRowToo() async throws {
    let page = try await Self.page()
    var gate: CheckedContinuation<Void, Never>?
    page.bench.commands.run {
      await withCheckedContinuation { gate = $0 }
    } failing: { _ in
      ""
    }
    page.submit("milk")
    await eventually("the mark") { page.view.row("milk")?.mark == .saving }
    gate?.resume()
    await eventually("the commit") { page.view.row("milk")?.mark == TodoRow.Mark.none }
    XCTAssertEqual(page.view.titles, ["milk"])
  }

  @MainActor
  func testRowIsTakenBackWithItsTextWhenTheDiskFails() async throws {
    let page = try await Self.page()
    let disk = HeldWriter(page.bench.store, thenFails: true)
    page.submit("milk ")
    await page.shows(["milk"])
    let focus = page.state.typed.focusRequest
    disk.release()
    await eventually("the alert") { page.navigator.alerts.alerts.count == 1 }
    XCTAssertEqual(page.view.titles, [])
    XCTAssertEqual(page.state.placeholder, .noTodos)
    XCTAssertEqual(page.state.typed.text, "milk ", "as it was typed")
    XCTAssertTrue(page.state.canAdd)
    XCTAssertEqual(page.state.typed.focusRequest, focus + 1)
    XCTAssertEqual(page.navigator.alerts.titles, ["“milk” Was Not Saved"])
    XCTAssertEqual(page.navigator.alerts.alerts.first?.body, ErrorText.reason(.readOnly))
  }

  @MainActor
  func testTextIsJoinedWithWhatWasTypedMeanwhile() async throws {
    let page = try await Self.page()
    let disk = HeldWriter(page.bench.store, thenFails: true)
    page.submit("milk")
    await page.shows(["milk"])
    page.type("and bread")
    disk.release()
    await eventually("the alert") { page.navigator.alerts.alerts.count == 1 }
    XCTAssertEqual(page.state.typed.text, "milk and bread")
  }

  @MainActor
  func testTextsComeBackInTheOrderOfTyping() async throws {
    let page = try await Self.page()
    let disk = HeldWriter(page.bench.store, thenFails: true)
    for title in ["milk", "bread", "salt"] { page.submit(title) }
    page.type("and")
    disk.release()
    await eventually("the alerts") { page.navigator.alerts.alerts.count == 3 }
    XCTAssertEqual(page.state.typed.text, "milk bread salt and")
  }

  @MainActor
  func testNoLetterIsLostThatWasTypedBetweenTwoFailures() async throws {
    let page = try await Self.page()
    try await page.bench.setWritesFail(true)
    var gate: CheckedContinuation<Void, Never>?
    page.submit("milk")
    page.bench.commands.run {
      await withCheckedContinuation { gate = $0 }
    } failing: { _ in
      ""
    }
    page.submit("bread")
    await eventually("the first alert") { page.navigator.alerts.alerts.count == 1 && gate != nil }
    XCTAssertEqual(page.state.typed.text, "milk")
    page.type("milkshake")
    gate?.resume()
    await eventually("the second alert") { page.navigator.alerts.alerts.count == 2 }
    XCTAssertEqual(page.state.typed.text, "bread milkshake")
  }

  @MainActor
  func testFailureIsToldAfterThePageIsGone() async throws {
    let bench = try SceneBench(onDisk: true)
    var page: TodoListFixture? = await TodoListFixture.loaded(bench, .important, rows: 0)
    let navigator = try XCTUnwrap(page).navigator
    weak let presenter = page?.presenter
    let disk = HeldWriter(bench.store, thenFails: true)
    page?.submit("milk")
    page = nil
    await eventually("the release") { presenter == nil }
    disk.release()
    await eventually("the alert") { navigator.alerts.titles == ["“milk” Was Not Saved"] }
  }

  @MainActor
  func testKeysToggleWhatIsShownAndNotYetStored() async throws {
    let bench = try SceneBench(onDisk: true)
    let list = try await bench.store.addList(named: "Home")
    let todo = try await bench.add("milk", to: list.id)
    let page = await TodoListFixture.loaded(bench, .list(list.id), rows: 1)
    let disk = HeldWriter(bench.store)
    for _ in 1...2 { page.presenter.didToggleStar(todo.id) }
    for _ in 1...3 { page.presenter.didToggleDone(todo.id) }
    XCTAssertEqual(page.presenter.toggles.isOn(.star, todo.id), false)
    XCTAssertEqual(page.presenter.toggles.isOn(.done, todo.id), true)
    disk.release()
    await bench.waitUntilIdle()
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored?.priority.isStarred, false, "twice is not at all")
    XCTAssertEqual(stored?.status, .done, "three times is once")
    XCTAssertNil(page.presenter.toggles.isOn(.star, todo.id))
    XCTAssertNil(page.presenter.toggles.isOn(.done, todo.id))
  }

  @MainActor
  func testKeyPressedTwiceCompletesOneOccurrence() async throws {
    let bench = try SceneBench(onDisk: true)
    let day = try XCTUnwrap(CalendarDay(iso8601: "2030-01-07"))
    let todo = try await bench.add("milk", date: day)
    let rule = RecurrenceRule("FREQ=DAILY")
    try await bench.store.edit(todo.id) { $0.recurrence = rule }
    let page = await TodoListFixture.loaded(bench, .list(todo.listID), rows: 1)
    let disk = HeldWriter(bench.store)
    for _ in 1...2 { page.presenter.didToggleDone(todo.id) }
    disk.release()
    await bench.waitUntilIdle()
    let stored = try await bench.store.todo(todo.id)
    XCTAssertEqual(stored?.due?.day, day.adding(days: 1))
  }

  @MainActor
  func testRowOfAnotherDayIsNotShownEarlyOnThisOne() async throws {
    let bench = try SceneBench(onDisk: true)
    try await bench.store.addList(named: "Home")
    let page = await TodoListFixture.loaded(bench, .today, rows: 0)
    let disk = HeldWriter(bench.store)
    page.submit("today")
    await page.shows(["today"])
    page.presenter.didChooseNextDay()
    XCTAssertEqual(page.view.titles, [])
    disk.release()
    await page.showsRows(0)
    page.presenter.didChoosePreviousDay()
    await page.shows(["today"])
    XCTAssertEqual(page.view.row("today")?.mark, TodoRow.Mark.none)
  }
}

import Basics
import Core
import XCTest

import class TestSupport.ManualClock

@testable import Platform
@testable import Service

final class ReminderServiceTests: XCTestCase {
  @MainActor
  func testAReminderIsShownOnceAndAgainAfterNoRestart() async throws {
    let it = try ReminderServiceFixture()
    try await it.add("Milk", in: 600)
    await it.pass(599)
    XCTAssertEqual(it.notifier.titles, [])
    await it.pass(1)
    XCTAssertEqual(it.notifier.titles, ["Milk"])
    it.restart()
    await it.pass(1)
    XCTAssertEqual(it.notifier.titles, ["Milk"])
  }

  @MainActor
  func testItIsTakenAwayWhenItIsDone() async throws {
    let it = try ReminderServiceFixture()
    let milk = try await it.add("Milk", in: 60)
    await it.pass(60)
    let notice = try XCTUnwrap(it.notifier.shown.first)
    XCTAssertEqual(notice.destination, .todo(milk))
    try await it.store.setDone(milk, true)
    await eventually("it is taken away") { it.notifier.withdrawn == [notice.id] }
    await it.service.waitUntilIdle()
    XCTAssertEqual(it.service.isWaiting, false)
  }

  @MainActor
  func testTheButtonsMarkAsDoneAndSnooze() async throws {
    let it = try ReminderServiceFixture()
    let milk = try await it.add("Milk", in: 60)
    await it.pass(60)
    let first = try XCTUnwrap(it.notifier.shown.first?.reminder)
    await it.service.didChooseSnooze(first, .tenMinutes)
    XCTAssertEqual(it.notifier.withdrawn, ["reminder-\(first)"])
    await it.pass(599)
    XCTAssertEqual(it.notifier.titles, ["Milk"])
    await it.pass(1)
    XCTAssertEqual(it.notifier.titles, ["Milk", "Milk"])
    let second = try XCTUnwrap(it.notifier.shown.last?.reminder)
    await it.service.didChooseDone(second)
    XCTAssertEqual(it.notifier.withdrawn.last, "reminder-\(second)")
    let todo = try await it.store.todo(milk)
    XCTAssertEqual(todo?.status, .done)
  }

  /// Done in a notification is done once, and the series goes on.
  @MainActor
  func testDoneInANotificationMovesWhatRepeats() async throws {
    let it = try ReminderServiceFixture()
    let milk = try await it.add("Milk", in: 60)
    try await it.store.edit(milk) { $0.recurrence = RecurrenceRule("FREQ=DAILY") }
    await it.pass(60)
    let first = try XCTUnwrap(it.notifier.shown.first?.reminder)
    let before = try await it.store.todo(milk)
    // The desktop may tell of a button twice.
    for _ in 0..<2 { await it.service.didChooseDone(first) }
    XCTAssertEqual(it.notifier.withdrawn.last, "reminder-\(first)")
    let todo = try await it.store.todo(milk)
    XCTAssertEqual(todo?.status, .open)
    XCTAssertEqual(todo?.due?.day, before?.due?.day.adding(days: 1))
    await it.pass(86_399)
    XCTAssertEqual(it.notifier.titles, ["Milk"])
    await it.pass(1)
    XCTAssertEqual(it.notifier.titles, ["Milk", "Milk"])
  }

  @MainActor
  func testButtonsOfStrangersDoNothing() async throws {
    let it = try ReminderServiceFixture()
    let milk = try await it.add("Milk", in: 60)
    for number in [0, 1, -1, Int64.max, .min] {
      await it.service.didChooseDone(number)
      await it.service.didChooseSnooze(number, .hour)
    }
    let todo = try await it.store.todo(milk)
    XCTAssertEqual(todo?.status, .open)
    XCTAssertEqual(todo?.snoozes, [])
  }

  @MainActor
  func testThreeMissedOnesAreShownOneByOneAndFourAsOne() async throws {
    let it = try ReminderServiceFixture()
    for (delay, title) in ["A", "B", "C"].enumerated() {
      try await it.add(title, in: Int64(60 + delay))
    }
    await it.pass(3600)
    XCTAssertEqual(it.notifier.titles, ["A", "B", "C"])
    var ids: [TodoID] = []
    for (delay, title) in ["D", "E", "F", "G"].enumerated() {
      ids.append(try await it.add(title, in: Int64(60 + delay)))
    }
    await it.pass(3600)
    let notice = try XCTUnwrap(it.notifier.shown.last)
    XCTAssertEqual(it.notifier.shown.count, 4)
    XCTAssertEqual(notice.title, "4 reminders")
    XCTAssertEqual(notice.body, "D\nE\nF")
    XCTAssertEqual(notice.id, "reminders-4", "after the first of them")
    XCTAssertEqual(notice.destination, .group(4))
    XCTAssertNil(notice.reminder)
    try await it.store.setDone(Array(ids.dropLast()), true)
    await it.pass(1)
    XCTAssertFalse(it.notifier.withdrawn.contains(notice.id))
    for (delay, title) in ["H", "I", "J", "K"].enumerated() {
      try await it.add(title, in: Int64(60 + delay))
    }
    await it.pass(3600)
    let next = try XCTUnwrap(it.notifier.shown.last)
    XCTAssertEqual(next.body, "H\nI\nJ")
    XCTAssertNotEqual(next.id, notice.id, "what stands is not replaced")
    try await it.store.setDone(ids.suffix(1), true)
    await it.pass(1)
    XCTAssertTrue(it.notifier.withdrawn.contains(notice.id))
    XCTAssertFalse(it.notifier.withdrawn.contains(next.id))
  }

  @MainActor
  func testAGroupSaysHowManyAreLeftAndRingsNoMore() async throws {
    let it = try ReminderServiceFixture()
    var ids: [TodoID] = []
    for (delay, title) in ["A", "B", "C", "D", "E"].enumerated() {
      ids.append(try await it.add(title, in: Int64(60 + delay)))
    }
    await it.pass(3600)
    let group = try XCTUnwrap(it.notifier.shown.last)
    XCTAssertEqual(group.title, "5 reminders")
    XCTAssertFalse(group.isQuiet)
    // Several at once are one correction.
    try await it.store.setDone([ids[0], ids[2]], true)
    await it.pass(1)
    XCTAssertEqual(it.notifier.titles, ["5 reminders", "3 reminders"])
    let left = try XCTUnwrap(it.notifier.shown.last)
    XCTAssertEqual(left.body, "B\nD\nE")
    XCTAssertEqual(left.id, group.id, "in its place")
    XCTAssertEqual(left.destination, group.destination)
    XCTAssertTrue(left.isQuiet)
    // What changes nothing about it says nothing.
    try await it.store.edit(ids[1]) { $0.notes = "fresh" }
    try await it.add("F", in: 3600)
    await it.pass(1)
    XCTAssertEqual(it.notifier.shown.count, 2)
    try await it.store.delete(ids[3])
    try await it.store.edit(ids[4]) { $0.due = nil }
    await it.pass(1)
    let last = try XCTUnwrap(it.notifier.shown.last)
    XCTAssertEqual(last.title, "B")
    XCTAssertEqual(last.id, group.id)
    XCTAssertEqual(last.destination, .todo(ids[1]))
    XCTAssertTrue(last.isQuiet)
    XCTAssertFalse(it.notifier.withdrawn.contains(group.id))
    let (reminder, shown) = (try XCTUnwrap(last.reminder), it.notifier.shown.count)
    await it.service.didChooseDone(reminder)
    XCTAssertEqual(it.notifier.withdrawn.last, group.id)
    XCTAssertEqual(it.notifier.shown.count, shown)
  }

  /// Whoever has opened it is at work on it: the desktop has taken it away.
  @MainActor
  func testAGroupThatWasOpenedDoesNotComeBack() async throws {
    let it = try ReminderServiceFixture()
    var ids: [TodoID] = []
    for (delay, title) in ["A", "B", "C", "D"].enumerated() {
      ids.append(try await it.add(title, in: Int64(60 + delay)))
    }
    await it.pass(3600)
    guard case .group(let group)? = it.notifier.shown.last?.destination else {
      return XCTFail("no group")
    }
    _ = try await it.store.openGroup(group)
    try await it.store.setDone(ids[0], true)
    await it.pass(1)
    XCTAssertEqual(it.notifier.titles, ["4 reminders"])
  }

  /// The computer slept. Whoever sees it now may be doing it on another device.
  @MainActor
  func testWhatIsShownLateHasRungThen() async throws {
    let it = try ReminderServiceFixture()
    let milk = try await it.add("Milk", in: 60)
    await it.pass(3 * 3600)
    XCTAssertEqual(it.service.moments.shown, it.time.now())
    let rang = it.time.now()
    await it.pass(60)
    XCTAssertEqual(it.service.moments.shown, rang)
    try await it.store.setDone(milk, true)
    await it.pass(1)
    XCTAssertNil(it.service.moments.shown)
  }

  @MainActor
  func testTextsOfStrangersAreBounded() async throws {
    let it = try ReminderServiceFixture()
    try await it.add("<b>%s</b> " + String(repeating: "x", count: 3_000), in: 60)
    await it.pass(60)
    let notice = try XCTUnwrap(it.notifier.shown.first)
    XCTAssertTrue(notice.title.hasPrefix("<b>%s</b> x"))
    XCTAssertLessThan(notice.title.count, 300)
    let titles = ["<a href=\"https://example.org\">A</a>", "<\u{301}b>B", "1 < 2 & 3", "D"]
    for (delay, title) in titles.enumerated() { try await it.add(title, in: Int64(60 + delay)) }
    await it.pass(3600)
    let group = try XCTUnwrap(it.notifier.shown.last)
    XCTAssertEqual(
      group.body, "‹a href=\"https://example.org\">A‹/a>\n‹\u{301}b>B\n1 ‹ 2 & 3",
      "some desktops read markup in a body")
  }

  @MainActor
  func testWithoutAnythingThatWaitsItSaysSo() async throws {
    let it = try ReminderServiceFixture()
    var updates: [Bool?] = []
    it.service.onUpdate = { [weak service = it.service] in updates.append(service?.isWaiting) }
    await eventually("the first update") { !updates.isEmpty }
    XCTAssertEqual(updates.last, false)
    let milk = try await it.add("Milk", in: 60)
    await eventually("it waits") { updates.last == true }
    try await it.store.delete(milk)
    await eventually("nothing waits") { updates.last == false }
  }

  func testTheRealTimerWakesIt() throws {
    try onMainActor {
      let store = try TodoStore.inMemory()
      let notifier = RecordingNotifier()
      let settings = Settings(
        schema: "none", directory: DataDirectory(override: "/", executable: ""))
      let service = ReminderService(store: store, settings: settings, notifier: notifier) {}
      service.start()
      let moment = Timestamp(milliseconds: store.now.milliseconds + 2_000)
      let draft = TodoDraft(
        id: TodoID(rawValue: "milk"), content: "Milk", due: CalendarTime(moment, zone: .utc))
      Task { try await store.add(draft) }
      XCTAssertTrue(pump(until: { notifier.titles == ["Milk"] }))
    }
  }
}

import Basics
import TestSupport
import XCTest

@testable import Core

final class SnoozeTests: XCTestCase {
  func testASnoozedReminderIsTakenAwayAndRingsAgain() async throws {
    let ring = try RingBench("Asia/Seoul")
    try await ring.add("Milk", due: "2027-01-15T17:30")
    let rung = try await ring.rings(at: "2027-01-15T17:30")
    let number = try XCTUnwrap(rung.first).id
    try await ring.snooze(rung: number, until: "2027-01-15T17:40")
    let round = try await ring.bench.store.ring(by: ring.rules)
    XCTAssertEqual(round.outdated, [number])
    try await ring.expect([], next: "2027-01-15T17:40")
    let again = try await ring.rings(at: "2027-01-15T17:40")
    XCTAssertEqual(again.map(\.content), ["Milk"])
    // And once more, from the second notification.
    try await ring.snooze(rung: XCTUnwrap(again.first).id, until: "2027-01-15T18:00")
    try await ring.expect(["Milk"], at: "2027-01-15T18:00", next: nil)
  }

  /// The same person has another name in an account than on this computer only.
  func testASnoozeHoldsThroughSigningInAndOut() async throws {
    let ring = try RingBench("Asia/Seoul")
    let store = ring.bench.store
    let milk = try await ring.add("Milk", due: "2027-01-15T17:30")
    let rung = try await ring.rings(at: "2027-01-15T17:30")
    try await ring.snooze(rung: XCTUnwrap(rung.first).id, until: "2027-01-15T17:40")
    let account = try sampleAccount(user: "ann")
    for user in ["ann", "", "ann"] {
      if user.isEmpty {
        try await store.disconnect(account.id)
      } else {
        try await store.connect(account)
      }
      let todo = try await store.todo(milk.id)
      XCTAssertEqual(todo?.snoozes.map(\.user), [user])
      // What is written anew rings by the names that stand there now.
      try await store.edit(milk.id) { $0.content += "!" }
      try await ring.expect([], next: "2027-01-15T17:40")
    }
    try await ring.expect(["Milk!!!"], at: "2027-01-15T17:40", next: nil)
  }

  /// Signing out and in again is no edit of what was snoozed.
  func testASnoozeThatWasAgreedOnIsNotSentAgainAfterSigningOut() async throws {
    let (bench, account, milk) = try await Bench.agreed()
    let rules = try RingBench.rules("Asia/Seoul")
    try await bench.store.snooze(
      milk.id, until: moment("2027-01-15T18:00", "Asia/Seoul"), zone: "Asia/Seoul", by: rules)
    try await bench.store.acknowledgeAll(of: account, version: .numbered(2))
    try await bench.store.disconnect(account)
    try await bench.store.connect(sampleAccount())
    let waiting = try await bench.store.pendingRecords(of: account)
    XCTAssertFalse(waiting.contains(milk.key))
    let stored = try await bench.store.todo(milk.id)
    XCTAssertEqual(stored?.snoozes.map(\.user), ["ann"])
  }

  func testTheButtonOfAnOldNotificationDoesNothing() async throws {
    let ring = try RingBench("Asia/Seoul")
    let milk = try await ring.add("Milk", due: "2027-01-15T17:30")
    let rung = try await ring.rings(at: "2027-01-15T17:30")
    try await ring.bench.store.edit(milk.id) { $0.due = nil }
    let number = try XCTUnwrap(rung.first).id
    for stale in [number, number + 1, -1, .max] {
      try await ring.snooze(rung: stale, until: "2027-01-15T17:40")
      let next = try await ring.bench.store.setDone(rung: stale)
      XCTAssertNil(next)
    }
    let left = try await ring.bench.store.todo(milk.id)
    XCTAssertEqual(left?.snoozes, [])
    XCTAssertEqual(left?.status, .open)
  }

  func testASnoozeEndsWithTheMoveOfTheTodo() async throws {
    let ring = try RingBench("Asia/Seoul")
    let milk = try await ring.add("Milk", due: "2027-01-15T17:30")
    let rung = try await ring.rings(at: "2027-01-15T17:30")
    try await ring.snooze(rung: XCTUnwrap(rung.first).id, until: "2027-01-15T17:40")
    let tomorrow = try XCTUnwrap(CalendarTime(iso8601: "2027-01-16T17:30"))
    try await ring.bench.store.edit(milk.id) { $0.due = tomorrow }
    try await ring.expect([], at: "2027-01-15T17:40")
    try await ring.expect(["Milk"], at: "2027-01-16T17:30")
  }

  func testWhatHasNotRungGetsAReminderOfItsOwn() async throws {
    let ring = try RingBench("Asia/Seoul")
    let milk = try await ring.add("Milk", due: "2027-01-16T17:30")
    try await ring.snooze(milk.id, until: "2027-01-15T17:10")
    try await ring.expect(["Milk"], at: "2027-01-15T17:10", next: "2027-01-16T17:30")
  }

  func testSnoozingAgainTakesThePlaceOfTheEarlierSnooze() async throws {
    let ring = try RingBench("Asia/Seoul")
    let own = Reminder(Alarm(at: try moment("2027-01-15T17:20", "Asia/Seoul"), zone: "Asia/Seoul"))
    let milk = try await ring.add("Milk", due: "2027-01-16T17:30", [own])
    for time in ["2027-01-15T17:10", "2027-01-16T09:00", "2027-01-15T18:00"] {
      try await ring.snooze(milk.id, until: time)
      let made = Reminder(Alarm(at: try moment(time, "Asia/Seoul"), zone: "Asia/Seoul"))
      let todo = try await ring.bench.store.todo(milk.id)
      XCTAssertEqual(todo?.reminders, [own, made], "the person's own one stays")
      XCTAssertEqual(todo?.snoozes.count, 1)
    }
    try await ring.expect([], at: "2027-01-15T17:10")
    try await ring.expect(["Milk"], at: "2027-01-15T17:20")
    try await ring.expect(["Milk"], at: "2027-01-15T18:00", next: "2027-01-16T17:30")
  }

  /// The notification is gone by then, and with it what was known of it.
  func testWhatHasBeenPutOffIsPutOffAgain() async throws {
    let ring = try RingBench("Asia/Seoul")
    let store = ring.bench.store
    let milk = try await ring.add("Milk", due: "2027-01-15T17:30")
    _ = try await ring.rings(at: "2027-01-15T17:30")
    try await ring.snooze(milk.id, until: "2027-01-15T18:30")
    try await store.confirmWithdrawn(store.ring(by: ring.rules).outdated)
    try await ring.snooze(milk.id, until: "2027-01-15T17:40")
    let todo = try await store.todo(milk.id)
    XCTAssertEqual(todo?.reminders, [])
    XCTAssertEqual(todo?.snoozes.count, 1)
    try await ring.expect(["Milk"], at: "2027-01-15T17:40", next: nil)
  }

  /// What was put off to a moment before the to-do was moved behind it would not ring then.
  func testWhatWasMovedSinceIsNotPutOff() async throws {
    let ring = try RingBench("Asia/Seoul")
    let milk = try await ring.add("Milk", due: "2027-01-15T17:30")
    _ = try await ring.rings(at: "2027-01-15T17:30")
    let tomorrow = try XCTUnwrap(CalendarTime(iso8601: "2027-01-16T17:30"))
    try await ring.bench.store.edit(milk.id) { $0.due = tomorrow }
    try await ring.snooze(milk.id, until: "2027-01-15T17:40")
    try await ring.expect(["Milk"], at: "2027-01-15T17:40", next: "2027-01-16T17:30")
  }

  func testWhatTwoDevicesSnoozedIsReplacedByTheNextSnooze() async throws {
    let clock = TestClock()
    let server = CountingServer()
    let first = try await Device("a", clock: clock, server: server)
    let second = try await Device("b", clock: clock, server: server)
    let rules = try RingBench.rules("Asia/Seoul")
    let id = TodoID(rawValue: "milk")
    try await first.bench.store.add(
      TodoDraft(id: id, content: "Milk", due: CalendarTime(iso8601: "2027-01-16T17:30")))
    try await first.sendAll()
    try await second.pull(limit: 10)
    for (device, time) in [(first, "2027-01-15T17:10"), (second, "2027-01-15T18:00")] {
      try await device.bench.store.snooze(
        id, until: moment(time, "Asia/Seoul"), zone: "Asia/Seoul", by: rules)
      try await device.sendAll()
    }
    try await first.pull(limit: 10)
    let both = try await first.bench.store.todo(id)
    XCTAssertEqual(both?.reminders.count, 2, "neither device's is lost")
    XCTAssertEqual(both?.snoozes.count, 2)
    try await first.bench.store.snooze(
      id, until: moment("2027-01-15T19:00", "Asia/Seoul"), zone: "Asia/Seoul", by: rules)
    try await first.sendAll()
    try await second.pull(limit: 10)
    for device in [first, second] {
      let todo = try await device.bench.store.todo(id)
      XCTAssertEqual(
        todo?.reminders.compactMap(\.alarm?.at), [try moment("2027-01-15T19:00", "Asia/Seoul")])
      XCTAssertEqual(todo?.snoozes.count, 1)
    }
  }

  func testTheReminderOfASnoozeGoesWithItsOccurrence() async throws {
    let ring = try RingBench("Asia/Seoul")
    let own = Reminder(Alarm(at: try moment("2027-01-16T08:00", "Asia/Seoul"), zone: "Asia/Seoul"))
    let milk = try await ring.add("Milk", due: "2027-01-16T17:30", [own])
    try await ring.bench.store.edit(milk.id) { $0.recurrence = RecurrenceRule("FREQ=DAILY") }
    try await ring.snooze(milk.id, until: "2027-01-15T17:10")
    try await ring.bench.store.setDone(milk.id, true)
    let next = try await ring.bench.store.todo(milk.id)
    XCTAssertEqual(
      next?.reminders.compactMap(\.alarm?.at), [try moment("2027-01-17T08:00", "Asia/Seoul")])
    XCTAssertEqual(next?.snoozes, [])
  }

  func testASnoozeHoldsOnBothDevicesOfAUser() async throws {
    let clock = TestClock()
    let server = CountingServer()
    let first = try await Device("a", clock: clock, server: server)
    let second = try await Device("b", clock: clock, server: server)
    let rules = try RingBench.rules("Asia/Seoul")
    let due = try XCTUnwrap(CalendarTime(iso8601: "2027-01-15T17:30"))
    let list = try await first.bench.store.addList(named: "Home")
    try await first.bench.store.add(
      TodoDraft(id: TodoID(rawValue: "milk"), listID: list.id, content: "Milk", due: due))
    try await first.sendAll()
    try await second.pull(limit: 10)
    clock.set(try moment("2027-01-15T17:30", "Asia/Seoul"))
    let here = try await first.bench.store.ring(by: rules)
    let there = try await second.bench.store.ring(by: rules)
    XCTAssertEqual([here, there].map { $0.ringing.map(\.content) }, [["Milk"], ["Milk"]])
    try await first.bench.store.snooze(
      rung: XCTUnwrap(here.ringing.first).id, until: moment("2027-01-15T17:40", "Asia/Seoul"))
    try await first.sendAll()
    try await second.pull(limit: 10)
    let quiet = try await second.bench.store.ring(by: rules)
    XCTAssertEqual(quiet.outdated, there.ringing.map(\.id))
    clock.set(try moment("2027-01-15T17:40", "Asia/Seoul"))
    for device in [first, second] {
      let round = try await device.bench.store.ring(by: rules)
      XCTAssertEqual(round.ringing.map(\.content), ["Milk"])
    }
    try await second.bench.store.setDone(TodoID(rawValue: "milk"), true)
    try await second.sendAll()
    try await first.pull(limit: 10)
    let done = try await first.bench.store.ring(by: rules)
    XCTAssertEqual(done.outdated.count, 2)
  }

  func testTheSnoozeOfAnotherPersonIsTheirs() async throws {
    let ring = try RingBench("Asia/Seoul")
    let milk = try await ring.add("Milk", due: "2027-01-15T17:30")
    let until = try moment("2027-01-15T18:00", "Asia/Seoul")
    try await ring.bench.store.edit(milk.id) {
      $0.snoozes.set(Snooze(until: until, user: "bob", reminder: .atDueTime))
    }
    try await ring.expect(["Milk"], at: "2027-01-15T17:30", next: nil)
  }

  func testTheReminderOfAnotherPersonsSnoozeRingsForThemAlone() async throws {
    let ring = try RingBench("Asia/Seoul")
    let milk = try await ring.add("Milk", due: "2027-01-15T17:30")
    let until = try moment("2027-01-15T18:00", "Asia/Seoul")
    let made = Reminder(Alarm(at: until, zone: "Asia/Seoul"))
    for (user, titles) in [("bob", []), ("", ["Milk"])] {
      try await ring.bench.store.edit(milk.id) { todo in
        todo.reminders = [made]
        todo.snoozes = [Snooze(until: until, user: user, reminder: made)]
      }
      let todo = try await ring.bench.store.todo(milk.id)
      XCTAssertEqual(todo?.moment(of: made, for: "bob", ring.rules), until)
      XCTAssertEqual(todo?.isMadeBySnooze(made), true)
      XCTAssertEqual(todo?.isMadeBySnooze(.atDueTime), false)
      if user == "bob" {
        try await ring.expect(["Milk"], at: "2027-01-15T17:30", next: nil)
      } else {
        try await ring.expect(titles, at: "2027-01-15T18:00", next: nil)
      }
    }
  }

  func testASnoozeStaysItsPersonsWhereTheToDoIsMovedTo() async throws {
    let ring = try RingBench("Asia/Seoul")
    let account = try sampleAccount().id
    try await ring.bench.store.connect(sampleAccount())
    let here = try await ring.bench.store.addList(named: "Here", to: .thisComputer)
    let there = try await ring.bench.store.addList(named: "There", to: .account(account))
    let milk = try await ring.bench.add("Milk", to: here.id)
    try await ring.snooze(milk.id, until: "2027-01-15T18:00")
    try await ring.bench.store.move([milk.id], to: there.id)
    let todo = try await ring.bench.store.todo(milk.id)
    XCTAssertEqual(todo?.snoozes.compactMap(\.user), ["ann"])
    try await ring.expect(["Milk"], at: "2027-01-15T18:00", next: nil)
  }

  func testWhatAnotherDeviceSetRingsUpToADayLate() async throws {
    let clock = TestClock()
    let server = CountingServer()
    let first = try await Device("a", clock: clock, server: server)
    let second = try await Device("b", clock: clock, server: server)
    for (title, due) in [("Old", "2027-01-16T10:00"), ("Late", "2027-01-17T09:00")] {
      try await first.bench.store.add(
        TodoDraft(
          id: TodoID(rawValue: title), content: title, due: CalendarTime(iso8601: due)))
    }
    try await first.sendAll()
    clock.set(try moment("2027-01-17T12:00", "Asia/Seoul"))
    try await second.pull(limit: 10)
    let round = try await second.bench.store.ring(by: RingBench.rules("Asia/Seoul"))
    XCTAssertEqual(round.ringing.map(\.content), ["Late"])
  }

  /// The notification of a reminder that was created for a snooze does what the menu does.
  func testTheReminderOfASnoozeIsPutOffFromItsNotification() async throws {
    let ring = try RingBench("Asia/Seoul")
    let milk = try await ring.add("Milk", due: "2027-01-16T17:30")
    try await ring.snooze(milk.id, until: "2027-01-15T17:10")
    let rung = try await ring.rings(at: "2027-01-15T17:10")
    try await ring.snooze(rung: XCTUnwrap(rung.first).id, until: "2027-01-15T17:20")
    let todo = try await ring.bench.store.todo(milk.id)
    let made = Reminder(Alarm(at: try moment("2027-01-15T17:20", "Asia/Seoul"), zone: "Asia/Seoul"))
    XCTAssertEqual(todo?.reminders, [made])
    XCTAssertEqual(todo?.isMadeBySnooze(made), true)
    try await ring.expect(["Milk"], at: "2027-01-15T17:20", next: "2027-01-16T17:30")
  }

  /// “Until tomorrow” is the same moment for everybody.
  func testTwoPeopleSnoozeUntilTheSameMoment() throws {
    let rules = try RingBench.rules("Asia/Seoul")
    let now = try moment("2027-01-15T17:00", "Asia/Seoul")
    let until = try moment("2027-01-16T09:00", "Asia/Seoul")
    let later = try moment("2027-01-16T10:00", "Asia/Seoul")
    var todo = Todo(
      id: TodoID(rawValue: "milk"), listID: ListID(rawValue: "home"), content: "Milk",
      due: CalendarTime(iso8601: "2027-01-20T17:30"), position: "a", createdAt: now, modifiedAt: now
    )
    let made = Reminder(Alarm(at: until, zone: "Asia/Seoul"))
    for user in ["bob", "ann"] {
      todo.snooze(rung: [], until: until, for: user, at: now, zone: "Asia/Seoul", rules)
    }
    for user in ["bob", "ann"] {
      XCTAssertEqual(todo.moment(of: made, for: user, rules), until, user)
    }
    todo.snooze(rung: [], until: later, for: "ann", at: now, zone: "Asia/Seoul", rules)
    XCTAssertEqual(todo.moment(of: made, for: "bob", rules), until)
    XCTAssertNil(todo.moment(of: made, for: "ann", rules))
  }
}

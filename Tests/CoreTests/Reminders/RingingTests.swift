import Basics
import XCTest

@testable import Core

/// What rings when, and what is silent.
final class RingingTests: XCTestCase {
  func testADueTimeRingsOnceAtItsMoment() async throws {
    let ring = try RingBench("Asia/Seoul")
    try await ring.add("Milk", due: "2027-01-15T17:30")
    try await ring.expect([], next: "2027-01-15T17:30")
    try await ring.expect(["Milk"], at: "2027-01-15T17:30")
    try await ring.expect([], next: nil)
  }

  func testItIsKnownWhatIsShown() async throws {
    let ring = try RingBench("Asia/Seoul")
    let milk = try await ring.add("Milk", due: "2027-01-15T17:30")
    let before = try await ring.bench.store.ring(by: ring.rules)
    XCTAssertNil(before.shown)
    let rung = try await ring.rings(at: "2027-01-15T17:30")
    let moment = try XCTUnwrap(rung.first).moment
    try await ring.bench.store.confirmShown(rung.map(\.id))
    let later = try await ring.bench.store.ring(by: ring.rules)
    XCTAssertEqual(later.shown, moment)
    _ = try await ring.bench.store.setDone(milk.id, true)
    let done = try await ring.bench.store.ring(by: ring.rules)
    XCTAssertNil(done.shown)
  }

  func testTheReminderAtTheTimeAndTheDueTimeAreOne() async throws {
    let ring = try RingBench("Asia/Seoul")
    let same = Reminder(text: "DUE -PT0S")
    try await ring.add("Milk", due: "2027-01-15T17:30", [.atDueTime, same])
    try await ring.expect(["Milk"], at: "2027-01-15T17:30")
    try await ring.expect([], at: "2027-01-15T17:31")
  }

  func testADueTimeIsSilentIfThePreferenceSaysSo() async throws {
    var ring = try RingBench("Asia/Seoul")
    ring.rules.dueTimesRing = false
    try await ring.add("Milk", due: "2027-01-15T17:30")
    try await ring.add("Eggs", due: "2027-01-15T17:30", [.atDueTime])
    try await ring.expect(["Eggs"], at: "2027-01-15T17:30")
    ring.rules.dueTimesRing = true
    try await ring.expect([], at: "2027-01-15T17:31")
  }

  func testRemindersBeforeAndAfterRingInTheirOrder() async throws {
    let ring = try RingBench("Asia/Seoul")
    try await ring.add(
      "Milk", due: "2027-01-16T10:00",
      [Reminder(text: "DUE -P1D"), Reminder(text: "DUE -PT15M"), Reminder(text: "DUE PT1H")])
    try await ring.expect([], at: "2027-01-16T09:44", next: "2027-01-16T09:45")
    try await ring.expect(["Milk"], at: "2027-01-16T09:45", next: "2027-01-16T10:00")
    try await ring.expect(["Milk"], at: "2027-01-16T10:00", next: "2027-01-16T11:00")
    try await ring.expect(["Milk"], at: "2027-01-16T11:00", next: nil)
  }

  func testReminderOfADayRingsAtTheHourOfThePreferences() async throws {
    var ring = try RingBench("Asia/Seoul")
    try await ring.add("Milk", due: "2027-01-17", [.atDueTime, Reminder(text: "DUE -P1D")])
    try await ring.expect([], next: "2027-01-16T09:00")
    ring.rules.timeOfDays = TimeOfDay(secondsOfDay: 7 * 3600)
    try await ring.expect([], next: "2027-01-16T07:00")
    try await ring.expect(["Milk"], at: "2027-01-16T07:00", next: "2027-01-17T07:00")
    ring.rules.timeOfDays = TimeOfDay(secondsOfDay: 20 * 3600)
    try await ring.expect([], at: "2027-01-17T19:59", next: "2027-01-17T20:00")
  }

  func testWhatIsSomebodyElsesToDoIsSilent() async throws {
    let ring = try RingBench("Asia/Seoul")
    let account = try sampleAccount()
    try await ring.bench.store.connect(account)
    let cake = try await ring.add("Cake", due: "2027-01-15T17:30")
    try await ring.add("Milk", due: "2027-01-15T17:40")
    XCTAssertEqual(cake.account, account.id)
    try await ring.bench.store.assign(cake.id, to: "mia")
    try await ring.expect([], at: "2027-01-15T17:30", next: "2027-01-15T17:40")
    try await ring.bench.store.edit(cake.id) { $0.due = CalendarTime(iso8601: "2027-01-15T18:00") }
    try await ring.expect(["Milk"], at: "2027-01-15T17:40", next: nil)
    try await ring.bench.store.assign(cake.id, to: account.user)
    try await ring.expect([], next: "2027-01-15T18:00")
    let rung = try await ring.rings(at: "2027-01-15T18:00")
    XCTAssertEqual(rung.map(\.content), ["Cake"])
    // It is handed on while it is shown.
    try await ring.bench.store.assign(cake.id, to: "mia")
    let round = try await ring.bench.store.ring(by: ring.rules)
    XCTAssertEqual(round.outdated, rung.map(\.id))
  }

  func testADayAloneDoesNotRing() async throws {
    let ring = try RingBench("Asia/Seoul")
    try await ring.add("Milk", due: "2027-01-17")
    try await ring.expect([], next: nil)
    let waits = try await ring.bench.store.needsReminderService()
    XCTAssertFalse(waits)
  }

  func testFloatingTimesFollowTheZoneAndMomentsDoNot() async throws {
    var ring = try RingBench("Asia/Seoul")
    try await ring.add("Floating", due: "2027-01-16T08:00")
    try await ring.add("Fixed", due: "2027-01-16T09:00", zone: "Asia/Seoul")
    try await ring.expect([], next: "2027-01-16T08:00")
    ring.rules.zone = try zone("Europe/Berlin")
    try await ring.expect([], next: "2027-01-16T01:00")
    try await ring.expect(["Fixed"], at: "2027-01-16T01:00", next: "2027-01-16T08:00")
    try await ring.expect(["Floating"], at: "2027-01-16T08:00", next: nil)
  }

  func testATimeThatTheClockLeavesOutRingsAnHourLater() async throws {
    let ring = try RingBench("Europe/Berlin")
    try await ring.add("Gap", due: "2027-03-28T02:30")
    try await ring.add("After", due: "2027-03-28T03:10")
    // Both exist once: 02:30 is shown as 03:30.
    try await ring.expect(["After"], at: "2027-03-28T03:10", next: "2027-03-28T03:30")
    try await ring.expect(["Gap"], at: "2027-03-28T03:30", next: nil)
  }

  func testATimeThatComesTwiceRingsTheFirstTime() async throws {
    let ring = try RingBench("Europe/Berlin")
    try await ring.add("Twice", due: "2027-10-31T02:30")
    let first = try moment("2027-10-31T02:30", "Europe/Berlin")
    try await ring.add("Between", due: "2027-10-31T01:10", zone: "UTC")
    try await ring.expect([], next: "2027-10-31T02:30")
    try await ring.expect(["Twice"], at: "2027-10-31T02:30")
    // Ten past the second two o'clock.
    ring.bench.clock.set(try moment("2027-10-31T01:10", "UTC"))
    let round = try await ring.bench.store.ring(by: ring.rules)
    XCTAssertEqual(round.ringing.map(\.content), ["Between"])
    XCTAssertLessThan(first, ring.bench.clock.now)
  }

  func testWhatIsDoneCancelledOrDeletedIsSilentAndTakenAway() async throws {
    let ring = try RingBench("Asia/Seoul")
    let store = ring.bench.store
    var shown: [TodoID: Int64] = [:]
    for title in ["Done", "Cancelled", "Deleted", "Moved", "Kept"] {
      try await ring.add(title, due: "2027-01-15T17:30")
    }
    for rung in try await ring.rings(at: "2027-01-15T17:30") { shown[rung.todo] = rung.id }
    try await store.confirmShown(Array(shown.values))
    let ids = try await store.identifiers()
    try await store.setDone(XCTUnwrap(ids["Done"]), true)
    try await store.edit(XCTUnwrap(ids["Cancelled"])) { $0.status = .cancelled }
    try await store.delete(XCTUnwrap(ids["Deleted"]))
    let later = try CalendarTime(day: .first, time: XCTUnwrap(TimeOfDay(hour: 1, minute: 0)))
    try await store.edit(XCTUnwrap(ids["Moved"])) { $0.due = later }
    try await store.edit(XCTUnwrap(ids["Kept"])) { $0.content = "Another name" }
    let gone = try ["Done", "Cancelled", "Deleted", "Moved"].map { try XCTUnwrap(ids[$0]) }
    let round = try await store.ring(by: ring.rules)
    XCTAssertEqual(round.ringing, [])
    XCTAssertEqual(round.outdated, gone.compactMap { shown[$0] }.sorted())
    XCTAssertEqual(round.groups, [], "there was none")
    try await store.confirmWithdrawn(round.outdated)
    let again = try await store.ring(by: ring.rules)
    XCTAssertEqual(again.outdated, [])
  }

  func testAGroupIsToldWhatIsLeftOfIt() async throws {
    let ring = try RingBench("Asia/Seoul")
    let store = ring.bench.store
    var todos: [TodoID] = []
    for minute in 30..<34 {
      todos.append(try await ring.add("\(minute)", due: "2027-01-15T17:\(minute)").id)
    }
    try await ring.add("Alone", due: "2027-01-15T18:30")
    let rung = try await ring.rings(at: "2027-01-15T18:00")
    try await store.confirmShown(rung.map(\.id), isGroup: true)
    var round = try await store.ring(by: ring.rules)
    XCTAssertEqual(round.groups, [])
    // Also where something rings at the same moment.
    try await store.setDone([todos[0], todos[2]], true)
    ring.bench.clock.set(try moment("2027-01-15T18:30", "Asia/Seoul"))
    round = try await store.ring(by: ring.rules)
    XCTAssertEqual(round.ringing.map(\.content), ["Alone"])
    XCTAssertEqual(round.outdated, [rung[0].id, rung[2].id])
    XCTAssertEqual(round.groups.map(\.id), [rung[0].id], "it keeps its name")
    XCTAssertEqual(round.groups.map { $0.left.map(\.content) }, [["31", "33"]])
    try await store.confirmWithdrawn(round.outdated)
    try await store.delete(todos[1])
    let later = CalendarTime(iso8601: "2027-01-16T10:00")
    try await store.edit(todos[3]) { $0.due = later }
    round = try await store.ring(by: ring.rules)
    XCTAssertEqual(round.groups.map { $0.left.count }, [0])
    try await store.confirmWithdrawn(round.outdated)
    round = try await store.ring(by: ring.rules)
    XCTAssertEqual(round.groups, [])
  }

  func testAGroupThatWasOpenedIsNoneAnyMore() async throws {
    let ring = try RingBench("Asia/Seoul")
    let store = ring.bench.store
    var todos: [TodoID] = []
    for minute in 30..<34 {
      todos.append(try await ring.add("\(minute)", due: "2027-01-15T17:\(minute)").id)
    }
    // Twice, and one to-do all the same.
    try await store.edit(todos[3]) { $0.reminders = [Reminder(text: "DUE -PT30M")] }
    let rung = try await ring.rings(at: "2027-01-15T18:00")
    XCTAssertEqual(rung.count, 5)
    try await store.confirmShown(rung.map(\.id), isGroup: true)
    try await store.setDone(todos[0], true)
    let group = try XCTUnwrap(rung.first).id
    let found = try await store.openGroup(group)
    XCTAssertEqual(found.map(\.id), [todos[3], todos[1], todos[2]], "as they rang")
    let again = try await store.openGroup(group)
    XCTAssertEqual(again, [])
    try await store.setDone(todos[1], true)
    let round = try await store.ring(by: ring.rules)
    XCTAssertEqual(round.outdated.count, 2)
    XCTAssertEqual(round.groups, [])
    for stranger in [Int64.min, -1, 0, .max] {
      let none = try await store.openGroup(stranger)
      XCTAssertEqual(none, [])
    }
  }

  func testOpeningAgainDoesNotRingAgain() async throws {
    let ring = try RingBench("Asia/Seoul")
    let milk = try await ring.add("Milk", due: "2027-01-15T17:30")
    try await ring.expect(["Milk"], at: "2027-01-15T17:30")
    try await ring.bench.store.setDone(milk.id, true)
    try await ring.bench.store.setDone(milk.id, false)
    try await ring.expect([])
    try await ring.bench.store.edit(milk.id) { $0.due = nil }
    try await ring.bench.store.edit(milk.id) { $0.due = milk.due }
    try await ring.expect([])
  }

  func testWhatWasPastWhenItWasTypedDoesNotRing() async throws {
    let ring = try RingBench("Asia/Seoul")
    try await ring.add("Past", due: "2027-01-15T16:30")
    try await ring.add("Now", due: "2027-01-15T17:00")
    try await ring.expect(["Now"])
    try await ring.expect([], at: "2027-02-01T00:00")
  }

  func testWhatWasMissedRings() async throws {
    let ring = try RingBench("Asia/Seoul")
    try await ring.add("Milk", due: "2027-01-15T17:30")
    try await ring.expect(["Milk"], at: "2027-02-20T08:00")
  }

  func testNobodyRingsTwiceAndAnUnconfirmedClaimIsRepeated() async throws {
    let folder = try TestFolder()
    let ring = try RingBench("Asia/Seoul", path: folder.file())
    let other = try Bench(path: folder.file(), clock: ring.bench.clock)
    for title in ["Milk", "Eggs"] { try await ring.add(title, due: "2027-01-15T17:30") }
    ring.bench.clock.set(try moment("2027-01-15T17:30", "Asia/Seoul"))
    let rules = ring.rules
    async let here = ring.bench.store.ring(by: rules)
    async let there = other.store.ring(by: rules)
    let rung = try await here.ringing + there.ringing
    XCTAssertEqual(rung.map(\.content).sorted(), ["Eggs", "Milk"])
    try await ring.bench.store.confirmShown([XCTUnwrap(rung.first).id])
    let afterCrash = try await other.store.ring(by: rules, claimsAgain: true)
    XCTAssertEqual(afterCrash.ringing.map(\.id), [rung[1].id])
    try await other.store.confirmShown([rung[1].id])
    let last = try await other.store.ring(by: rules, claimsAgain: true)
    XCTAssertEqual(last.ringing, [])
  }

  func testThousandsThatWaitAreNotRead() async throws {
    let ring = try RingBench("Asia/Seoul")
    let day = try XCTUnwrap(CalendarDay(iso8601: "2027-02-01"))
    let drafts = (0..<10_000).map { number in
      TodoDraft(
        id: TodoID(rawValue: "n\(number)"), content: "To-do \(number)",
        due: CalendarTime(day: day.adding(days: number), time: .midnight))
    }
    try await ring.bench.store.add(drafts)
    let work = try await WorkCounter(store: ring.bench.store).work {
      _ = try await ring.bench.store.ring(by: ring.rules)
    }
    XCTAssertLessThan(work.steps, 1_000)
    try await ring.expect([], next: "2027-02-01T00:00")
  }

  func testWhatRangTooEarlyWaitsAgain() async throws {
    let ring = try RingBench("Asia/Seoul")
    try await ring.add("Milk", due: "2027-01-15T20:00")
    let early = try await ring.rings(at: "2027-01-16T02:00")
    try await ring.bench.store.confirmShown(early.map(\.id))
    ring.bench.clock.set(try moment("2027-01-15T17:00", "Asia/Seoul"))
    try await ring.bench.store.waitAgain(early.map(\.id))
    let update = try await ring.bench.store.ring(by: ring.rules)
    XCTAssertEqual(update.outdated, early.map(\.id))
    XCTAssertEqual(update.next, try moment("2027-01-15T20:00", "Asia/Seoul"))
    try await ring.bench.store.confirmWithdrawn(update.outdated)
    try await ring.expect(["Milk"], at: "2027-01-15T20:00", next: nil)
  }
}

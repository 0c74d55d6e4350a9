import Basics
import Core
import TestSupport
import XCTest

final class RepeatTests: XCTestCase {
  private let id = TodoID(rawValue: "a")

  /// Seoul is nine hours ahead; the bench's clock stands at 2027-01-15 17:00 there.
  private func bench(_ change: @escaping @Sendable (inout TodoDraft) -> Void) async throws -> Bench
  {
    let bench = try Bench()
    var draft = TodoDraft(id: id, content: "a")
    change(&draft)
    try await bench.store.add(draft)
    return bench
  }

  private func day(_ text: String) -> CalendarTime {
    CalendarTime(iso8601: text) ?? .init(day: .first)
  }

  private func todo(_ bench: Bench) async throws -> Todo {
    let found = try await bench.store.todo(id)
    return try XCTUnwrap(found)
  }

  func testCompletingMovesAllThatBelongsToAnOccurrence() async throws {
    let seoul = try XCTUnwrap(ZoneName("Asia/Seoul"))
    let alarm = Alarm(
      at: CalendarTime(iso8601: "2027-03-01T08:00", zone: seoul)!.moment(local: .utc),
      zone: "Asia/Seoul")
    let relative = Reminder(text: "DUE -PT15M")
    let bench = try await bench {
      $0.due = CalendarTime(iso8601: "2027-03-01T17:00", zone: seoul)
      $0.start = CalendarTime(iso8601: "2027-02-27")
      $0.reminders = [relative, Reminder(alarm)]
      $0.recurrence = RecurrenceRule("FREQ=WEEKLY;COUNT=3")
    }
    let next = try await bench.store.setDone(id, true)
    let moved = try await todo(bench)
    XCTAssertEqual(next.map(\.id), [id])
    XCTAssertEqual(next.map(\.time), [try XCTUnwrap(moved.due)])
    XCTAssertEqual(moved.status, .open)
    XCTAssertEqual(moved.due, CalendarTime(iso8601: "2027-03-08T17:00", zone: seoul))
    XCTAssertEqual(moved.start, day("2027-03-06"))
    XCTAssertEqual(moved.recurrence?.text, "FREQ=WEEKLY;COUNT=2")
    XCTAssertTrue(moved.reminders.contains(relative))
    let week = Int64(7 * 86_400_000)
    XCTAssertEqual(
      moved.reminders.firstAlarm?.at.milliseconds, alarm.at.milliseconds + week)
    XCTAssertEqual(
      moved.completions.history.map(\.occurrence),
      [CalendarTime(iso8601: "2027-03-01T17:00", zone: seoul)])
  }

  func testTheLastOccurrenceIsDone() async throws {
    let bench = try await bench {
      $0.due = CalendarTime(iso8601: "2027-03-01")
      $0.recurrence = RecurrenceRule("FREQ=WEEKLY;COUNT=1")
    }
    let next = try await bench.store.setDone(id, true)
    let ended = try await todo(bench)
    XCTAssertEqual(next, [])
    XCTAssertEqual(ended.status, .done)
    XCTAssertEqual(ended.completions.count, 1)
  }

  func testSkippingIsNotCompleting() async throws {
    let bench = try await bench {
      $0.due = CalendarTime(iso8601: "2027-03-01")
      $0.recurrence = RecurrenceRule("FREQ=WEEKLY;COUNT=2")
    }
    var next = try await bench.store.skipOccurrence(of: id)
    XCTAssertEqual(next?.time, day("2027-03-08"))
    var now = try await todo(bench)
    XCTAssertEqual(now.completions, [])
    next = try await bench.store.skipOccurrence(of: id)
    XCTAssertNil(next)
    now = try await todo(bench)
    XCTAssertEqual(now.status, .cancelled)
  }

  func testARuleThatNobodyCanReadEndsWithTheToDo() async throws {
    for rule in ["FREQ=NEVER", "", "\u{0}"] {
      let bench = try await bench { $0.due = CalendarTime(iso8601: "2027-03-01") }
      try await bench.store.edit(id) { $0.recurrence = RecurrenceRule(rule) }
      try await bench.store.setDone(id, true)
      let done = try await todo(bench)
      XCTAssertEqual(done.status, .done, rule)
    }
  }

  /// Elsewhere a part that repeats was advanced once by itself and once more with what it is a part of.
  func testAPartThatRepeatsIsMovedByItsOwnCompletionOnly() async throws {
    let bench = try await bench {
      $0.due = CalendarTime(iso8601: "2027-03-01")
      $0.recurrence = RecurrenceRule("FREQ=WEEKLY")
    }
    var part = TodoDraft(id: TodoID(rawValue: "b"), content: "b", parent: id)
    part.due = CalendarTime(iso8601: "2027-03-01")
    part.recurrence = RecurrenceRule("FREQ=DAILY")
    try await bench.store.add(part)
    try await bench.store.setDone(part.id, true)
    let own = try await bench.store.todo(part.id)
    XCTAssertEqual(own?.due, day("2027-03-02"))
    try await bench.store.setDone(id, true)
    let after = try await bench.store.todo(part.id)
    XCTAssertEqual(after?.due, day("2027-03-02"))
    XCTAssertEqual(after?.recurrence, RecurrenceRule("FREQ=DAILY"))
    XCTAssertEqual(after?.status, .open)
    XCTAssertEqual(after?.completions.count, 1)
  }

  func testWhatWillNotBeDoneIsNotOpenedAgain() async throws {
    let bench = try await bench {
      $0.due = CalendarTime(iso8601: "2027-03-01")
      $0.recurrence = RecurrenceRule("FREQ=WEEKLY;COUNT=3")
    }
    let (done, cancelled) = (TodoID(rawValue: "b"), TodoID(rawValue: "c"))
    for part in [done, cancelled] {
      try await bench.store.add(TodoDraft(id: part, content: part.rawValue, parent: id))
    }
    try await bench.store.cancel([cancelled])
    func expect(_ status: Todo.Status, _ step: String) async throws {
      let stored = try await bench.store.todo(done)
      XCTAssertEqual(stored?.status, status, step)
      let kept = try await bench.store.todo(cancelled)
      XCTAssertEqual(kept?.status, .cancelled, step)
    }
    try await bench.store.setDone(done, true)
    try await bench.store.setDone(id, true)
    try await expect(.open, "completed")
    try await bench.store.setDone(done, true)
    try await bench.store.skipOccurrence(of: id)
    try await expect(.open, "skipped")
    try await bench.store.setDone(id, true)
    try await expect(.done, "after the last occurrence")
  }

  func testUndoTakesTheWholeStepBack() async throws {
    let bench = try await bench {
      $0.due = CalendarTime(iso8601: "2027-03-01")
      $0.recurrence = RecurrenceRule("FREQ=WEEKLY")
    }
    try await bench.store.add(TodoDraft(id: TodoID(rawValue: "b"), content: "b", parent: id))
    try await bench.store.setDone(TodoID(rawValue: "b"), true)
    let before = try await bench.store.allTodos(isWithDone: true)
    let recorder = UndoRecorder()
    try await bench.store.recording(in: recorder).setDone(id, true)
    let open = try await bench.store.allTodos()
    XCTAssertEqual(Set(open.map(\.content)), ["a", "b"], "its part is open again")
    for step in recorder.take() { _ = try await bench.store.undo(step) }
    let after = try await bench.store.allTodos(isWithDone: true)
    XCTAssertEqual(after.map(\.due), before.map(\.due))
    XCTAssertEqual(after.map(\.status), before.map(\.status))
    XCTAssertEqual(after.map(\.completions), before.map(\.completions))
  }

  /// Other programs give the moment of a reminder in UTC. It stays at its hour when the clocks of the due time change.
  func testAReminderInUTCStaysAtTheHourOfTheDueTime() async throws {
    let berlin = try XCTUnwrap(ZoneName("Europe/Berlin"))
    let due = try XCTUnwrap(CalendarTime(iso8601: "2027-03-27T09:00", zone: berlin))
    let alarm = Alarm(at: due.moment(local: .utc), zone: "UTC")
    let bench = try await bench {
      $0.due = due
      $0.reminders = [Reminder(alarm)]
      $0.recurrence = RecurrenceRule("FREQ=WEEKLY")
    }
    try await bench.store.setDone(id, true)
    let moved = try await todo(bench)
    XCTAssertEqual(moved.due, CalendarTime(iso8601: "2027-04-03T09:00", zone: berlin))
    XCTAssertEqual(moved.reminders.firstAlarm?.at, moved.due?.moment(local: .utc))
  }

  func testWhatWasCancelledCanBeDone() async throws {
    let bench = try await bench { _ in }
    try await bench.store.cancel([id])
    try await bench.store.setDone(id, true)
    let status = try await todo(bench).status
    XCTAssertEqual(status, .done)
  }

  /// Other programs count from the start.
  func testARuleThatNamesOnlyTheStartCountsFromIt() async throws {
    let bench = try await bench {
      // A Monday and a Wednesday.
      $0.start = CalendarTime(iso8601: "2027-03-01")
      $0.due = CalendarTime(iso8601: "2027-03-03")
      $0.recurrence = RecurrenceRule("FREQ=WEEKLY;BYDAY=MO")
    }
    let next = try await bench.store.setDone(id, true)
    let moved = try await todo(bench)
    XCTAssertEqual(moved.start, day("2027-03-08"))
    XCTAssertEqual(moved.due, day("2027-03-10"))
    XCTAssertEqual(next.map(\.time), [day("2027-03-10")])
  }

  /// It has begun when the one before is completed late, and is due in the future.
  func testWhatHasBegunIsNotMissed() async throws {
    let bench = try await bench {
      $0.start = CalendarTime(iso8601: "2027-01-04")
      $0.due = CalendarTime(iso8601: "2027-01-14")
      $0.recurrence = RecurrenceRule("FREQ=WEEKLY;BYDAY=MO")
    }
    try await bench.store.setDone(id, true)
    let moved = try await todo(bench)
    XCTAssertEqual(moved.start, day("2027-01-11"))
    XCTAssertEqual(moved.due, day("2027-01-21"))
  }
}

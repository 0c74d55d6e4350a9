import Basics
import XCTest

@testable import Core

final class ReminderTests: XCTestCase {
  private let alarm = Alarm(at: Timestamp(milliseconds: 1_798_099_200_123), zone: "Asia/Seoul")

  func testTextsSayTheSameAgain() throws {
    XCTAssertEqual(Reminder(alarm).text, "2026-12-24T08:00:00.123Z Asia/Seoul")
    XCTAssertEqual(Reminder(alarm).alarm, alarm)
    for (seconds, anchor, text) in [
      (-900, .due, "DUE -PT15M"), (0, .start, "START PT0S"), (-604_800, .due, "DUE -P1W"),
      (93_784, .due, "DUE P1DT2H3M4S"),
    ] as [(Int, Reminder.Anchor, String)] {
      let trigger = Reminder.Trigger.offset(
        try XCTUnwrap(CalendarDuration(seconds: seconds)), from: anchor)
      XCTAssertEqual(Reminder(trigger).text, text)
      XCTAssertEqual(Reminder(text: text).trigger, trigger)
    }
  }

  func testTextsOfOthersAreKept() {
    for text in [
      "", " ", "DUE", "DUE ", "due -PT15M", "DUE PT", "DUE P", "DUE P1M", "DUE PT1D", "DUE P1D2D",
      "DUE P99999999999W", "DUE P999999999W", "DUE -P1H", "END -PT15M", "2026-12-24T08:00:00Z",
      "2026-12-24T08:00:00Z ", "2026-12-24T08:00Z UTC", "2026-12-24 UTC",
      "2026-13-24T08:00:00Z UTC",
      "2026-12-24T08:00:00Z " + String(repeating: "x", count: 101), "DUE\u{301} PT1M", "\0",
    ] {
      XCTAssertNil(Reminder(text: text).trigger, text.debugDescription)
      XCTAssertTrue(Reminder(text: text).text.isExactly(text))
    }
  }

  func testTheFirstAlarm() {
    var reminders: Set<Reminder> = [Reminder(text: "DUE PT0S"), Reminder(text: "odd")]
    XCTAssertNil(reminders.firstAlarm)
    reminders.insert(Reminder(alarm))
    XCTAssertEqual(reminders.firstAlarm, alarm)
    let earlier = Alarm(at: Timestamp(milliseconds: 1), zone: "UTC")
    reminders.insert(Reminder(earlier))
    XCTAssertEqual(reminders.firstAlarm, earlier)
    reminders.remove(Reminder(earlier))
    XCTAssertEqual(reminders.firstAlarm, alarm)
    XCTAssertEqual(reminders.count, 3)
  }

  func testMomentsSayTheSameAgain() {
    for milliseconds in [
      0, 1, -1, 999, 86_399_999, -62_135_596_800_000, 253_402_300_799_999, 1_798_099_200_000,
    ] as [Int64] {
      let moment = Timestamp(milliseconds: milliseconds)
      XCTAssertEqual(Timestamp(iso8601: moment.iso8601), moment, moment.iso8601)
    }
    for milliseconds in [Int64.min, Int64.max] {
      XCTAssertNotNil(Timestamp(iso8601: Timestamp(milliseconds: milliseconds).iso8601))
    }
    for text in ["", "Z", "2026-12-24", "2026-12-24T08:00:00", "2026-12-24T08:00:00.1Z"] {
      XCTAssertNil(Timestamp(iso8601: text), text)
    }
  }

  func testSnoozesAreEachPersonsOwn() {
    let reminder = Reminder(text: "DUE -PT15M")
    func snooze(_ time: Int64, _ user: String) -> Snooze {
      Snooze(until: Timestamp(milliseconds: time), user: user, reminder: reminder)
    }
    var snoozes: Set<Snooze> = [Snooze(text: "odd"), snooze(1, ""), snooze(9, "")]
    func end(_ reminder: Reminder, _ user: String) -> Int64? {
      SnoozesByReminder(snoozes).end(of: reminder, for: user)?.milliseconds
    }
    XCTAssertEqual(end(reminder, ""), 9)
    snoozes.set(snooze(5, "ann"))
    snoozes.set(snooze(4, "ann"))
    XCTAssertEqual(end(reminder, "ann"), 4)
    XCTAssertEqual(end(reminder, ""), 9)
    XCTAssertNil(end(Reminder(text: "DUE PT0S"), "ann"))
    XCTAssertEqual(snoozes.count, 4, "only Ann's first one has been replaced")
  }

  /// Old completions make room for new ones, which only a full set can have done.
  func testAFullHistoryMayLackEarlierCompletions() throws {
    let first = try XCTUnwrap(CalendarDay(iso8601: "2025-01-01"))
    func completions(_ count: Int, _ zone: String?) throws -> Set<Completion> {
      let zone = try zone.map { try XCTUnwrap(ZoneName($0)) }
      return Set(
        (0..<count).map { day in
          let time = CalendarTime(day: first.adding(days: day), time: .midnight, zone: zone)
          return Completion(of: time, at: Timestamp(milliseconds: 0))
        })
    }
    for (count, isFull) in [(0, false), (SetLimits.count - 1, false), (SetLimits.count, true)] {
      let kept = try completions(count, nil)
      XCTAssertEqual(kept.mayLackEarlier, isFull, "\(count)")
    }
    // So long a name that fewer have room.
    let zone = "America/North_Dakota/New_Salem"
    let most = try completions(SetLimits.count + 1, zone)
    let kept = Set<Completion>(texts: SetLimits.bounded(most.texts))
    XCTAssertLessThan(kept.count, SetLimits.count)
    XCTAssertTrue(kept.mayLackEarlier)
    let fewer = try completions(kept.count - 1, zone)
    XCTAssertFalse(fewer.mayLackEarlier)
  }

  func testOnlyTheEarliestCompletionOfAnOccurrenceCounts() throws {
    let monday = try XCTUnwrap(CalendarTime(iso8601: "2026-12-21"))
    let evening = try XCTUnwrap(
      CalendarTime(iso8601: "2026-12-21T17:00", zone: ZoneName("Asia/Seoul")))
    func completion(_ time: CalendarTime, _ at: Int64) -> Completion {
      Completion(of: time, at: Timestamp(milliseconds: at))
    }
    let history = Set([
      completion(monday, 9), completion(monday, 4), completion(evening, 7), Completion(text: "odd"),
    ]).history
    XCTAssertEqual(history.map(\.occurrence), [evening, monday])
    XCTAssertEqual(history.map(\.completedAt.milliseconds), [7, 4])
  }
}

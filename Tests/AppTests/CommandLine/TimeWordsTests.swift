import Basics
import Core
import XCTest

@testable import Command
@testable import Platform
@testable import Service

final class TimeWordsTests: XCTestCase {
  /// A Sunday.
  private let words = TimeWords(
    now: CalendarTime(iso8601: "2026-11-22T12:00")!.moment(local: ZoneRules.local))

  private func time(_ typed: String) throws -> String {
    let time = try words.time(typed)
    return time.iso8601 + (time.zone == nil || time.zone == LocalClock.zone ? "" : " away")
  }

  func testTimes() throws {
    for (typed, wanted) in [
      ("2031-12-24", "2031-12-24"), ("2031-12-24T17:00", "2031-12-24T17:00"),
      ("2031-12-24T17:00:30", "2031-12-24T17:00:30"), ("today", "2026-11-22"),
      ("Friday", "2026-11-27"), ("sunday", "2026-11-29"), ("+3", "2026-11-25"),
      ("tomorrow 5pm", "2026-11-23T17:00"), ("in 3 days", "2026-11-25"),
      ("2031-12-24T17:00 America/Lima", "2031-12-24T17:00 away"),
    ] {
      XCTAssertEqual(try time(typed), wanted, typed)
    }
    XCTAssertEqual(try words.time("2031-12-24T17:00").zone, LocalClock.zone)
  }

  func testWhatIsNoTime() {
    for typed in [
      "", "soon", "2031-02-30", "2031-12-24T25:00", "2031-12-24T17:00 Mars/Base",
      "2031-12-24T17:00 ../x", "tomorrow milk", "every week", "!!", "#tag", "- ", "none",
      String(repeating: "9", count: 10_000),
    ] {
      XCTAssertThrowsError(try words.time(typed), typed) { error in
        XCTAssertEqual((error as? CommandFailure)?.status, .usage)
      }
    }
  }

  func testErrorsShowNothingThatControlsATerminal() {
    XCTAssertThrowsError(try words.time("some\u{1B}[31mday")) { error in
      let message = (error as? CommandFailure)?.message ?? ""
      XCTAssertTrue(message.contains("“some [31mday”"), message)
      XCTAssertTrue(message.contains("tomorrow"), message)
    }
  }

  func testRepeats() throws {
    for (typed, wanted, first) in [
      ("every week", "FREQ=WEEKLY", "2026-11-22"),
      ("every second tuesday", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU", "2026-11-24"),
      ("FREQ=MONTHLY;BYMONTHDAY=-1", "FREQ=MONTHLY;BYMONTHDAY=-1", nil as String?),
    ] {
      let found = try words.recurrence(typed)
      XCTAssertEqual(found.rule.text, wanted, typed)
      XCTAssertEqual(found.first?.iso8601, first, typed)
    }
    for typed in ["", "sometimes", "FREQ=NEVER", "tomorrow", "every week milk"] {
      XCTAssertThrowsError(try words.recurrence(typed), typed)
    }
  }

  func testReminders() throws {
    for (typed, wanted) in [
      ("15m", "DUE -PT15M"), ("2h", "DUE -PT2H"), ("1d", "DUE -P1D"), ("1w", "DUE -P1W"),
      ("0", "DUE PT0S"), ("1h before", "DUE -PT1H"), ("30 minutes", "DUE -PT30M"),
      ("start 1h", "START -PT1H"), ("START 1d", "START -P1D"), ("start", "START PT0S"),
      ("start 0", "START PT0S"),
    ] {
      XCTAssertEqual(try words.reminder(typed, due: nil).text, wanted, typed)
    }
    let moment = try words.reminder("2026-12-24T08:00", due: nil).alarm
    XCTAssertEqual(
      moment?.at, CalendarTime(iso8601: "2026-12-24T08:00")?.moment(local: ZoneRules.local))
    for typed in [
      "", "whenever", "2026-12-24", "99999999999d", "9999999w", "-5m", "start soon",
      "start 1h 2h", "started",
    ] {
      XCTAssertThrowsError(try words.reminder(typed, due: nil), typed)
    }
  }

  /// As for a due time.
  func testATimeOfDayAloneIsKnown() throws {
    for (typed, hour) in [("at 9am", 9), ("9am", 9), ("16:00", 16), ("at 5pm", 17)] {
      XCTAssertEqual(words.timeOfDay(typed)?.secondsOfDay, hour * 3600, typed)
    }
    for typed in ["tomorrow 9am", "15m", "1d", "0", "start 1h", "friday", "2026-12-24T08:00"] {
      XCTAssertNil(words.timeOfDay(typed), typed)
    }
  }

  func testAReminderWithoutADayIsAtTheNextSuchTime() throws {
    let cases: [(String, String?, String)] = [
      ("at 9am", nil, "2026-11-23T09:00"), ("at 5pm", nil, "2026-11-22T17:00"),
      ("at 9am", "2026-11-27", "2026-11-27T09:00"),
    ]
    for (typed, due, wanted) in cases {
      let alarm = try words.reminder(typed, due: due.flatMap { CalendarTime(iso8601: $0) }).alarm
      XCTAssertEqual(
        alarm?.at, CalendarTime(iso8601: wanted)?.moment(local: ZoneRules.local), typed)
    }
  }
}

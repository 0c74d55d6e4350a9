import Core
import XCTest

@testable import Service

final class SnoozeLengthTests: XCTestCase {
  /// The hours are those of Seoul, nine ahead of UTC; reminders of days ring at 09:00.
  func testTomorrowIsTheNextMorning() throws {
    let zone = try XCTUnwrap(ZoneName("Asia/Seoul").flatMap(ZoneRules.init))
    for (now, morning, timeOfDays) in [
      ("2027-01-15T17:00", "2027-01-16T09:00", 9), ("2027-01-15T08:59", "2027-01-16T09:00", 9),
      ("2027-01-15T23:59", "2027-01-16T09:00", 9), ("2027-01-16T00:30", "2027-01-16T09:00", 9),
      ("2027-01-16T04:59", "2027-01-16T09:00", 9), ("2027-01-16T05:00", "2027-01-17T09:00", 9),
      // Whoever is rung at three has got up before four.
      ("2027-01-16T02:30", "2027-01-16T03:00", 3), ("2027-01-16T03:30", "2027-01-17T03:00", 3),
    ] {
      let rules = RingingRules(
        zone: zone, timeOfDays: TimeOfDay(secondsOfDay: timeOfDays * 3600), dueTimesRing: true)
      let begin = try XCTUnwrap(CalendarTime(iso8601: now)).moment(local: zone)
      let end = try XCTUnwrap(CalendarTime(iso8601: morning)).moment(local: zone)
      XCTAssertEqual(SnoozeLength.tomorrow.end(from: begin, rules), end, now)
    }
  }

  func testOthersAreThatLong() throws {
    let rules = RingingRules(
      zone: .utc, timeOfDays: TimeOfDay(secondsOfDay: 9 * 3600), dueTimesRing: true)
    let now = Timestamp(milliseconds: 1_000)
    XCTAssertEqual(SnoozeLength.tenMinutes.end(from: now, rules).milliseconds, 601_000)
    XCTAssertEqual(SnoozeLength.hour.end(from: now, rules).milliseconds, 3_601_000)
  }
}

import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class DateTextTests: XCTestCase {
  func testDays() {
    XCTAssertEqual(DateText.medium(year: 2026, month: 3, day: 5), "Mar 5, 2026")
    XCTAssertEqual(DateText.short(year: 2026, month: 12, day: 31), "Dec 31")
    XCTAssertEqual(DateText.long(year: 2026, month: 3, day: 5), "Thursday, March 5, 2026")
    XCTAssertEqual(DateText.weekday(year: 2024, month: 2, day: 29), "Thursday")
  }

  func testDayThatDoesNotExistIsWrittenAsItIs() {
    XCTAssertEqual(DateText.medium(year: 2026, month: 2, day: 30), "2026-02-30")
    XCTAssertEqual(DateText.long(year: 0, month: 13, day: 99), "0000-13-99")
    XCTAssertEqual(DateText.medium(year: Int.max, month: 1, day: 1).isEmpty, false)
  }

  func testTwelveHoursWhereTheDesktopHasThem() {
    let moment: Int64 = 1_772_721_000_000  // 2026-03-05 14:30 UTC
    DateText.hasTwelveHours = true
    defer { DateText.hasTwelveHours = false }
    XCTAssertEqual(DateText.medium(milliseconds: moment, zone: "UTC"), "Mar 5, 2026, 2:30 PM")
    XCTAssertEqual(
      DateText.long(milliseconds: moment, zone: "UTC"), "Thursday, March 5, 2026 at 2:30 PM")
    for (minutes, text) in [(0, "12:00 AM"), (9 * 60 + 5, "9:05 AM"), (12 * 60, "12:00 PM")] {
      XCTAssertEqual(DateText.time(milliseconds: Int64(minutes) * 60_000, zone: "UTC"), text)
    }
  }

  func testMomentsInAZone() {
    let moment: Int64 = 1_772_721_000_000  // 2026-03-05 14:30 UTC
    XCTAssertEqual(DateText.medium(milliseconds: moment, zone: "UTC"), "Mar 5, 2026, 14:30")
    XCTAssertEqual(
      DateText.long(milliseconds: moment, zone: "UTC"), "Thursday, March 5, 2026 at 14:30")
    XCTAssertEqual(DateText.time(milliseconds: moment, zone: "Asia/Seoul"), "23:30")
    XCTAssertEqual(DateText.time(milliseconds: -1, zone: "UTC"), "23:59")
    XCTAssertFalse(DateText.time(milliseconds: moment, zone: "Nowhere/Land").isEmpty)
    XCTAssertEqual(DateText.time(milliseconds: Int64.max), "")
  }

  /// GLib reads the file at any path that it is given for a zone. At least one of the two that exist differs from the
  /// local zone.
  func testAZoneIsNoPath() {
    let moment: Int64 = 1_772_721_000_000  // 2026-03-05 14:30 UTC
    func halfPastTwo(in zone: String?) -> Int64? {
      LocalTime.milliseconds(year: 2026, month: 3, day: 5, hour: 14, minute: 30, zone: zone)
    }
    for zone in [
      "/usr/share/zoneinfo/Asia/Seoul", "/usr/share/zoneinfo/Pacific/Chatham",
      "../zoneinfo/Asia/Seoul", "../zoneinfo/Pacific/Chatham", "Pacific/../Asia/Seoul",
      "Asia/../Pacific/Chatham", ":Asia/Seoul", ":Pacific/Chatham", "/run/x", "../../x", "",
      "Asia/Seoul\0", "Pacific/Chatham\0",
    ] {
      XCTAssertEqual(
        DateText.medium(milliseconds: moment, zone: zone), DateText.medium(milliseconds: moment),
        zone)
      XCTAssertTrue(
        LocalTime.parts(milliseconds: moment, zone: zone)
          == LocalTime.parts(milliseconds: moment, zone: nil), zone)
      XCTAssertEqual(halfPastTwo(in: zone), halfPastTwo(in: nil), zone)
    }
    XCTAssertEqual(DateText.time(milliseconds: moment, zone: "+05:30"), "20:00")
    XCTAssertEqual(DateText.time(milliseconds: moment, zone: "-03"), "11:30")
  }
}

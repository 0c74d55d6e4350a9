import Core
import Foundation
import XCTest

@testable import Sync

final class CalendarZoneTests: XCTestCase {
  /// What is written for other programs says the same as the system's data, as libical works it out.
  func testZonesAreDescribedAsTheSystemKnowsThem() throws {
    for name in [
      "Europe/Berlin", "America/New_York", "Asia/Seoul", "Africa/Casablanca", "Europe/Dublin",
      "Australia/Lord_Howe", "America/St_Johns", "Asia/Kathmandu", "Pacific/Auckland", "Asia/Gaza",
      "America/Santiago",
    ] {
      let zone = try XCTUnwrap(ZoneName(name))
      let system = try XCTUnwrap(ZoneRules(zone))
      let component = try XCTUnwrap(CalendarZoneText.component(zone, from: 2026))
      let rules = try XCTUnwrap(CalendarZoneRules(component), name)
      let noon = try XCTUnwrap(TimeOfDay(iso8601: "12:00"))
      let first = try XCTUnwrap(CalendarDay(iso8601: "2026-01-01"))
      for day in stride(from: 0, to: 3 * 365, by: 3) {
        let clock = CalendarTime(day: first.adding(days: day), time: noon)
        let moment = system.moment(day: clock.day, time: noon)
        XCTAssertEqual(rules.utc(clock), CalendarTime(moment, zone: .utc), "\(name), \(clock)")
      }
    }
  }

  func testMostZonesAreTwoRules() throws {
    let berlin = try XCTUnwrap(ZoneName("Europe/Berlin"))
    var bytes: [UInt8] = []
    CalendarZoneText.component(berlin, from: 2026)?.write(to: &bytes)
    let text = String(decoding: bytes, as: UTF8.self)
    XCTAssertTrue(text.contains("RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU"), text)
    XCTAssertTrue(text.contains("RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU"), text)
    XCTAssertFalse(text.contains("RDATE"), text)
  }

  /// libical works out each change since the first one, so a stranger's zone could keep it busy for ever.
  func testZonesThatChangeAllTheTimeAreNotWorkedOut() throws {
    for (rule, start) in [
      ("FREQ=SECONDLY", "20200101T000000"), ("FREQ=DAILY", "20200101T000000"),
      ("FREQ=YEARLY;BYSECOND=1,2,3", "20200101T000000"), ("FREQ=YEARLY", "00010101T000000"),
      ("FREQ=YEARLY;BYMONTH=1,2,3", "20200101T000000"), ("nonsense", "20200101T000000"),
      ("FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU", "16000101T000000"),
      ("FREQ=YEARLY;BYDAY=SU", "16000101T000000"), ("FREQ=YEARLY;BYMONTHDAY=1", "16000101T000000"),
      ("FREQ=YEARLY;BYMONTH=3;BYDAY=SU", "20200101T000000"),
      ("FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=1,2,3", "20200101T000000"),
      ("FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=1,2,3,4,5,6,7,8;BYDAY=SU", "20200101T000000"),
      (
        Array(repeating: "FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU", count: 20)
          .joined(separator: "\nRRULE:"), "16000101T000000"
      ),
    ] {
      let zone = try zone(rule, from: start)
      XCTAssertNil(CalendarZoneRules(zone), rule)
    }
  }

  /// Outlook names zones as Windows does.
  func testAZoneOfWindowsKeepsItsClockAndItsName() throws {
    let resource = try CalendarFixture.resource("outlook-windows-zone")
    let todo = try XCTUnwrap(resource.todos(user: "").first)
    let berlin = try XCTUnwrap(ZoneName("Europe/Berlin"))
    let due = try XCTUnwrap(CalendarTime(iso8601: "2026-07-10T17:00", zone: berlin))
    XCTAssertEqual(todo.fields[Todo.Field.due], .time(due))
    let later = try XCTUnwrap(CalendarTime(iso8601: "2026-12-11T17:00", zone: berlin))
    let text = try resource.changing(
      todo.uid, to: [Todo.Field.due: .time(later)], at: Timestamp(milliseconds: 0), user: ""
    ).text
    XCTAssertTrue(
      text.contains("DUE;TZID=\"W. Europe Standard Time\":20261211T170000")
        || text.contains("DUE;TZID=W. Europe Standard Time:20261211T170000"), text)
  }

  /// What other programs write: Outlook counts from 1601, Apple names seven days, vzic adds the years before.
  func testZonesOfOtherProgramsAreTaken() throws {
    for (rule, start) in [
      ("FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU", "16010101T030000"),
      ("FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=1,2,3,4,5,6,7;BYDAY=SU", "20071104T020000"),
      ("FREQ=YEARLY;BYMONTH=4", "19700401T000000"),
      ("FREQ=YEARLY;BYMONTH=4;BYDAY=1SU;BYHOUR=3;BYMINUTE=0", "20080406T030000"),
      ("FREQ=YEARLY;UNTIL=19800406T000000Z;BYMONTH=4;BYDAY=1SU", "19700405T000000"),
    ] {
      let zone = try zone(rule, from: start)
      XCTAssertNotNil(CalendarZoneRules(zone), rule)
    }
  }

  private func zone(_ rule: String, from start: String) throws -> CalendarComponent {
    let text = """
      BEGIN:VCALENDAR
      BEGIN:VTIMEZONE
      TZID:x
      BEGIN:STANDARD
      DTSTART:\(start)
      TZOFFSETFROM:+0000
      TZOFFSETTO:+0100
      RRULE:\(rule)
      END:STANDARD
      END:VTIMEZONE
      END:VCALENDAR
      """
    let calendar = try XCTUnwrap(CalendarResource(reading: text).calendars.first)
    return try XCTUnwrap(calendar.components("VTIMEZONE").first)
  }
}

import XCTest

@testable import Dates

final class ZoneRulesTests: XCTestCase {
  func testATimeThatIsLeftOutIsReadWithTheOffsetBefore() throws {
    // The clocks went from 02:00 to 03:00.
    XCTAssertEqual(
      try moment("2026-03-29T02:30", "Europe/Berlin"), try moment("2026-03-29T01:30"))
    XCTAssertEqual(
      try moment("2026-03-29T02:30", "Europe/Berlin"),
      try moment("2026-03-29T03:30", "Europe/Berlin"))
    XCTAssertEqual(
      try moment("2027-03-14T02:15", "America/New_York"), try moment("2027-03-14T07:15"))
  }

  func testATimeThatOccursTwiceIsTheFirst() throws {
    XCTAssertEqual(
      try moment("2026-10-25T02:30", "Europe/Berlin"), try moment("2026-10-25T00:30"))
    XCTAssertEqual(
      try moment("2026-11-01T01:30", "America/New_York"), try moment("2026-11-01T05:30"))
  }

  func testADayThatAZoneLeftOut() throws {
    // Samoa went from 29 December to the 31st.
    XCTAssertEqual(
      try moment("2011-12-30T09:00", "Pacific/Apia"), try moment("2011-12-31T09:00", "Pacific/Apia")
    )
  }

  func testClockAndMomentAreEachOthersReverse() throws {
    for zone in ["UTC", "Asia/Seoul", "Asia/Kathmandu", "Australia/Lord_Howe", "America/St_Johns"] {
      let name = try XCTUnwrap(ZoneName(zone))
      for text in [
        "1969-12-31T23:59:59", "0001-01-02T00:00", "2026-06-15T12:00", "2400-02-29T06:07:08",
      ] {
        let time = try at(text, zone)
        XCTAssertEqual(CalendarTime(time.moment(local: .utc), zone: name), time, "\(text) \(zone)")
      }
    }
  }

  func testAMillisecondBefore1970IsStillTheDayBefore() throws {
    let utc = ZoneName.utc
    XCTAssertEqual(
      CalendarTime(Timestamp(milliseconds: -1), zone: utc), try at("1969-12-31T23:59:59", "UTC"))
  }

  func testOnlyNamesOfTheDatabaseAreLookedUp() {
    for name in ["Asia/Seoul", "UTC", "Etc/GMT+9", "America/Argentina/ComodRivadavia", "EST5EDT"] {
      XCTAssertNotNil(ZoneName(name), name)
    }
    let bad = [
      "", "/etc/passwd", "../../etc/passwd", "Europe/../UTC", "Europe//Berlin", "Europe/", ":UTC",
      "Zulu\0",
      "A B", "Ａsia/Seoul", "+09", String(repeating: "A", count: 65), "Europe/Berlin\n",
    ]
    for name in bad { XCTAssertNil(ZoneName(name), name) }
    XCTAssertNil(ZoneName("No/Such_Zone").flatMap { ZoneRules($0) })
  }

  func testAZoneThatNobodyKnowsIsTheReaders() throws {
    let time = try at("2026-12-24T17:00", "No/Such_Zone")
    XCTAssertEqual(time.moment(local: try rules("Asia/Seoul")), try moment("2026-12-24T08:00"))
  }

  func testADayIsTheSameDayEverywhereAndBeginsWithTheReader() throws {
    let day = try at("2026-12-24")
    XCTAssertEqual(day.moment(local: try rules("Asia/Seoul")), try moment("2026-12-23T15:00"))
    XCTAssertEqual(day.moment(local: try rules("America/New_York")), try moment("2026-12-24T05:00"))
  }

  func testTextForms() throws {
    for text in ["2026-12-24", "2026-12-24T17:00", "2026-12-24T17:00:30"] {
      XCTAssertEqual(try at(text).iso8601, text)
    }
    XCTAssertEqual(try at("2026-12-24T17:00:00").iso8601, "2026-12-24T17:00")
    let bad = [
      "", "T", "2026-12-24T", "2026-12-24T24:00", "2026-12-24T17", "2026-12-24T17:0",
      "2026-12-24T17:00:60",
      "2026-12-24 17:00", "2026-12-24T17:00Z", "2026-12-24T17:00+09:00", "2026-12-24T17:00T",
      "2026-02-30T10:00",
      "2026-12-24T１７:00", "2026-12-24\0",
    ]
    for text in bad { XCTAssertNil(CalendarTime(iso8601: text), text) }
    XCTAssertNil(CalendarTime(iso8601: "2026-12-24", zone: .utc), "a day has no zone")
  }
}

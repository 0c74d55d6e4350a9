import XCTest

@testable import Dates

/// Rules that come from outside: whatever they say, an answer comes soon.
final class OccurrencesTests: XCTestCase {
  private func outcome(_ rule: String, from anchor: String = "2026-01-31T09:00", most: Int = 3)
    throws -> String
  {
    do {
      return try RecurrenceRule(rule).occurrences(from: at(anchor), most: most, local: .utc)
        .map(\.iso8601).joined(separator: " ")
    } catch {
      return "\(error)"
    }
  }

  func testWhatIsNoRuleIsRefused() throws {
    let bad = [
      "", ";", "FREQ", "FREQ=", "FREQ=FORTNIGHTLY", "BYDAY=MO", "FREQ=DAILY;FREQ=DAILY",
      "FREQ=DAILY;INTERVAL=0",
      "FREQ=DAILY;INTERVAL=-1", "FREQ=DAILY;COUNT=0", "FREQ=DAILY;COUNT=-1", "FREQ=DAILY;COUNT=x",
      "FREQ=DAILY;COUNT=99999999999999999999", "FREQ=DAILY;COUNT=3;UNTIL=20270101",
      "FREQ=DAILY;UNTIL=tomorrow",
      "FREQ=DAILY;UNTIL=20260230", "FREQ=WEEKLY;BYDAY=XX", "FREQ=WEEKLY;BYDAY=",
      "FREQ=WEEKLY;BYDAY=MO,,TU",
      "FREQ=MONTHLY;BYDAY=0MO", "FREQ=MONTHLY;BYDAY=54MO", "FREQ=MONTHLY;BYMONTHDAY=32",
      "FREQ=MONTHLY;BYMONTHDAY=0",
      "FREQ=YEARLY;BYMONTH=13", "FREQ=DAILY;BYHOUR=24", "RRULE:FREQ=DAILY", "FREQ=DAILY\0",
      "FREQ=DAILY;INTERVAL=１",
      "FREQ=WEEKLY;BYDAY=-9223372036854775808MO", "FREQ=YEARLY;BYYEARDAY=-9223372036854775808",
    ]
    for rule in bad { XCTAssertEqual(try outcome(rule), "unreadable", rule) }
  }

  func testWhatIsNotWorkedOutAsTheStandardSaysIsRefused() throws {
    let unsupported = [
      "RSCALE=HEBREW;FREQ=YEARLY", "FREQ=MONTHLY;SKIP=BACKWARD", "FREQ=DAILY;X-WHO=me",
      "FREQ=DAILY;INTERVAL=40000",
      "FREQ=WEEKLY;BYDAY=1MO", "FREQ=WEEKLY;BYMONTHDAY=1", "FREQ=MONTHLY;BYWEEKNO=3",
      "FREQ=DAILY;BYYEARDAY=3",
      "FREQ=DAILY;BYSETPOS=1", "FREQ=WEEKLY;BYDAY=MO,TU;BYSETPOS=-1", "FREQ=HOURLY;BYHOUR=9,10",
      "FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=DAILY;INTERVAL=2;BYMONTHDAY=-1",
      "FREQ=MONTHLY;BYMONTHDAY=-1,31;BYSETPOS=-1",
    ]
    for rule in unsupported { XCTAssertEqual(try outcome(rule), "unsupported", rule) }
    XCTAssertEqual(try outcome("FREQ=HOURLY", from: "2026-01-31"), "unsupported")
  }

  func testAListOfTenThousandDaysIsRefused() throws {
    let days = Array(repeating: "MO", count: 10_000).joined(separator: ",")
    XCTAssertEqual(try outcome("FREQ=WEEKLY;BYDAY=\(days)"), "unsupported")
    // A thousand of them fit into a text that is read, and are one day.
    let fewer = Array(repeating: "MO", count: 1000).joined(separator: ",")
    XCTAssertEqual(
      try outcome("FREQ=WEEKLY;BYDAY=\(fewer)"),
      "2026-02-02T09:00 2026-02-09T09:00 2026-02-16T09:00")
    let all = (1...53).flatMap { number in Weekday.allCases.map { "\(number)\($0.iCalendar)" } }
    XCTAssertEqual(
      try outcome("FREQ=YEARLY;BYDAY=\(all.joined(separator: ","))"),
      "2026-01-31T09:00 2026-02-01T09:00 2026-02-02T09:00")
    let more = all + all.map { "-" + $0 }
    XCTAssertEqual(try outcome("FREQ=YEARLY;BYDAY=\(more.joined(separator: ","))"), "unsupported")
  }

  func testWhatNeverOccursIsSaid() throws {
    for frequency in ["DAILY", "MONTHLY", "YEARLY"] {
      XCTAssertEqual(
        try outcome("FREQ=\(frequency);BYMONTH=2;BYMONTHDAY=30"), "neverOccurs", frequency)
    }
    XCTAssertEqual(try outcome("FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO;BYMONTH=6"), "neverOccurs")
    XCTAssertEqual(try outcome("FREQ=YEARLY;BYDAY=MO,TU,WE;BYSETPOS=300"), "neverOccurs")
    XCTAssertEqual(try outcome("FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30;UNTIL=20270101"), "")
  }

  func testOccurrencesThatNobodyWaitsForAreNotWorkedOut() throws {
    let now = try moment("2026-11-22T18:00")
    let long = try at("2020-01-01T09:00")
    for rule in [
      "FREQ=SECONDLY", "FREQ=SECONDLY;COUNT=1000000000", "FREQ=MINUTELY",
      "FREQ=SECONDLY;INTERVAL=7",
    ] {
      XCTAssertThrowsError(try RecurrenceRule(rule).completing(long, at: now, local: .utc)) {
        XCTAssertEqual($0 as? RecurrenceError, .tooManySteps, rule)
      }
    }
    let every = (0...59).map(String.init).joined(separator: ",")
    let never =
      "FREQ=DAILY;BYHOUR=0,1,2,3,4,5,6,7;BYMINUTE=\(every);BYSECOND=\(every);BYMONTH=2;BYMONTHDAY=30"
    XCTAssertEqual(try outcome(never), "tooManySteps")
    // A thousand million times is for ever, as long as nobody asks for all of them.
    XCTAssertEqual(
      try outcome("FREQ=DAILY;COUNT=1000000000"),
      "2026-01-31T09:00 2026-02-01T09:00 2026-02-02T09:00")
  }

  func testTheEndOfTheCalendar() throws {
    XCTAssertEqual(try outcome("FREQ=YEARLY;INTERVAL=32767"), "2026-01-31T09:00")
    XCTAssertEqual(try outcome("FREQ=DAILY", from: "9999-12-31"), "neverOccurs")
    XCTAssertEqual(
      try outcome("FREQ=YEARLY", from: "0001-01-01"), "0001-01-01 0002-01-01 0003-01-01")
  }

  func testAPatternIsWrittenAsItWasRead() throws {
    let rules = [
      "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU", "FREQ=MONTHLY;BYDAY=-1FR", "FREQ=DAILY;COUNT=5",
      "FREQ=YEARLY;UNTIL=20261224T160000Z;BYMONTH=2;BYMONTHDAY=-1",
      "FREQ=DAILY;UNTIL=20261224;BYHOUR=9,17",
      "FREQ=YEARLY;BYWEEKNO=20;BYYEARDAY=1,-1;BYMINUTE=1;BYSECOND=2;BYSETPOS=-1;WKST=SU",
    ]
    for rule in rules { XCTAssertEqual(try RecurrencePattern(reading: rule).text, rule) }
    XCTAssertEqual(
      try RecurrencePattern(reading: "wkst=mo;interval=1;freq=daily;").text, "FREQ=DAILY")
  }

  func testOccurrencesWithinBounds() throws {
    let day = { (text: String) throws in try at(text).day }
    let found = try RecurrenceRule("FREQ=WEEKLY").occurrences(
      from: at("2026-01-01"), first: day("2026-02-01"), last: day("2026-02-19"), most: 10,
      local: .utc)
    XCTAssertEqual(found.map(\.iso8601), ["2026-02-05", "2026-02-12", "2026-02-19"])
    XCTAssertEqual(
      try RecurrenceRule("FREQ=WEEKLY").occurrences(from: at("2026-01-01"), most: 0, local: .utc)
        .count, 0)
  }
}

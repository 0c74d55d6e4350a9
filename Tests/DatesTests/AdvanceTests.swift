import XCTest

@testable import Dates

/// What becomes of a to-do that repeats when it is completed.
final class AdvanceTests: XCTestCase {
  /// The next occurrence as text, `ends`, or the error.
  private func next(
    _ rule: String, from anchor: String, _ zone: String? = nil, at now: String,
    in local: String = "Europe/Berlin",
    fromCompletion: Bool = false, skipping: Bool = false
  ) throws -> String {
    let rule = RecurrenceRule(rule, isFromCompletion: fromCompletion)
    let now = try moment(now, local)
    let local = try rules(local)
    let anchor = try at(anchor, zone)
    let step =
      try skipping
      ? rule.skipping(anchor, at: now, local: local)
      : rule.completing(anchor, at: now, local: local)
    switch step {
    case .ends: return "ends"
    case .moves(let time, let rule, _):
      return time.iso8601 + (rule.text.contains("COUNT") ? " " + rule.text : "")
    }
  }

  func testOverdueLandsInTheFuture() throws {
    XCTAssertEqual(try next("FREQ=DAILY", from: "2026-11-01", at: "2026-11-22T18:00"), "2026-11-23")
    XCTAssertEqual(
      try next("FREQ=WEEKLY", from: "2026-11-03", at: "2026-11-22T18:00"), "2026-11-24")
    XCTAssertEqual(
      try next("FREQ=DAILY", from: "2026-11-01T17:00", at: "2026-11-22T16:59"), "2026-11-22T17:00")
    XCTAssertEqual(
      try next("FREQ=DAILY", from: "2026-11-01T17:00", at: "2026-11-22T17:00"), "2026-11-23T17:00")
  }

  func testCompletedEarlyGoesOnAfterTheOccurrence() throws {
    XCTAssertEqual(
      try next("FREQ=WEEKLY", from: "2026-11-24", at: "2026-11-22T18:00"), "2026-12-01")
    XCTAssertEqual(
      try next("FREQ=DAILY", from: "2026-11-25T17:00", at: "2026-11-22T18:00"), "2026-11-26T17:00")
  }

  func testEverySecondWeekKeepsItsWeeks() throws {
    let rule = "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU"
    XCTAssertEqual(try next(rule, from: "2026-11-03", at: "2026-11-03T18:00"), "2026-11-17")
    XCTAssertEqual(try next(rule, from: "2026-11-03", at: "2026-11-22T18:00"), "2026-12-01")
  }

  func testMonthEndsDoNotDrift() throws {
    var due = "2026-01-31"
    var seen: [String] = []
    for _ in 0..<4 {
      due = try next("FREQ=MONTHLY;BYMONTHDAY=-1", from: due, at: due + "T12:00")
      seen.append(due)
    }
    XCTAssertEqual(seen, ["2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31"])
    // As RFC 5545 says, a month without a 31st has no occurrence.
    XCTAssertEqual(
      try next("FREQ=MONTHLY", from: "2026-01-31", at: "2026-01-31T12:00"), "2026-03-31")
    XCTAssertEqual(
      try next("FREQ=YEARLY", from: "2024-02-29", at: "2024-02-29T12:00"), "2028-02-29")
  }

  func testACountIsUsedUp() throws {
    XCTAssertEqual(
      try next("FREQ=DAILY;COUNT=3", from: "2026-11-22", at: "2026-11-22T18:00"),
      "2026-11-23 FREQ=DAILY;COUNT=2")
    // What was missed counts: the series ends on the day it always would have.
    XCTAssertEqual(
      try next("FREQ=DAILY;COUNT=5", from: "2026-11-19", at: "2026-11-22T18:00"),
      "2026-11-23 FREQ=DAILY;COUNT=1")
    XCTAssertEqual(
      try next("FREQ=DAILY;COUNT=1", from: "2026-11-22", at: "2026-11-22T18:00"), "ends")
    XCTAssertEqual(
      try next("FREQ=DAILY;COUNT=4", from: "2026-11-19", at: "2026-11-22T18:00"), "ends")
    // A first one that the rule does not name counts as well.
    XCTAssertEqual(
      try next("FREQ=WEEKLY;BYDAY=MO;COUNT=2", from: "2026-11-22", at: "2026-11-22T18:00"),
      "2026-11-23 FREQ=WEEKLY;BYDAY=MO;COUNT=1")
  }

  func testTheRestOfTheRuleStaysAsItCame() throws {
    XCTAssertEqual(
      try next("interval=2;freq=daily;count=9", from: "2026-11-22", at: "2026-11-22T18:00"),
      "2026-11-24 interval=2;freq=daily;COUNT=8")
  }

  func testUntilIsTheLastOne() throws {
    XCTAssertEqual(
      try next("FREQ=DAILY;UNTIL=20261123", from: "2026-11-22", at: "2026-11-22T18:00"),
      "2026-11-23")
    XCTAssertEqual(
      try next("FREQ=DAILY;UNTIL=20261122", from: "2026-11-22", at: "2026-11-22T18:00"), "ends")
    // A day as the end of times includes that day; a UTC time as the end of days is its day.
    XCTAssertEqual(
      try next("FREQ=DAILY;UNTIL=20261123", from: "2026-11-22T17:00", at: "2026-11-22T18:00"),
      "2026-11-23T17:00")
    XCTAssertEqual(
      try next("FREQ=DAILY;UNTIL=20261123T120000Z", from: "2026-11-22", at: "2026-11-22T18:00"),
      "2026-11-23")
    // 17:00 in Berlin is 16:00 in UTC.
    for (until, expected) in [
      ("20261123T160000Z", "2026-11-23T17:00"), ("20261123T155959Z", "ends"),
    ] {
      XCTAssertEqual(
        try next(
          "FREQ=DAILY;UNTIL=\(until)", from: "2026-11-22T17:00", "Europe/Berlin",
          at: "2026-11-22T18:00"),
        expected)
    }
  }

  func testFromTheCompletion() throws {
    func next(_ rule: String, _ due: String, _ now: String) throws -> String {
      try self.next(rule, from: due, at: now, fromCompletion: true)
    }
    XCTAssertEqual(
      try next("FREQ=DAILY;INTERVAL=3", "2026-11-01", "2026-11-22T18:00"), "2026-11-25")
    XCTAssertEqual(
      try next("FREQ=DAILY;INTERVAL=3", "2026-12-01", "2026-11-22T18:00"), "2026-11-25")
    // The time of day stays.
    XCTAssertEqual(
      try next("FREQ=DAILY;INTERVAL=3", "2026-11-01T09:00", "2026-11-22T18:00"), "2026-11-25T09:00")
    XCTAssertEqual(
      try next("FREQ=HOURLY;INTERVAL=4", "2026-11-22T09:00", "2026-11-22T18:05:30"),
      "2026-11-22T22:05")
    // A month later than the 31st is the end of a shorter month.
    XCTAssertEqual(try next("FREQ=MONTHLY", "2026-01-01", "2026-01-31T18:00"), "2026-02-28")
    XCTAssertEqual(try next("FREQ=YEARLY", "2024-01-01", "2024-02-29T18:00"), "2025-02-28")
    XCTAssertEqual(
      try next("FREQ=DAILY;COUNT=2", "2026-11-01", "2026-11-22T18:00"),
      "2026-11-23 FREQ=DAILY;COUNT=1")
    XCTAssertEqual(try next("FREQ=DAILY;COUNT=1", "2026-11-01", "2026-11-22T18:00"), "ends")
  }

  func testATimeThatIsLeftOutOnceComesBackTheDayAfter() throws {
    let rule = "FREQ=DAILY"
    XCTAssertEqual(
      try next(rule, from: "2026-03-28T02:30", "Europe/Berlin", at: "2026-03-28T12:00"),
      "2026-03-29T02:30")
    // At 03:30, which is what 02:30 is that day, it is still to come.
    XCTAssertEqual(
      try next(rule, from: "2026-03-28T02:30", "Europe/Berlin", at: "2026-03-29T03:29"),
      "2026-03-29T02:30")
    XCTAssertEqual(
      try next(rule, from: "2026-03-28T02:30", "Europe/Berlin", at: "2026-03-29T03:30"),
      "2026-03-30T02:30")
  }

  func testADayStaysADayInEveryZone() throws {
    for zone in ["Pacific/Kiritimati", "Pacific/Honolulu", "Asia/Seoul", "America/New_York"] {
      XCTAssertEqual(
        try next("FREQ=DAILY", from: "2026-11-22", at: "2026-11-22T00:00", in: zone), "2026-11-23",
        zone)
      XCTAssertEqual(
        try next("FREQ=DAILY", from: "2026-11-22", at: "2026-11-22T23:59", in: zone), "2026-11-23",
        zone)
    }
  }

  func testNoCountIsWrittenThatServersRefuse() throws {
    XCTAssertEqual(RecurrencePattern(.daily, end: .count(-1)).text, "FREQ=DAILY;COUNT=1")
    XCTAssertEqual(RecurrencePattern(.daily, interval: 0).text, "FREQ=DAILY")
    var due = "2026-11-01"
    var rule = "FREQ=DAILY;COUNT=3"
    var written: [String] = []
    while case .moves(let next, let rest, _) = try RecurrenceRule(rule).completing(
      at(due), at: moment(due + "T12:00"), local: .utc)
    {
      (due, rule) = (next.iso8601, rest.text)
      written.append(rule)
    }
    XCTAssertEqual(written, ["FREQ=DAILY;COUNT=2", "FREQ=DAILY;COUNT=1"])
  }

  func testAnEndIsWrittenInTheFormOfTheOccurrences() throws {
    func rule(_ anchor: String, _ zone: String? = nil) throws -> String {
      var pattern = RecurrencePattern(.daily)
      try pattern.end(on: at("2026-12-24").day, from: at(anchor, zone))
      return pattern.text
    }
    XCTAssertEqual(try rule("2026-11-22"), "FREQ=DAILY;UNTIL=20261224")
    XCTAssertEqual(try rule("2026-11-22T17:00"), "FREQ=DAILY;UNTIL=20261224T235959")
    XCTAssertEqual(
      try rule("2026-11-22T17:00", "Europe/Berlin"), "FREQ=DAILY;UNTIL=20261224T225959Z")
    XCTAssertEqual(try rule("2026-11-22T17:00", "No/Such_Zone"), "FREQ=DAILY;UNTIL=20261224T235959")
  }

  func testSkipping() throws {
    XCTAssertEqual(
      try next("FREQ=WEEKLY", from: "2026-11-24", at: "2026-11-22T18:00", skipping: true),
      "2026-12-01")
    XCTAssertEqual(
      try next(
        "FREQ=DAILY;INTERVAL=3", from: "2026-11-30", at: "2026-11-22T18:00", fromCompletion: true,
        skipping: true),
      "2026-12-03")
    XCTAssertEqual(
      try next(
        "FREQ=DAILY;INTERVAL=3", from: "2026-11-01", at: "2026-11-22T18:00", fromCompletion: true,
        skipping: true),
      "2026-11-25")
  }

  func testTheZoneDecidesWhatIsTheFuture() throws {
    // 08:00 in Seoul is over when it is 02:00 in Berlin.
    XCTAssertEqual(
      try next("FREQ=DAILY", from: "2026-11-20T08:00", "Asia/Seoul", at: "2026-11-22T02:00"),
      "2026-11-23T08:00")
    XCTAssertEqual(
      try next("FREQ=DAILY", from: "2026-11-20T08:00", at: "2026-11-22T02:00"), "2026-11-22T08:00")
  }

  func testEverythingElseMovesOnTheClock() throws {
    // From winter time to summer time: seven days, not 168 hours.
    let berlin = try rules("Europe/Berlin")
    let step = try RecurrenceRule("FREQ=WEEKLY").completing(
      at("2026-03-25T18:00", "Europe/Berlin"), at: moment("2026-03-25T19:00", "Europe/Berlin"),
      local: berlin)
    guard case .moves(_, _, let shift) = step else { return XCTFail("\(step)") }
    XCTAssertEqual(shift.days, 7)
    XCTAssertEqual(shift.seconds, 0)
    XCTAssertEqual(try at("2026-03-23").moved(by: shift), try at("2026-03-30"))
    XCTAssertEqual(
      shift.moving(try moment("2026-03-25T09:00", "Europe/Berlin"), in: berlin),
      try moment("2026-04-01T09:00", "Europe/Berlin"))
  }

  func testAShiftCarriesOverMidnight() throws {
    let forward = try CalendarShift(from: at("2026-11-22T22:00"), to: at("2026-11-23T01:30"))
    XCTAssertEqual(try at("2026-11-22T23:00").moved(by: forward), try at("2026-11-23T02:30"))
    XCTAssertEqual(try at("2026-11-22T02:00").moved(by: forward), try at("2026-11-22T05:30"))
    let back = try CalendarShift(from: at("2026-11-23T01:30"), to: at("2026-11-22T22:00"))
    XCTAssertEqual(try at("2026-11-23T02:30").moved(by: back), try at("2026-11-22T23:00"))
    XCTAssertEqual(try at("2026-11-22T05:30").moved(by: back), try at("2026-11-22T02:00"))
  }
}

import Core
import XCTest

@testable import App
@testable import Service

final class RepeatFormTests: XCTestCase {
  /// A Tuesday, the second of its month.
  private static let anchor = CalendarTime(day: CalendarDay(iso8601: "2026-03-10") ?? .first)

  private func form(_ text: String, _ anchor: CalendarTime = RepeatFormTests.anchor) throws
    -> RepeatForm
  {
    try XCTUnwrap(RepeatForm(RecurrenceRule(text), anchor: anchor), text)
  }

  private func changed(_ text: String, _ change: (inout RepeatForm) -> Void) throws -> String {
    var form = try form(text)
    change(&form)
    return form.rule.text
  }

  func testPlainRulesAreChoices() throws {
    let choices: [String: RepeatForm.Choice] = [
      "FREQ=DAILY": .daily, "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR": .weekdays, "FREQ=WEEKLY": .weekly,
      "freq=monthly": .monthly, "INTERVAL=1;FREQ=YEARLY": .yearly, "FREQ=DAILY;COUNT=2": .custom,
      "FREQ=WEEKLY;BYDAY=TU": .custom, "FREQ=WEEKLY;INTERVAL=2": .custom,
    ]
    for (text, choice) in choices { XCTAssertEqual(try form(text).choice, choice, text) }
    let completed = RecurrenceRule("FREQ=DAILY", isFromCompletion: true)
    XCTAssertEqual(RepeatForm(completed, anchor: Self.anchor)?.choice, .custom)
  }

  func testWhatHasNoRowsIsForeign() {
    for text in [
      "garbage", "FREQ=HOURLY", "FREQ=DAILY;BYHOUR=9", "FREQ=YEARLY;BYWEEKNO=20",
      "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR",
    ] {
      XCTAssertNil(RepeatForm(RecurrenceRule(text), anchor: Self.anchor), text)
    }
  }

  func testNumbersAndUnits() throws {
    XCTAssertEqual(try changed("FREQ=DAILY") { $0.interval = 3 }, "FREQ=DAILY;INTERVAL=3")
    XCTAssertEqual(try changed("FREQ=DAILY") { $0.interval = 0 }, "FREQ=DAILY")
    XCTAssertEqual(
      try changed("FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU") { $0.unit = .monthly },
      "FREQ=MONTHLY;INTERVAL=2;COUNT=4")
    XCTAssertEqual(
      try changed("FREQ=YEARLY;BYMONTH=5;BYDAY=2SU") { $0.interval = 2 },
      "FREQ=YEARLY;INTERVAL=2;BYMONTH=5;BYDAY=2SU", "what has no row stays")
  }

  func testDaysOfTheWeek() throws {
    XCTAssertEqual(try form("FREQ=WEEKLY").weekdays, [.tuesday])
    XCTAssertEqual(
      try changed("FREQ=WEEKLY") { $0.set(.monday, true) }, "FREQ=WEEKLY;BYDAY=MO,TU")
    XCTAssertEqual(
      try changed("FREQ=WEEKLY;BYDAY=MO,TU") { $0.set(.tuesday, false) }, "FREQ=WEEKLY;BYDAY=MO")
    XCTAssertEqual(
      try changed("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;WKST=SU") { $0.set(.monday, false) },
      "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;WKST=SU", "one day has to be left")
  }

  private func places(_ text: String, _ day: String) throws -> [String] {
    let anchor = CalendarTime(day: try XCTUnwrap(CalendarDay(iso8601: day)))
    return try form(text, anchor).places.map {
      RecurrenceText.place($0, anchor: anchor.day) ?? "?"
    }
  }

  func testPlacesInAMonth() throws {
    XCTAssertEqual(
      try places("FREQ=MONTHLY", "2026-03-10"),
      ["On day 10", "On the second Tuesday", "On the last day"])
    XCTAssertEqual(
      try places("FREQ=MONTHLY", "2026-03-31"),
      ["On day 31", "On the last Tuesday", "On the last day"])
    XCTAssertEqual(
      try places("FREQ=MONTHLY", "2026-02-24"),
      ["On day 24", "On the fourth Tuesday", "On the last Tuesday", "On the last day"])
    XCTAssertEqual(
      try places("FREQ=MONTHLY;BYMONTHDAY=15,1", "2026-03-10"),
      ["On day 1 and 15", "On day 10", "On the second Tuesday", "On the last day"])
    XCTAssertEqual(
      try places("FREQ=MONTHLY;BYMONTHDAY=10", "2026-03-10"),
      ["On day 10", "On the second Tuesday", "On the last day"])
    XCTAssertEqual(
      try changed("FREQ=MONTHLY;BYMONTHDAY=1") { $0.choosePlace(2) }, "FREQ=MONTHLY;BYDAY=2TU")
    XCTAssertEqual(
      try changed("FREQ=MONTHLY") { $0.choosePlace(2) }, "FREQ=MONTHLY;BYMONTHDAY=-1")
  }

  func testEnds() throws {
    XCTAssertEqual(
      try changed("FREQ=DAILY") { $0.end = .onDay }, "FREQ=DAILY;UNTIL=20260409")
    XCTAssertEqual(
      try changed("FREQ=DAILY;UNTIL=20260409") { $0.end = .afterCount }, "FREQ=DAILY;COUNT=10")
    XCTAssertEqual(try changed("FREQ=DAILY;COUNT=5") { $0.end = .never }, "FREQ=DAILY")
    XCTAssertEqual(
      try changed("FREQ=DAILY;COUNT=5") { $0.end = .afterCount }, "FREQ=DAILY;COUNT=5")
    let zone = try XCTUnwrap(ZoneName("America/New_York"))
    let evening = CalendarTime(
      day: Self.anchor.day, time: try XCTUnwrap(TimeOfDay(hour: 20, minute: 0)), zone: zone)
    var form = try form("FREQ=DAILY", evening)
    form.lastDay = evening.day
    XCTAssertEqual(form.rule.text, "FREQ=DAILY;UNTIL=20260311T035959Z")
  }
}

import Core
import XCTest

@testable import Service

final class RecurrenceTextTests: XCTestCase {
  func testRulesInWords() {
    let words = [
      "FREQ=DAILY": "Every day", "FREQ=DAILY;INTERVAL=2": "Every second day",
      "FREQ=DAILY;INTERVAL=3": "Every 3 days", "FREQ=HOURLY;INTERVAL=4": "Every 4 hours",
      "FREQ=WEEKLY": "Every week", "FREQ=WEEKLY;INTERVAL=2": "Every second week",
      "FREQ=WEEKLY;BYDAY=TU": "Every Tuesday",
      "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU": "Every second Tuesday",
      "FREQ=WEEKLY;INTERVAL=3;BYDAY=TH,MO": "Every 3 weeks on Monday and Thursday",
      "FREQ=WEEKLY;BYDAY=MO,WE,FR": "Every Monday, Wednesday and Friday",
      "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR": "Every weekday",
      "FREQ=WEEKLY;BYDAY=SU,SA": "Every weekend", "FREQ=MONTHLY": "Every month",
      "FREQ=MONTHLY;BYMONTHDAY=15,1": "Every month on day 1 and 15",
      "FREQ=MONTHLY;BYMONTHDAY=-1": "Every month on the last day",
      "FREQ=MONTHLY;INTERVAL=3;BYDAY=2TU": "Every 3 months on the second Tuesday",
      "FREQ=MONTHLY;BYDAY=-1FR": "Every month on the last Friday",
      "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1": "Every month on the last weekday",
      "FREQ=YEARLY": "Every year", "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24": "Every year on Dec 24",
      "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29": "Every year on Feb 29",
      "FREQ=YEARLY;BYMONTH=5;BYDAY=2SU": "Every year in May on the second Sunday",
      "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1": "Every year in February on the last day",
      "FREQ=DAILY;COUNT=1": "Every day, 1 time", "FREQ=DAILY;COUNT=5": "Every day, 5 times",
      "FREQ=WEEKLY;UNTIL=20261224": "Every week until Dec 24, 2026",
    ]
    for (rule, text) in words {
      XCTAssertEqual(RecurrenceText.words(RecurrenceRule(rule)), text, rule)
    }
    XCTAssertEqual(
      RecurrenceText.words(
        RecurrenceRule("FREQ=MONTHLY;INTERVAL=3;COUNT=2", isFromCompletion: true)),
      "Every 3 months after completion, 2 times")
  }

  func testWhatHasNoWordsIsNotGuessed() {
    let rules = [
      "", "garbage", "FREQ=DAILY;BYMONTH=1", "FREQ=WEEKLY;BYMONTH=1;BYDAY=MO",
      "FREQ=MONTHLY;BYDAY=MO,2TU",
      "FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR", "FREQ=MONTHLY;BYMONTHDAY=-2",
      "FREQ=YEARLY;BYWEEKNO=20",
      "FREQ=YEARLY;BYDAY=2SU", "FREQ=DAILY;BYHOUR=9,17", "FREQ=SECONDLY",
      "RSCALE=HEBREW;FREQ=YEARLY",
      "FREQ=MONTHLY;BYMONTHDAY=1;BYSETPOS=1", "FREQ=YEARLY;BYMONTH=1,2;BYMONTHDAY=1",
    ]
    for rule in rules {
      XCTAssertEqual(
        RecurrenceText.words(RecurrenceRule(rule)), "Repeats by a rule of its own", rule)
    }
  }
}

import Basics
import Synchronization
import XCTest

final class OneOutcomeTests: XCTestCase {
  func testTheFirstOutcomeCounts() async {
    let one = OneOutcome<String>()
    let told = Mutex<[String]>([])
    one.begin(within: .seconds(60), late: "late") { outcome in told.withLock { $0.append(outcome) }
    }
    XCTAssertFalse(one.isEnded)
    one.end("first")
    one.end("second")
    XCTAssertTrue(one.isEnded)
    XCTAssertEqual(told.withLock { $0 }, ["first"])
  }

  func testTheEndOfTheTimeIsAnOutcome() async {
    let late = await OneOutcome<String>().wait(within: .milliseconds(1), late: "late")
    XCTAssertEqual(late, "late")
  }

  func testTheWorkStartsOnceItIsWaitedFor() async {
    let one = OneOutcome<String>()
    let found = await one.wait(within: .seconds(60), late: "late") { one.end("first") }
    XCTAssertEqual(found, "first")
  }

  func testWhoAsksLaterIsToldAtOnce() async {
    let one = OneOutcome<String>()
    one.end("first")
    let found = await one.wait(within: .seconds(60), late: "late")
    XCTAssertEqual(found, "first")
  }
}

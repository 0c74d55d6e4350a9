import Basics
import Synchronization
import XCTest

final class OneOutcomeTests: XCTestCase {
  private func outcome(_ one: OneOutcome<String>, within limit: Duration) async -> String {
    await withCheckedContinuation { continuation in
      one.begin(within: limit, late: "late") { continuation.resume(returning: $0) }
    }
  }

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
    let late = await outcome(OneOutcome(), within: .milliseconds(1))
    XCTAssertEqual(late, "late")
  }

  func testWhoAsksLaterIsToldAtOnce() async {
    let one = OneOutcome<String>()
    one.end("first")
    let found = await outcome(one, within: .seconds(60))
    XCTAssertEqual(found, "first")
  }
}

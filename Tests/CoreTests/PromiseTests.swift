import Basics
import Synchronization
import XCTest

final class PromiseTests: XCTestCase {
  func testTheFirstOutcomeCounts() async {
    let promise = Promise<String>()
    let told = Mutex<[String]>([])
    promise.begin(within: .seconds(60), late: "late") { outcome in
      told.withLock { $0.append(outcome) }
    }
    XCTAssertFalse(promise.isResolved)
    promise.resolve("first")
    promise.resolve("second")
    XCTAssertTrue(promise.isResolved)
    XCTAssertEqual(told.withLock { $0 }, ["first"])
  }

  func testTheEndOfTheTimeIsAnOutcome() async {
    let late = await Promise<String>().wait(within: .milliseconds(1), late: "late")
    XCTAssertEqual(late, "late")
  }

  func testTheWorkStartsOnceItIsWaitedFor() async {
    let promise = Promise<String>()
    let found = await promise.wait(within: .seconds(60), late: "late") { promise.resolve("first") }
    XCTAssertEqual(found, "first")
  }

  func testWhoAsksLaterIsToldAtOnce() async {
    let promise = Promise<String>()
    promise.resolve("first")
    let found = await promise.wait(within: .seconds(60), late: "late")
    XCTAssertEqual(found, "first")
  }
}

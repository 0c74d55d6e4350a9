import Basics
import XCTest

final class DelayedActionTests: XCTestCase {
  /// Waits until an action has run that was scheduled later and with a longer delay: those under test would have run.
  @MainActor
  private func laterActionRuns() async {
    var hasRun = false
    let later = DelayedAction()
    later.schedule(after: .milliseconds(40)) { hasRun = true }
    await eventually("the later action") { hasRun }
    XCTAssertFalse(later.isWaiting)
  }

  @MainActor
  func testItRunsOnceAfterItsDelay() async {
    var runs = 0
    let action = DelayedAction()
    action.schedule(after: .milliseconds(5)) { runs += 1 }
    XCTAssertTrue(action.isWaiting)
    XCTAssertEqual(runs, 0)
    await eventually("the action") { runs == 1 }
    XCTAssertFalse(action.isWaiting)
    await laterActionRuns()
    XCTAssertEqual(runs, 1)
  }

  @MainActor
  func testAnotherActionTakesThePlaceOfOneThatWaits() async {
    var runs: [String] = []
    let action = DelayedAction()
    action.schedule(after: .milliseconds(5)) { runs.append("first") }
    action.schedule(after: .milliseconds(5)) { runs.append("second") }
    await laterActionRuns()
    XCTAssertEqual(runs, ["second"])
    XCTAssertFalse(action.isWaiting)
  }

  @MainActor
  func testACancelledActionDoesNotRun() async {
    var runs = 0
    let action = DelayedAction()
    action.schedule(after: .milliseconds(5)) { runs += 1 }
    action.cancel()
    XCTAssertFalse(action.isWaiting)
    await laterActionRuns()
    XCTAssertEqual(runs, 0)
  }

  @MainActor
  func testAnActionWhoseOwnerIsGoneDoesNotRun() async {
    var runs = 0
    var action: DelayedAction? = DelayedAction()
    action?.schedule(after: .milliseconds(5)) { runs += 1 }
    XCTAssertEqual(action?.isWaiting, true)
    action = nil
    await laterActionRuns()
    XCTAssertEqual(runs, 0)
  }

  @MainActor
  func testAnActionCanScheduleAnother() async {
    var runs: [String] = []
    let action = DelayedAction()
    action.schedule(after: .milliseconds(5)) { [weak action] in
      runs.append("first")
      action?.schedule(after: .milliseconds(5)) { runs.append("second") }
    }
    await eventually("both actions") { runs == ["first", "second"] }
    XCTAssertFalse(action.isWaiting)
  }
}

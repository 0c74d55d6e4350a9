import Basics
import Sync
import TestSupport
import XCTest

@testable import Sync

final class RetryPolicyTests: XCTestCase {
  func testPausesGrowFromTwoSecondsToAQuarterOfAnHour() {
    let policy = RetryPolicy.standard
    var random = SplitMix64(seed: 7)
    let bounds: [(Int, Duration)] = [
      (0, .seconds(2)), (1, .seconds(2)), (2, .seconds(4)), (3, .seconds(8)), (9, .seconds(512)),
      (10, .seconds(900)), (11, .seconds(900)), (1_000_000_000, .seconds(900)),
    ]
    for (attempts, bound) in bounds {
      let pauses = (0..<500).map { _ in policy.pause(attempts: attempts, using: &random) }
      XCTAssertTrue(pauses.allSatisfy { $0 >= policy.shortestPause && $0 <= bound })
      // Chance uses the whole range.
      XCTAssertGreaterThan(pauses.max() ?? .zero, bound * 0.9)
      XCTAssertLessThan(pauses.min() ?? bound, bound * 0.2)
    }
  }

  func testQuickPausesVaryByHalf() {
    let policy = RetryPolicy.standard
    var random = SplitMix64(seed: 7)
    for _ in 0..<500 {
      let pause = policy.quickPause(.milliseconds(200), using: &random)
      XCTAssertTrue((.milliseconds(100)...(.milliseconds(300))).contains(pause))
    }
  }
}

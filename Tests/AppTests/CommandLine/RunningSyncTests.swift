import Core
import Dates
import XCTest

@testable import Command

final class RunningSyncTests: XCTestCase {
  private static func moment(_ seconds: Int64) -> Timestamp {
    Timestamp(milliseconds: 1_800_000_000_000 + seconds * 1000)
  }

  private static func summary(_ last: Int64?, failedAt attempt: Int64? = nil) -> SyncSummary {
    var summary = SyncSummary()
    summary.lastSyncAt = last.map(moment)
    summary.retry = attempt.map {
      SyncRetry(attempts: 1, notBefore: moment($0), problem: .unreachable)
    }
    return summary
  }

  /// The window is asked at 100 s.
  func testOnlyARoundThatBeganAfterTheQuestionCounts() {
    let rows: [(before: SyncSummary?, now: SyncSummary, isFinished: Bool, String)] = [
      (Self.summary(10), Self.summary(10), false, "nothing happened yet"),
      (Self.summary(10), Self.summary(90), false, "a round that had begun before ended"),
      (Self.summary(10), Self.summary(100), true, "it began at once"),
      (Self.summary(10), Self.summary(120), true, "it began later"),
      (Self.summary(nil), Self.summary(nil), false, "never read"),
      (nil, Self.summary(120), true, "an account that is new since"),
      (Self.summary(3700), Self.summary(3700), false, "the clock was set back before"),
      (Self.summary(3700), Self.summary(101), true, "and the round ran after that"),
      (Self.summary(90), Self.summary(-3500), true, "the clock was set back since"),
      (Self.summary(10), Self.summary(10, failedAt: 130), true, "it failed"),
      (
        Self.summary(10, failedAt: 50), Self.summary(10, failedAt: 50), false,
        "it had failed before"
      ),
    ]
    for (before, now, isFinished, what) in rows {
      XCTAssertEqual(
        RunningSync.isFinished(now, before: before, asked: Self.moment(100)), isFinished, what)
    }
  }
}

import Basics
import Synchronization
import XCTest

final class DeadlineTests: XCTestCase {
  /// Work that goes on until it is cancelled.
  private static func wait() async -> String {
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    for await _ in stream {}
    continuation.finish()
    return Task.isCancelled ? "cancelled" : "over"
  }

  func testWorkThatEndsInTimeHasAResult() async {
    let value = await Deadline.run(within: .seconds(3600)) { "done" }
    XCTAssertEqual(value, "done")
  }

  func testLateWorkIsCancelledAndItsEndAwaited() async {
    let end = Mutex("")
    let value = await Deadline.run(within: .milliseconds(1)) {
      let found = await Self.wait()
      end.withLock { $0 = found }
      return found
    }
    XCTAssertNil(value)
    XCTAssertEqual(end.withLock { $0 }, "cancelled")
  }

  func testACancelledCallerCancelsTheWork() async {
    let work: @Sendable () async -> String = { await Self.wait() }
    let task = Task<String?, Never> { await Deadline.run(within: .seconds(3600), work) }
    task.cancel()
    let value = await task.value
    XCTAssertEqual(value, "cancelled", "its time was not over")
  }

  func testTheTimeMayBeAnotherClocks() async {
    let asked = Mutex<[Duration]>([])
    let value = await Deadline.run(
      within: .seconds(3600), sleep: { limit in asked.withLock { $0.append(limit) } },
      { await Self.wait() })
    XCTAssertNil(value)
    XCTAssertEqual(asked.withLock { $0 }, [.seconds(3600)])
  }
}

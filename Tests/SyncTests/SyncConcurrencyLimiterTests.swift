import Synchronization
import TestSupport
import XCTest

@testable import Sync

final class SyncConcurrencyLimiterTests: XCTestCase {
  /// Rounds that stay inside until they are told to leave.
  private final class Rounds: Sendable {
    let limiter = SyncConcurrencyLimiter(width: 3)
    private let state = Mutex<(inside: [String], tasks: [String: Task<Bool, Never>])>(([], [:]))

    var inside: [String] { state.withLock { $0.inside } }

    @discardableResult
    func begin(_ name: String, isUrgent: Bool = false) -> SyncConcurrencyLimiter.Ticket {
      let ticket = limiter.makeTicket()
      let task = Task {
        let isIn = await limiter.enter(ticket) { isUrgent }
        if isIn { state.withLock { $0.inside.append(name) } }
        return isIn
      }
      state.withLock { $0.tasks[name] = task }
      return ticket
    }

    func end(_ name: String) {
      state.withLock { $0.inside.removeAll { $0 == name } }
      limiter.leave()
    }

    func task(_ name: String) -> Task<Bool, Never>? { state.withLock { $0.tasks[name] } }

    func isInside(_ names: Set<String>) async -> Bool {
      await eventually { Set(self.inside) == names }
    }

    func waits(_ count: Int) async -> Bool {
      await eventually { self.limiter.waitingCount == count }
    }
  }

  /// Two rounds that only read, and the third place stays free for edits.
  private func full() async -> Rounds {
    let rounds = Rounds()
    for name in ["a", "b"] { rounds.begin(name) }
    let isFull = await rounds.isInside(["a", "b"])
    XCTAssertTrue(isFull)
    for (number, name) in ["c", "d", "e"].enumerated() {
      rounds.begin(name)
      let waits = await rounds.waits(number + 1)
      XCTAssertTrue(waits)
    }
    return rounds
  }

  func testOnlyAFewRunAtATimeInTheOrderInWhichTheyCame() async {
    let rounds = await full()
    for (ends, now) in [("a", "c"), ("b", "d"), ("c", "e")] {
      rounds.end(ends)
      let isIn = await eventually { rounds.inside.contains(now) }
      XCTAssertTrue(isIn, now)
      XCTAssertEqual(rounds.inside.count, 2)
    }
  }

  func testEditsGoFirstAndHaveAPlaceOfTheirOwn() async {
    let rounds = await full()
    rounds.begin("edit", isUrgent: true)
    let isIn = await rounds.isInside(["a", "b", "edit"])
    XCTAssertTrue(isIn)
    rounds.begin("second edit", isUrgent: true)
    let waits = await rounds.waits(4)
    XCTAssertTrue(waits)
    rounds.end("a")
    let isNext = await rounds.isInside(["b", "edit", "second edit"])
    XCTAssertTrue(isNext)
  }

  func testWhoWaitsAndGetsAnEditIsLetPastTheOthers() async {
    let rounds = await full()
    let ticket = rounds.begin("late")
    let waits = await rounds.waits(4)
    XCTAssertTrue(waits)
    rounds.limiter.promote(ticket)
    let isIn = await rounds.isInside(["a", "b", "late"])
    XCTAssertTrue(isIn)
  }

  func testACancelledOneLeavesTheLine() async {
    let rounds = await full()
    rounds.task("c")?.cancel()
    let wasIn = await rounds.task("c")?.value
    XCTAssertEqual(wasIn, false)
    rounds.end("a")
    let isNext = await rounds.isInside(["b", "d"])
    XCTAssertTrue(isNext)
  }

  func testAClosedLimiterLetsNobodyIn() async {
    let rounds = await full()
    rounds.limiter.close()
    for name in ["c", "d", "e"] {
      let wasIn = await rounds.task(name)?.value
      XCTAssertEqual(wasIn, false, name)
    }
    rounds.begin("late", isUrgent: true)
    let wasIn = await rounds.task("late")?.value
    XCTAssertEqual(wasIn, false)
    rounds.end("a")
    XCTAssertEqual(rounds.inside, ["b"])
  }

  private final class Counter: Sendable {
    private let count = Mutex<(now: Int, most: Int)>((0, 0))

    var most: Int { count.withLock(\.most) }
    var now: Int { count.withLock(\.now) }

    func enter() { count.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) } }
    func leave() { count.withLock { $0.now -= 1 } }
  }

  func testAThousandAreServedAndNeverMoreThanAFew() async {
    let limiter = SyncConcurrencyLimiter(width: 4)
    let counter = Counter()
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<1000 {
        group.addTask {
          let work: @Sendable () async -> Void = {
            counter.enter()
            await Task.yield()
            counter.leave()
          }
          if number % 10 == 0 {
            await limiter.runUrgent(work)
          } else if number % 10 == 1 {
            let task = Task { await limiter.runOrdinary(work) }
            task.cancel()
            _ = await task.value
          } else {
            await limiter.runOrdinary(work)
          }
        }
      }
    }
    XCTAssertLessThanOrEqual(counter.most, 4)
    XCTAssertEqual(counter.now, 0)
    XCTAssertEqual(limiter.waitingCount, 0)
    // All places are free again.
    let isFree = await limiter.runOrdinary { true }
    XCTAssertEqual(isFree, true)
  }
}

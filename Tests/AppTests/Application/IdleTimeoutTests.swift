import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class IdleTimeoutTests: XCTestCase {
  @MainActor
  private final class Gate {
    private var continuation: CheckedContinuation<Void, Never>?
    private(set) var isReached = false

    func wait() async {
      isReached = true
      await withCheckedContinuation { continuation = $0 }
    }

    func open() { continuation?.resume() }
  }

  /// Waits until a timeout has come that began later and is longer: the one under test would have come.
  @MainActor
  private func anotherEnds() async {
    var hasEnded = false
    let another = IdleTimeout(grace: .milliseconds(40)) { hasEnded = true }
    another.start()
    await eventually("the other end") { hasEnded }
  }

  @MainActor
  func testItEndsWhenNobodyAsks() async {
    var ends = 0
    let service = IdleTimeout(grace: .milliseconds(20)) { ends += 1 }
    service.start()
    await eventually("the end") { ends == 1 }
  }

  @MainActor
  func testItStaysWhileSomebodyIsServedAndEndsAfterwards() async {
    var ends = 0
    let service = IdleTimeout(grace: .milliseconds(20)) { ends += 1 }
    let gate = Gate()
    service.start()
    let work = Task { await service.serve { await gate.wait() } }
    await eventually("the work") { gate.isReached }
    await anotherEnds()
    XCTAssertEqual(ends, 0)
    gate.open()
    await work.value
    await eventually("the end") { ends == 1 }
  }

  @MainActor
  func testStoppedItDoesNotEnd() async {
    var ends = 0
    let service = IdleTimeout(grace: .milliseconds(10)) { ends += 1 }
    service.start()
    service.stop()
    await service.serve {}
    await anotherEnds()
    XCTAssertEqual(ends, 0)
  }

  @MainActor
  func testItDrains() async {
    let service = IdleTimeout(grace: .seconds(60)) {}
    await service.drain()
    let gate = Gate()
    let work = Task { await service.serve { await gate.wait() } }
    await eventually("the work") { gate.isReached }
    var (isBegun, isDrained) = (false, false)
    let drain = Task {
      isBegun = true
      await service.drain()
      isDrained = true
    }
    // Both are on the main actor: nothing comes in between until it waits, or has ended.
    await eventually("it waits") { isBegun }
    XCTAssertFalse(isDrained)
    gate.open()
    await work.value
    await drain.value
    XCTAssertTrue(isDrained)
  }
}

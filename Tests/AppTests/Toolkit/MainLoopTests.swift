import Basics
import CGtk
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class MainLoopTests: XCTestCase {
  func testMainActorTaskRunsUnderTheLoop() {
    onMainActor {
      var isDone = false
      Task { @MainActor in isDone = true }
      XCTAssertFalse(isDone)
      XCTAssertTrue(pump(until: { isDone }))
    }
  }

  func testWaitingTaskComesBack() {
    onMainActor {
      var isDone = false
      Task { @MainActor in
        try? await Task.pause(for: .milliseconds(20))
        isDone = true
      }
      XCTAssertTrue(pump(until: { isDone }))
    }
  }

  func testHopFromAnotherThreadComesBack() {
    onMainActor {
      var sum = 0
      Task { @MainActor in
        for number in 1...100 {
          sum += await Task.detached { number }.value
        }
      }
      XCTAssertTrue(pump(until: { sum == 5050 }))
    }
  }

  func testIdleLoopDoesNotSpin() {
    onMainActor {
      var isDone = false
      Task { @MainActor in isDone = true }
      pump(until: { isDone })
      pumpUntilIdle()
      var iterations = 0
      let end = g_get_monotonic_time() + 100_000
      let timer = g_timeout_add(100, { _ in 1 }, nil)
      defer { g_source_remove(timer) }
      while g_get_monotonic_time() < end {
        g_main_context_iteration(nil, 1)
        iterations += 1
      }
      XCTAssertLessThan(iterations, 50, "the eventfd was not read")
    }
  }
}

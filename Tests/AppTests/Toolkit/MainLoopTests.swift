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

  func testAFrameThatIsDueIsDrawnFirst() {
    onMainActor {
      MainLoop.install()
      pumpUntilIdle()
      let frames = Frames(endless: false)
      var drawnBefore: Int?
      MainLoop.drawFirst()
      Task { @MainActor in drawnBefore = frames.drawn }
      frames.begin()
      XCTAssertTrue(pump(until: { drawnBefore != nil && frames.drawn > 0 }))
      XCTAssertEqual(drawnBefore, 1)
    }
  }

  func testFramesWithoutAPauseDoNotHoldWorkUp() {
    onMainActor {
      MainLoop.install()
      pumpUntilIdle()
      let frames = Frames(endless: true)
      var isDone = false
      MainLoop.drawFirst()
      Task { @MainActor in isDone = true }
      frames.begin()
      XCTAssertTrue(pump(until: { isDone }, limit: 10))
      XCTAssertGreaterThan(frames.drawn, 0)
      frames.isEndless = false
      pumpUntilIdle()
    }
  }

  func testOnlyTheNextWorkWaitsForAFrame() {
    onMainActor {
      MainLoop.install()
      pumpUntilIdle()
      var isDone = false
      MainLoop.drawFirst()
      Task { @MainActor in isDone = true }
      XCTAssertTrue(pump(until: { isDone }))
      let frames = Frames(endless: false)
      var drawnBefore: Int?
      Task { @MainActor in drawnBefore = frames.drawn }
      frames.begin()
      XCTAssertTrue(pump(until: { drawnBefore != nil && frames.drawn > 0 }))
      XCTAssertEqual(drawnBefore, 0)
    }
  }

  /// Frames as GTK's clock draws them: a source with the priority of drawing.
  @MainActor
  private final class Frames {
    var isEndless: Bool
    private(set) var drawn = 0

    init(endless: Bool) { isEndless = endless }

    func begin() {
      _ = g_idle_add_full(
        G_PRIORITY_HIGH_IDLE + 20,
        { frames in
          guard let frames else { return 0 }
          nonisolated(unsafe) let pointer = frames
          return MainActor.assumeIsolated {
            let frames = Unmanaged<Frames>.fromOpaque(pointer).takeUnretainedValue()
            frames.drawn += 1
            return frames.isEndless ? 1 : 0
          }
        }, Unmanaged.passUnretained(self).toOpaque(), nil)
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

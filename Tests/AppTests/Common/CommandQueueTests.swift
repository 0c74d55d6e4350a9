import Core
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class CommandQueueTests: XCTestCase {
  @MainActor
  private final class Log {
    var lines: [String] = []
  }

  @MainActor
  func testCommandsRunOneAfterAnotherInOrder() async {
    let queue = CommandQueue()
    let log = Log()
    for number in 1...20 {
      queue.run {
        log.lines.append("begin \(number)")
        for _ in 0..<(20 - number) { await Task.yield() }
        log.lines.append("end \(number)")
      } failing: { _ in
        ""
      }
    }
    await queue.drain()
    XCTAssertEqual(log.lines, (1...20).flatMap { ["begin \($0)", "end \($0)"] })
  }

  @MainActor
  func testFailureDoesNotStopTheNext() async {
    let queue = CommandQueue()
    let navigator = RecordingNavigator()
    queue.alerts = navigator
    navigator.alerts.isHolding = true
    let log = Log()
    queue.run { () throws(StoreError) in
      throw .diskFull
    } failing: { error in
      "title of \(error)"
    } onFailure: {
      log.lines.append("failed: \($0)")
    }
    queue.run {
      log.lines.append("next")
    } failing: { _ in
      ""
    }
    await queue.drain()
    XCTAssertEqual(log.lines, ["failed: diskFull", "next"], "taken back before the next begins")
    await eventually("the alert") { navigator.alerts.openCount == 1 }
    XCTAssertEqual(
      navigator.alerts.alerts, [ErrorText.alert(.diskFull, title: "title of diskFull")])
    navigator.alerts.answer("close")
  }

  @MainActor
  func testDrainWaitsForEverythingAskedForSoFar() async {
    let queue = CommandQueue()
    await queue.drain()
    let log = Log()
    for number in 1...5 {
      queue.run {
        for _ in 0..<5 { await Task.yield() }
        log.lines.append("\(number)")
      } failing: { _ in
        ""
      }
    }
    await queue.drain()
    XCTAssertEqual(log.lines.count, 5)
    await queue.drain()
  }

  @MainActor
  func testNothingIsKeptOfWhatHasRun() async {
    let queue = CommandQueue()
    weak var held: Log?
    do {
      let log = Log()
      held = log
      queue.run {
        log.lines.append("x")
      } failing: { _ in
        ""
      }
    }
    await queue.drain()
    await eventually("the release") { held == nil }
  }
}

import CGtk
import Glibc
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class MainLoopWatchdogTests: XCTestCase {
  func testBlockedLoopIsRecorded() throws {
    try onMainActor {
      let path = NSTemporaryDirectory() + "/watchdog-\(getpid())"
      defer { unlink(path) }
      let watchdog = MainLoopWatchdog(path: path)
      watchdog.start()
      pump(for: 0.05)
      usleep(50_000)
      pump(for: 0.05)
      watchdog.finish()
      let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
      let stalls = lines.compactMap { Double($0) }
      XCTAssertTrue(stalls.contains { $0 >= 40 && $0 < 500 }, "\(lines)")
      XCTAssertTrue(stalls.allSatisfy { $0 > MainLoopWatchdog.threshold }, "\(lines)")
      XCTAssertEqual(lines.last.map(String.init), stalls.max().map { "max \($0)" })
    }
  }
}

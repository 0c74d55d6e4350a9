import CGtk
import Glibc
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class MainLoopWatchdogTests: XCTestCase {
  func testBlockedLoopIsRecorded() {
    onMainActor {
      let path = NSTemporaryDirectory() + "/watchdog-\(getpid())"
      defer { unlink(path) }
      let watchdog = MainLoopWatchdog(path: path)
      watchdog.start()
      // A ping that comes late in a stall sees only its end: another stall.
      let isRecorded = pump(until: {
        let end = g_get_monotonic_time() + 50_000
        while g_get_monotonic_time() < end {}
        return Self.lines(path).contains { Double($0).map { $0 >= 40 } ?? false }
      })
      XCTAssertTrue(isRecorded, "\(Self.lines(path))")
      watchdog.finish()
      let lines = Self.lines(path)
      let stalls = lines.compactMap { Double($0) }
      XCTAssertTrue(stalls.allSatisfy { $0 > MainLoopWatchdog.threshold }, "\(lines)")
      XCTAssertEqual(lines.last, stalls.max().map { "max \($0)" })
    }
  }

  private static func lines(_ path: String) -> [String] {
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map(String.init)
  }
}

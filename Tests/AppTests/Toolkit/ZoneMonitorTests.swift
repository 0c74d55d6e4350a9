import CGtk
import Foundation
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class ZoneMonitorTests: XCTestCase {
  func testALinkThatIsReplacedIsNoticed() throws {
    try onMainActor {
      let folder = NSTemporaryDirectory() + "optimist-zone-" + UUID().uuidString
      let files = FileManager.default
      try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
      defer { try? files.removeItem(atPath: folder) }
      let link = folder + "/localtime"
      try files.createSymbolicLink(atPath: link, withDestinationPath: "/usr/share/zoneinfo/UTC")
      var count = 0
      let monitor = ZoneMonitor(paths: [link, folder + "/nothing/localtime"]) { count += 1 }
      pumpUntilIdle()
      XCTAssertEqual(count, 0)
      // As timedatectl does it.
      try files.createSymbolicLink(
        atPath: link + ".new", withDestinationPath: "/usr/share/zoneinfo/Asia/Seoul")
      XCTAssertEqual(rename(link + ".new", link), 0)
      XCTAssertTrue(pump(until: { count > 0 }))
      withExtendedLifetime(monitor) {}
    }
  }
}

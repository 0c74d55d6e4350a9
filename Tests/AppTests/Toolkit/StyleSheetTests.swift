import CGtk
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class StyleSheetTests: XCTestCase {
  func testOnlyAnExistingFileIsLoaded() throws {
    let path = NSTemporaryDirectory() + "/optimist-style-\(UUID().uuidString).css"
    try ".optimist-test { min-width: 1px; }".write(toFile: path, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: path) }
    try withDisplay {
      XCTAssertTrue(StyleSheet.load(path: path))
      XCTAssertFalse(StyleSheet.load(path: path + ".missing"))
    }
  }
}

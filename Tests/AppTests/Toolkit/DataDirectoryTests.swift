import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class DataDirectoryTests: XCTestCase {
  func testDataStandBesideTheProgram() {
    let data = DataDirectory(override: nil, executable: "/opt/optimist/bin/optimist")
    XCTAssertEqual(data.path, "/opt/optimist/share")
    XCTAssertEqual(data.locale, "/opt/optimist/share/locale")
    XCTAssertEqual(
      data.styleSheet, "/opt/optimist/share/io.github.optimist_todo.Optimist/style.css")
    XCTAssertFalse(data.hasCompiledSchemas)
    XCTAssertEqual(DataDirectory(override: "", executable: "/bin/optimist").path, "/share")
  }

  func testEnvironmentWins() {
    XCTAssertEqual(DataDirectory(override: "/data", executable: "/usr/bin/x").path, "/data")
  }
}

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
    XCTAssertEqual(
      data.firestoreRules,
      "/opt/optimist/share/io.github.optimist_todo.Optimist/firestore.rules")
    XCTAssertEqual(
      data.firestoreIndexes,
      "/opt/optimist/share/io.github.optimist_todo.Optimist/firestore-indexes.sh")
    XCTAssertFalse(data.hasCompiledSchemas)
    XCTAssertEqual(DataDirectory(override: "", executable: "/bin/optimist").path, "/share")
  }

  func testAProgramThatWasReplacedHasThePathOfTheNewOne() {
    func path(_ text: String, _ files: Set<String> = []) -> String {
      DataDirectory.path(ofLink: text) { files.contains($0) }
    }
    XCTAssertEqual(path("/usr/bin/optimist (deleted)"), "/usr/bin/optimist")
    XCTAssertEqual(path("/usr/bin/optimist"), "/usr/bin/optimist")
    XCTAssertEqual(path("/opt/a (deleted)", ["/opt/a (deleted)"]), "/opt/a (deleted)")
  }

  func testEnvironmentWins() {
    XCTAssertEqual(DataDirectory(override: "/data", executable: "/usr/bin/x").path, "/data")
  }

  func testItJoinsTheSystemDirectoriesOnce() {
    func list(_ list: String?, adding path: String) -> String? {
      DataDirectory.list(list, adding: path)
    }
    XCTAssertEqual(list("/a:/b", adding: "/c"), "/a:/b:/c")
    XCTAssertEqual(list(nil, adding: "/c"), "/usr/local/share:/usr/share:/c")
    XCTAssertEqual(list("", adding: "/c"), "/usr/local/share:/usr/share:/c")
    XCTAssertNil(list("/a:/c/:/b", adding: "/c"))
    XCTAssertNil(list("/a:/c", adding: "/c/"))
    XCTAssertNil(list(nil, adding: "/usr/share"))
    XCTAssertEqual(list("/a/share", adding: "/share"), "/a/share:/share")
  }
}

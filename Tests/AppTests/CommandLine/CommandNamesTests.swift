import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class CommandNamesTests: XCTestCase {
  private let names = CommandNames(of: OptimistCommand.configuration)

  func testWhatIsInOrder() {
    for words in [
      [], ["add", "x"], ["list"], ["help"], ["help", "add"], ["--help"], ["--version"],
      ["--non-unique"], ["--new-todo"], ["--non-unique", "--help"], ["--what"],
      ["--firestore-emulator", "127.0.0.1:1", "--project", "add", "--user", "list"],
      ["---completion", "add", "--", "--list"], ["--experimental-dump-help"],
    ] {
      XCTAssertNil(names.complaint(words), "\(words)")
    }
  }

  func testSlipsAreRecognized() {
    for (typed, meant) in [
      ("ad", "add"), ("lsit", "list"), ("LIST", "list"), ("syn", "sync"), ("account", "accounts"),
      ("dnoe", "done"),
    ] {
      let complaint = names.complaint([typed, "x"]) ?? ""
      XCTAssertTrue(
        complaint.contains("Did you mean") && complaint.contains("“\(meant)”"), complaint)
    }
  }

  func testAnythingElseNamesTheCommands() {
    let complaint = names.complaint(["Buy milk"]) ?? ""
    XCTAssertTrue(complaint.contains("optimist add \"Buy milk\""), complaint)
    XCTAssertTrue(complaint.contains("“accounts”"), complaint)
  }

  func testOptionsOfTheWindowDoNotGoWithACommand() {
    XCTAssertNotNil(names.complaint(["--non-unique", "add", "x"]))
    XCTAssertNotNil(names.complaint(["--new-todo", "list"]))
  }
}

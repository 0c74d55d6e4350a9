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
      ["help", "--help"], ["help", "lists", "add"], ["lists"], ["lists", "--json"],
      ["lists", "add", "x"], ["accounts", "list"], ["list", "Home"], ["undo", "x"],
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

  func testCommandsBelowOthersAreNamed() {
    XCTAssertEqual(
      names.complaint(["lists", "delet", "Home"]),
      "“delet” is not a command below “lists”. Did you mean “delete”?")
    XCTAssertEqual(
      names.complaint(["accounts", "show"]),
      "“show” is not a command below “accounts”. The commands are “list”, “add”, “remove”.")
    XCTAssertEqual(
      names.complaint(["help", "lsit"]),
      "“lsit” is not a command. Did you mean “list” or “lists”?")
    XCTAssertTrue(
      names.complaint(["Buy", "milk", "--due", "today"])?.hasSuffix("optimist add \"Buy milk\"")
        ?? false)
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

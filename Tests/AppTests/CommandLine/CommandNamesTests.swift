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
      XCTAssertNil(names.errorMessage(for: words), "\(words)")
    }
  }

  func testSlipsAreRecognized() {
    for (typed, meant) in [
      ("ad", "add"), ("lsit", "list"), ("LIST", "list"), ("syn", "sync"), ("account", "accounts"),
      ("dnoe", "done"),
    ] {
      let message = names.errorMessage(for: [typed, "x"]) ?? ""
      XCTAssertTrue(
        message.contains("Did you mean") && message.contains("“\(meant)”"), message)
    }
  }

  func testCommandsBelowOthersAreNamed() {
    XCTAssertEqual(
      names.errorMessage(for: ["lists", "delet", "Home"]),
      "“delet” is not a command below “lists”. Did you mean “delete”?")
    XCTAssertEqual(
      names.errorMessage(for: ["accounts", "show"]),
      "“show” is not a command below “accounts”. The commands are “list”, “add”, “remove”.")
    XCTAssertEqual(
      names.errorMessage(for: ["help", "lsit"]),
      "“lsit” is not a command. Did you mean “list” or “lists”?")
    XCTAssertTrue(
      names.errorMessage(for: ["Buy", "milk", "--due", "today"])?.hasSuffix(
        "optimist add \"Buy milk\"")
        ?? false)
  }

  func testAnythingElseNamesTheCommands() {
    let message = names.errorMessage(for: ["Buy milk"]) ?? ""
    XCTAssertTrue(message.contains("optimist add \"Buy milk\""), message)
    XCTAssertTrue(message.contains("“accounts”"), message)
  }

  func testOptionsOfTheWindowDoNotGoWithACommand() {
    XCTAssertNotNil(names.errorMessage(for: ["--non-unique", "add", "x"]))
    XCTAssertNotNil(names.errorMessage(for: ["--new-todo", "list"]))
  }
}

import ArgumentParser
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class OptimistCommandTests: XCTestCase {
  func testWithoutArguments() throws {
    let command = try OptimistCommand.parse([])
    XCTAssertNil(command.emulator)
    XCTAssertFalse(command.nonUnique)
  }

  func testEmulatorWithItsAccount() throws {
    let command = try OptimistCommand.parse([
      "--firestore-emulator", "127.0.0.1:8080", "--project", "demo", "--user", "ann",
      "--non-unique",
    ])
    XCTAssertEqual(command.emulator, "127.0.0.1:8080")
    XCTAssertEqual(command.project, "demo")
    XCTAssertEqual(command.user, "ann")
    XCTAssertTrue(command.nonUnique)
  }

  func testWhatDoesNotGoTogetherIsRefused() {
    let emulator = ["--firestore-emulator", "127.0.0.1:8080"]
    for arguments in [
      ["--project", "demo"], ["--user", "ann"], emulator, emulator + ["--project", "demo"],
      emulator + ["--user", "ann"], emulator + ["--project", "a/b", "--user", "ann"],
      emulator + ["--project", "demo", "--user", ".."],
      ["--firestore-emulator", "example.com:80", "--project", "demo", "--user", "ann"],
      ["--firestore-emulator", "no host!", "--project", "demo", "--user", "ann"],
      ["--firestore-emulator", "127.0.0.1.example.com", "--project", "demo", "--user", "ann"],
      ["--firestore-emulator"], ["--what"], ["file.txt"],
    ] {
      XCTAssertThrowsError(try OptimistCommand.parse(arguments), "\(arguments)") { error in
        XCTAssertEqual(OptimistCommand.exitCode(for: error), .validationFailure)
      }
    }
  }

  func testRefusalSaysWhatIsMissing() {
    XCTAssertThrowsError(try OptimistCommand.parse(["--user", "ann"])) { error in
      XCTAssertTrue(OptimistCommand.message(for: error).contains("--firestore-emulator"))
    }
  }

  func testHelpAndVersionEndWell() {
    for argument in ["--help", "--version"] {
      XCTAssertThrowsError(try OptimistCommand.parse([argument])) { error in
        XCTAssertEqual(OptimistCommand.exitCode(for: error), .success)
      }
    }
    XCTAssertTrue(OptimistCommand.helpMessage().contains("--non-unique"))
  }
}

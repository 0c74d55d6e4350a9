import Foundation
import XCTest

@testable import App
@testable import Platform
@testable import Service

final class LoginStartTests: XCTestCase {
  @MainActor
  private func settings() -> Settings {
    Settings(schema: "none", directory: DataDirectory(override: "/", executable: ""))
  }

  private func entry(_ name: String = "entry.desktop") -> AutostartEntry {
    let folder = NSTemporaryDirectory() + "optimist-autostart-" + UUID().uuidString
    addTeardownBlock { try? FileManager.default.removeItem(atPath: folder) }
    return AutostartEntry(path: folder + "/autostart/" + name, program: "/opt/a b/optimist")
  }

  @MainActor
  func testTheEntryIsWrittenAndRemoved() async throws {
    let entry = entry()
    let login = LoginStart(settings: settings(), entry: entry, isSandboxed: false)
    XCTAssertFalse(login.isOn)
    let outcome = await login.set(true)
    XCTAssertEqual(outcome, .done)
    XCTAssertTrue(login.isOn)
    let text = try XCTUnwrap(TextFile.read(entry.path))
    XCTAssertTrue(text.contains("\nExec=\"/opt/a b/optimist\" --gapplication-service\n"), text)
    let off = await login.set(false)
    XCTAssertEqual(off, .done)
    XCTAssertFalse(login.isOn)
    XCTAssertFalse(entry.exists)
  }

  @MainActor
  func testAnEntryThatSomebodyRemovedIsOff() async throws {
    let entry = entry()
    let login = LoginStart(settings: settings(), entry: entry, isSandboxed: false)
    _ = await login.set(true)
    XCTAssertNil(entry.remove())
    XCTAssertFalse(login.isOn)
    let again = await login.set(false)
    XCTAssertEqual(again, .done)
  }

  @MainActor
  func testAFolderThatCannotBeWrittenIsSaid() async throws {
    let entry = AutostartEntry(path: "/proc/optimist/autostart/entry", program: "/bin/optimist")
    let login = LoginStart(settings: settings(), entry: entry, isSandboxed: false)
    let outcome = await login.set(true)
    guard case .failed(let problem) = outcome else { return XCTFail("\(outcome)") }
    XCTAssertFalse(problem.isEmpty)
    XCTAssertFalse(login.isOn)
  }

  /// What cannot be removed still starts it: the switch stays on and says so.
  @MainActor
  func testAnEntryThatCannotBeRemovedIsStillOn() async throws {
    let entry = entry()
    let login = LoginStart(settings: settings(), entry: entry, isSandboxed: false)
    _ = await login.set(true)
    XCTAssertNil(entry.remove())
    // A folder of its name cannot be removed as a file, whoever tries.
    try FileManager.default.createDirectory(
      atPath: entry.path, withIntermediateDirectories: false)
    let outcome = await login.set(false)
    guard case .failed = outcome else { return XCTFail("\(outcome)") }
    let note = try XCTUnwrap(LoginStartText.note(outcome, wanted: false))
    XCTAssertTrue(note.hasPrefix("It could not be turned off"), note)
  }

  func testSpecialCharactersOfAPathAreQuoted() {
    XCTAssertEqual(AutostartEntry.quoted("/a%b/c$d"), "\"/a%%b/c\\\\$d\"")
  }
}

import Foundation
import XCTest

@testable import App
@testable import Platform
@testable import Service
@testable import Toolkit

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

  /// Settings that outlast a process, as those of an installed program do.
  @MainActor
  private func keptSettings() throws -> @MainActor () -> Settings {
    try XCTSkipUnless(
      ProcessInfo.processInfo.environment["GSETTINGS_BACKEND"] == "memory",
      "only with GSETTINGS_BACKEND=memory")
    let data = try SettingsTests.dataDirectory(SettingsTests.schema)
    let path = data.path
    addTeardownBlock { try? FileManager.default.removeItem(atPath: path) }
    let settings = Settings(schema: "optimist.test", directory: data)
    (settings.wasAskedToStartAtLogin, settings.startsAtLogin) = (false, false)
    return { Settings(schema: "optimist.test", directory: data) }
  }

  @MainActor
  func testTheUserIsAskedOnceWhateverTheAnswer() async throws {
    for answer in ["no", LoginStartText.yes] {
      let settings = try keptSettings()
      let (entry, alerts) = (self.entry(), AlertRecorder())
      alerts.script = [answer]
      let login = LoginStart(settings: settings(), entry: entry, isSandboxed: false)
      XCTAssertTrue(login.isOpenQuestion)
      await login.askOnce { await alerts.present($0) }
      XCTAssertEqual(alerts.titles, ["Start Optimist at Login?"])
      XCTAssertTrue(
        alerts.alerts.allSatisfy(\.waitsForPause), "not answered by what is being typed")
      XCTAssertEqual(entry.exists, answer == LoginStartText.yes)
      XCTAssertEqual(login.isOn, answer == LoginStartText.yes)
      await login.askOnce { await alerts.present($0) }
      // The next start.
      let next = LoginStart(settings: settings(), entry: entry, isSandboxed: false)
      XCTAssertFalse(next.isOpenQuestion)
      await next.askOnce { await alerts.present($0) }
      XCTAssertEqual(alerts.titles.count, 1)
    }
  }

  /// Every change of a reminder is an occasion to ask, also while the question is on screen.
  @MainActor
  func testTheUserIsNotAskedASecondTimeBeforeTheAnswer() async throws {
    let settings = try keptSettings()
    let alerts = AlertRecorder()
    alerts.isHolding = true
    let login = LoginStart(settings: settings(), entry: entry(), isSandboxed: false)
    let asking = (0..<3).map { _ in
      Task { @MainActor in await login.askOnce { await alerts.present($0) } }
    }
    await eventually("the question") { alerts.openCount == 1 }
    let next = LoginStart(settings: settings(), entry: entry(), isSandboxed: false)
    XCTAssertFalse(next.isOpenQuestion, "nor after a crash meanwhile")
    alerts.answer("no")
    for task in asking { await task.value }
    XCTAssertEqual(alerts.titles.count, 1)
  }

  @MainActor
  func testAWindowThatClosesFirstLeavesTheQuestionOpen() async throws {
    let settings = try keptSettings()
    let alerts = AlertRecorder()
    alerts.script = ["no"]
    let login = LoginStart(settings: settings(), entry: entry(), isSandboxed: false)
    await login.askOnce { _ in nil }
    let next = LoginStart(settings: settings(), entry: entry(), isSandboxed: false)
    XCTAssertTrue(next.isOpenQuestion)
    await next.askOnce { await alerts.present($0) }
    XCTAssertEqual(alerts.titles.count, 1)
    XCTAssertFalse(next.isOpenQuestion)
  }

  /// Whoever has used the switch in the preferences has answered.
  @MainActor
  func testWhoHasDecidedIsNotAsked() async throws {
    let settings = try keptSettings()
    let login = LoginStart(settings: settings(), entry: entry(), isSandboxed: false)
    _ = await login.set(false)
    XCTAssertFalse(login.isOpenQuestion)
  }

  func testSpecialCharactersOfAPathAreQuoted() {
    XCTAssertEqual(AutostartEntry.quoted("/a%b/c$d"), "\"/a%%b/c\\\\$d\"")
  }
}

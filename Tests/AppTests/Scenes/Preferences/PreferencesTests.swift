import CAdwaita
import CGtk
import Foundation
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class PreferencesTests: XCTestCase {
  @MainActor
  private static func choices() -> Settings {
    Settings(
      schema: "optimist.nothing", directory: DataDirectory(override: "/nowhere", executable: ""))
  }

  @MainActor
  private static func presenter(
    _ choices: Settings, _ login: LoginStart? = nil,
    clock: ManualDayClock = ManualDayClock(SceneBench.monday),
    applying: @escaping @MainActor (ColorScheme) -> Void
  ) -> PreferencesPresenter {
    PreferencesPresenter(
      settings: choices, loginStart: login ?? LoginStart(settings: choices), clock: clock,
      applyColorScheme: applying)
  }

  /// The question at a reminder may be answered while the preferences are open, and the time format changed.
  @MainActor
  func testWhatChangesElsewhereIsShown() async throws {
    let (choices, clock) = (Self.choices(), ManualDayClock(SceneBench.monday))
    let folder = NSTemporaryDirectory() + UUID().uuidString
    addTeardownBlock { try? FileManager.default.removeItem(atPath: folder) }
    let entry = AutostartEntry(path: folder + "/entry", program: "/bin/optimist")
    let login = LoginStart(settings: choices, entry: entry, isSandboxed: false)
    let presenter = Self.presenter(choices, login, clock: clock) { _ in }
    let view = RecordingView<PreferencesState>()
    view.watch(presenter.screen)
    presenter.didLoad()
    XCTAssertFalse(view.state.startsAtLogin)
    _ = await login.set(true)
    XCTAssertTrue(view.state.startsAtLogin)
    let before = DateText.hasTwelveHours
    DateText.hasTwelveHours = !before
    defer { DateText.hasTwelveHours = before }
    clock.pass()
    XCTAssertEqual(view.state.hasTwelveHours, !before)
  }

  @MainActor
  func testChoicesCountAtOnce() async {
    let choices = Self.choices()
    var applied: [ColorScheme] = []
    let presenter = Self.presenter(choices) { applied.append($0) }
    let view = RecordingView<PreferencesState>()
    view.watch(presenter.screen)
    presenter.didLoad()
    XCTAssertEqual(view.state, PreferencesState())
    presenter.didChoose(.dark)
    presenter.didSetSavesUnsentChanges(true)
    XCTAssertEqual(view.state, PreferencesState(savesUnsentChanges: true, colorScheme: .dark))
    XCTAssertEqual(applied, [.dark])
    XCTAssertEqual(choices.colorScheme, .dark)
    XCTAssertTrue(choices.savesUnsentChanges)
  }

  func testWidgetsTellThePresenter() throws {
    try withDisplay {
      let choices = Self.choices()
      let presenter = Self.presenter(choices) { _ in }
      let view = PreferencesView(presenter: presenter, parent: nil)
      defer { view.dialog.close() }
      paint(view.dialog.window)
      let switches = WidgetTree.all("GtkSwitch", in: view.dialog.window)
      let rows = WidgetTree.all("AdwComboRow", in: view.dialog.window)
      gtk_switch_set_active(opaque(switches[0]), 0)
      gtk_switch_set_active(opaque(switches[1]), 0)
      gtk_switch_set_active(opaque(switches[3]), 1)
      for (row, index) in zip(rows, [2, 7, 1]) {
        adw_combo_row_set_selected(cast(row), guint(index))
      }
      XCTAssertFalse(choices.understandsTyping)
      XCTAssertTrue(choices.savesUnsentChanges)
      XCTAssertFalse(choices.dueTimesRing)
      XCTAssertEqual(choices.reminderTime, 7 * 60)
      XCTAssertEqual(choices.snooze, .hour)
      XCTAssertEqual(choices.colorScheme, .dark)
      XCTAssertEqual(WidgetTree.namelessButtons(in: view.dialog.window), [])
    }
  }

  /// A switch that was refused twice is off twice, and says why.
  @MainActor
  func testARefusedSwitchIsOffEachTime() async {
    let presenter = Self.presenterWithoutAFolder()
    let view = RecordingView<PreferencesState>()
    view.watch(presenter.screen)
    presenter.didLoad()
    for _ in 0..<2 {
      presenter.didSetStartsAtLogin(true)
      XCTAssertTrue(view.state.startsAtLogin)
      XCTAssertNil(view.state.loginNote)
      await eventually("the switch is off") { !view.state.startsAtLogin }
      XCTAssertTrue(view.state.loginNote?.contains("could not be set up") == true)
    }
  }

  @MainActor
  func testWhoeverChangesTheirMindHearsOfTheLastChoiceAlone() async {
    let presenter = Self.presenterWithoutAFolder()
    let view = RecordingView<PreferencesState>()
    view.watch(presenter.screen)
    presenter.didLoad()
    presenter.didSetStartsAtLogin(true)
    presenter.didSetStartsAtLogin(false)
    presenter.didSetStartsAtLogin(true)
    presenter.didSetStartsAtLogin(false)
    presenter.didSetStartsAtLogin(true)
    await eventually("it is answered") { view.state.loginNote != nil }
    let shown = view.states.map(\.startsAtLogin)
    XCTAssertEqual(shown, [false, true, false, true, false, true, false])
  }

  /// Nothing can be written where its entry for the login belongs.
  @MainActor
  private static func presenterWithoutAFolder() -> PreferencesPresenter {
    let choices = choices()
    let entry = AutostartEntry(path: "/proc/optimist/autostart/entry", program: "/bin/optimist")
    let login = LoginStart(settings: choices, entry: entry, isSandboxed: false)
    return presenter(choices, login) { _ in }
  }
}

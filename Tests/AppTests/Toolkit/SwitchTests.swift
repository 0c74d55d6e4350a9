import CAdwaita
import CGtk
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class SwitchTests: XCTestCase {
  @MainActor
  private final class Log {
    var states: [Bool] = []
  }

  func testShowingARowIsNoTurn() throws {
    try withDisplay {
      let log = Log()
      let row = SwitchRow(title: "Title") { log.states.append($0) }
      let group: Widget = adw_preferences_group_new()
      adw_preferences_group_add(cast(group), row.widget)
      inWindow(group) { window in
        paint(window)
        row.show(true)
        XCTAssertEqual(log.states, [])
        XCTAssertEqual(gtk_switch_get_active(opaque(row.control)), 1)
        emit("activate", on: row.control)
        XCTAssertEqual(log.states, [false])
      }
    }
  }

  func testATurnIsToldAtOnceAndOnce() throws {
    try withDisplay {
      defer { TestDisplay.setAnimated(false) }
      for isAnimated in [true, false] {
        let control = makeSwitch()
        let log = Log()
        connect(control, "notify::active") { _ in
          log.states.append(gtk_switch_get_active(opaque(control)) != 0)
        }
        inWindow(control) { window in
          paint(window)
          TestDisplay.setAnimated(isAnimated)
          emit("activate", on: control)
          XCTAssertEqual(log.states, [true], "animated: \(isAnimated)")
          emit("activate", on: control)
          XCTAssertEqual(log.states, [true, false])
          for _ in 0..<3 { paint(window) }
          XCTAssertEqual(log.states, [true, false])
        }
      }
    }
  }
}

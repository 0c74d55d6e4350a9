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

  @MainActor
  private static func setAnimated(_ isAnimated: Bool) {
    var value = GValue()
    g_value_init(&value, g_type_from_name("gboolean"))
    g_value_set_boolean(&value, isAnimated.gboolean)
    g_object_set_property(cast(gtk_settings_get_default()), "gtk-enable-animations", &value)
    g_value_unset(&value)
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
      defer { Self.setAnimated(false) }
      for isAnimated in [true, false] {
        let control = makeSwitch()
        let log = Log()
        connect(control, "notify::active") { _ in
          log.states.append(gtk_switch_get_active(opaque(control)) != 0)
        }
        inWindow(control) { window in
          paint(window)
          Self.setAnimated(isAnimated)
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

import CGtk
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class BannerTests: XCTestCase {
  func testTextComesAndGoes() throws {
    try withDisplay {
      let banner = Banner()
      let reference = ObjectReference(banner.widget)
      XCTAssertFalse(Self.isRevealed(reference))
      banner.setText("3 changes are waiting <&>")
      XCTAssertTrue(Self.isRevealed(reference))
      banner.setText(nil)
      XCTAssertFalse(Self.isRevealed(reference))
    }
  }

  func testButtonCallsTheLatestClosure() throws {
    try withDisplay {
      let banner = Banner()
      let reference = ObjectReference(banner.widget)
      var log: [Int] = []
      banner.setText("Offline", button: "_Retry") { log.append(1) }
      banner.setText("Offline", button: "_Retry") { log.append(2) }
      XCTAssertEqual(Self.clickButtons(in: cast(reference.pointer)), 1)
      banner.setText("Offline")
      XCTAssertEqual(Self.clickButtons(in: cast(reference.pointer)), 0, "no button is shown")
      XCTAssertEqual(log, [2])
    }
  }

  @MainActor
  private static func isRevealed(_ banner: ObjectReference) -> Bool {
    let isRevealer =
      g_type_check_instance_is_a(cast(banner.pointer), gtk_revealer_get_type()) != 0
    var value = GValue()
    g_object_get_property(
      cast(banner.pointer), isRevealer ? "reveal-child" : "revealed", &value)
    defer { g_value_unset(&value) }
    return g_value_get_boolean(&value) != 0
  }

  /// Emits `clicked` on each visible button and returns their number.
  @MainActor
  private static func clickButtons(in widget: Widget) -> Int {
    if g_type_check_instance_is_a(cast(widget), gtk_button_get_type()) != 0 {
      guard gtk_widget_get_visible(widget) != 0 else { return 0 }
      var emitter = GValue()
      g_value_init(&emitter, gtk_button_get_type())
      g_value_set_object(&emitter, widget)
      g_signal_emitv(&emitter, g_signal_lookup("clicked", gtk_button_get_type()), 0, nil)
      g_value_unset(&emitter)
      return 1
    }
    var count = 0
    var child = gtk_widget_get_first_child(widget)
    while let current = child {
      count += clickButtons(in: current)
      child = gtk_widget_get_next_sibling(current)
    }
    return count
  }
}

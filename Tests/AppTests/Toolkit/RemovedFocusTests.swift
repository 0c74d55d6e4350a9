import CGtk
import XCTest

@testable import App
@testable import Platform
@testable import Toolkit

final class RemovedFocusTests: XCTestCase {
  func testTheFocusMovesBeforeTheNextKey() throws {
    try withDisplay {
      let box: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
      let buttons: [Widget] = (0..<2).map { _ in gtk_button_new() }
      for button in buttons { gtk_box_append(cast(box), button) }
      let window: Widget = gtk_window_new()
      RemovedFocus.follow(in: window)
      gtk_window_set_child(cast(window), box)
      gtk_window_present(cast(window))
      defer { gtk_window_destroy(cast(window)) }
      XCTAssertTrue(pump(until: { gtk_widget_get_width(box) > 0 }))
      gtk_widget_grab_focus(buttons[0])

      gtk_box_remove(cast(box), buttons[0])
      var isNext = false
      MainLoop.beforeEvents { isNext = true }
      while !isNext { g_main_context_iteration(nil, 1) }
      XCTAssertEqual(gtk_window_get_focus(cast(window)), buttons[1])
    }
  }
}

import CGtk
import XCTest

@testable import App
@testable import Platform
@testable import Toolkit

final class RemovedFocusTests: XCTestCase {
  func testTheFocusMovesBeforeTheNextKey() throws {
    try withTwoButtons { window, box, buttons in
      gtk_box_remove(cast(box), buttons[0])
      Self.runUntilTheNextEvent()
      XCTAssertEqual(gtk_window_get_focus(cast(window)), buttons[1])
    }
  }

  func testTheFocusLeavesAClosedPopoverBeforeTheNextKey() throws {
    try withTwoButtons { window, _, buttons in
      let popover: Widget = gtk_popover_new()
      let inside: Widget = gtk_button_new()
      gtk_popover_set_child(cast(popover), inside)
      gtk_widget_set_parent(popover, buttons[1])
      defer { gtk_widget_unparent(popover) }
      gtk_popover_popup(cast(popover))
      XCTAssertTrue(pump(until: { gtk_widget_get_mapped(inside) != 0 }))
      gtk_widget_grab_focus(inside)
      XCTAssertEqual(gtk_window_get_focus(cast(window)), inside)
      gtk_popover_popdown(cast(popover))
      Self.runUntilTheNextEvent()
      XCTAssertEqual(gtk_window_get_focus(cast(window)), buttons[1])
    }
  }

  /// As libadwaita does when the layout of a window changes.
  func testTheFocusStaysInWhatIsHiddenForAFrame() throws {
    try withTwoButtons { window, box, buttons in
      FocusRestorer.install(on: box, property: "orientation")
      var others = 0
      connect(window, "notify::focus-widget") { _ in
        others += gtk_window_get_focus(cast(window)) == buttons[0] ? 0 : 1
      }
      gtk_widget_set_child_visible(box, 0)
      Self.runUntilTheNextEvent()
      gtk_widget_set_child_visible(box, 1)
      gtk_widget_queue_resize(box)
      XCTAssertTrue(pump(until: { gtk_widget_get_mapped(box) != 0 }))
      XCTAssertEqual(gtk_window_get_focus(cast(window)), buttons[0])
      XCTAssertEqual(others, 0, "it was nowhere else meanwhile")
    }
  }

  /// A key waits already when the main actor removes the widget: both are due in one iteration of the loop.
  func testTheFocusMovesBeforeAKeyThatIsWaiting() throws {
    try withTwoButtons { window, box, buttons in
      var isRemoved = false
      var focusAtTheKey: Widget?
      Task {
        gtk_box_remove(cast(box), buttons[0])
        isRemoved = true
      }
      let key = Key {
        XCTAssertTrue(isRemoved)
        focusAtTheKey = gtk_window_get_focus(cast(window))
      }
      // With the priority of GDK's events (`GDK_PRIORITY_EVENTS`).
      g_idle_add_full(
        G_PRIORITY_DEFAULT,
        { data in
          nonisolated(unsafe) let data = data
          MainActor.assumeIsolated {
            if let data { Unmanaged<Key>.fromOpaque(data).takeRetainedValue().press() }
          }
          return 0
        }, Unmanaged.passRetained(key).toOpaque(), nil)
      XCTAssertTrue(pump(until: { focusAtTheKey != nil }))
      XCTAssertEqual(focusAtTheKey, buttons[1])
    }
  }

  @MainActor
  private final class Key {
    let press: @MainActor () -> Void

    init(press: @escaping @MainActor () -> Void) {
      self.press = press
    }
  }

  @MainActor
  private static func runUntilTheNextEvent() {
    var isNext = false
    MainLoop.beforeEvents { isNext = true }
    while !isNext { g_main_context_iteration(nil, 1) }
  }

  /// Shows a window with two buttons, of which the first has the focus.
  private func withTwoButtons(
    _ test: @MainActor (_ window: Widget, _ box: Widget, _ buttons: [Widget]) throws -> Void
  ) throws {
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
      try test(window, box, buttons)
    }
  }
}

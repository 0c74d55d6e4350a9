import CAdwaita
import CGtk
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

/// Whether GTK has a display, found out once: a second try would end the test runner.
@MainActor
enum TestDisplay {
  static let isAvailable: Bool = {
    guard gtk_init_check() != 0 else { return false }
    adw_init()
    // What moves on screen has an end that no test waits for.
    setAnimated(false)
    return true
  }()

  /// Whether what changes is on its way for a moment.
  static func setAnimated(_ isAnimated: Bool) {
    var value = GValue()
    g_value_init(&value, g_type_from_name("gboolean"))
    g_value_set_boolean(&value, isAnimated.gboolean)
    g_object_set_property(cast(gtk_settings_get_default()), "gtk-enable-animations", &value)
    g_value_unset(&value)
  }

  /// Skips the test where there is no display.
  static func require() throws {
    MainLoop.install()
    try XCTSkipUnless(isAvailable, "no display")
  }
}

/// Runs the GLib main loop until the condition holds.
///
/// Only for tests that are not async: a nested loop inside a main-actor task runs no other task.
/// - Parameter limit: seconds after which it gives up, and the test fails.
/// - Returns: whether the condition holds.
@MainActor @discardableResult
func pump(
  until condition: @MainActor () -> Bool, limit: Double = 30, file: StaticString = #filePath,
  line: UInt = #line
) -> Bool {
  MainLoop.install()
  let end = g_get_monotonic_time() + gint64(limit * 1_000_000)
  // Wakes the blocking iteration, so that the condition is looked at now and then.
  let tick = g_timeout_add(5, { _ in 1 }, nil)
  defer { g_source_remove(tick) }
  while !condition() {
    guard g_get_monotonic_time() < end else {
      XCTFail("the condition did not come about", file: file, line: line)
      return false
    }
    g_main_context_iteration(nil, 1)
  }
  return true
}

/// Runs the GLib main loop until the window around a widget has painted some frames: layout, and the rows that a
/// list binds for it, are done by then.
@MainActor
func paint(
  _ widget: Widget, frames: Int = 3, file: StaticString = #filePath, line: UInt = #line
) {
  let isShown = pump(until: { gtk_widget_get_mapped(widget) != 0 })
  XCTAssertTrue(isShown, "the widget is not on screen", file: file, line: line)
  var ticks = 0
  let isPainted = withUnsafeMutablePointer(to: &ticks) { ticks in
    let callback = gtk_widget_add_tick_callback(
      widget,
      { _, _, ticks in
        ticks?.assumingMemoryBound(to: Int.self).pointee += 1
        return 1  // G_SOURCE_CONTINUE
      }, ticks, nil)
    defer { gtk_widget_remove_tick_callback(widget, callback) }
    // A frame begins with its tick and ends with being painted.
    return pump(until: { ticks.pointee > frames })
  }
  XCTAssertTrue(isPainted, "no frame was painted", file: file, line: line)
}

/// Runs the GLib main loop until nothing in it is ready any more.
@MainActor
func pumpUntilIdle() {
  var isIdle = false
  withUnsafeMutablePointer(to: &isIdle) { isIdle in
    _ = g_idle_add_full(
      G_PRIORITY_LOW * 2,
      { isIdle in
        isIdle?.assumingMemoryBound(to: Bool.self).pointee = true
        return 0  // G_SOURCE_REMOVE
      }, isIdle, nil)
    while !isIdle.pointee { g_main_context_iteration(nil, 1) }
  }
}

/// Runs a test's body on the main actor, where XCTest already is.
///
/// A test method cannot be `@MainActor` itself: XCTest on Linux fails to call those that are not async,
/// and in an async one the loop cannot be run.
func onMainActor(_ body: @MainActor () throws -> Void) rethrows {
  try MainActor.assumeIsolated(body)
}

/// Runs a test's body on the main actor, or skips the test where there is no display.
func withDisplay(_ body: @MainActor () throws -> Void) throws {
  try onMainActor {
    try TestDisplay.require()
    try body()
  }
}

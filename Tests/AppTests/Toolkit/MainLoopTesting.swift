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
    return true
  }()

  /// Skips the test where there is no display.
  static func require() throws {
    MainLoop.install()
    try XCTSkipUnless(isAvailable, "no display")
  }
}

/// Runs the GLib main loop until the condition holds.
///
/// Only for tests that are not async: a nested loop inside a main-actor task runs no other task.
/// - Parameter limit: seconds after which it gives up.
/// - Returns: whether the condition holds.
@MainActor @discardableResult
func pump(until condition: @MainActor () -> Bool, limit: Double = 5) -> Bool {
  MainLoop.install()
  let end = g_get_monotonic_time() + gint64(limit * 1_000_000)
  // Wakes the blocking iteration, so that the condition is looked at now and then.
  let tick = g_timeout_add(5, { _ in 1 }, nil)
  defer { g_source_remove(tick) }
  while !condition() {
    guard g_get_monotonic_time() < end else { return false }
    g_main_context_iteration(nil, 1)
  }
  return true
}

/// Runs the GLib main loop for a time.
/// - Parameter seconds: at least 0.
@MainActor
func pump(for seconds: Double) {
  pump(until: { false }, limit: seconds)
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

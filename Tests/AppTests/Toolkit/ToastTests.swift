import CAdwaita
import CGtk
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class ToastTests: XCTestCase {
  private final class Log {
    var entries: [String] = []
  }

  /// A toast in a window; the step gets both.
  @MainActor
  private static func outcome(
    _ step: @MainActor (_ window: Widget, _ overlay: Widget, _ toast: ObjectReference) -> Void
  ) -> [String] {
    let window: Widget = gtk_window_new()
    let overlay: Widget = adw_toast_overlay_new()
    gtk_window_set_child(cast(window), overlay)
    gtk_window_present(cast(window))
    let log = Log()
    let toast = Toast("Deleted <b> & more", button: "_Undo", timeout: 0).show(
      in: overlay, onButton: { log.entries.append("button") },
      onDismissed: { log.entries.append("dismissed") })
    let weakWindow = WeakReference(window)
    step(window, overlay, toast)
    pump(until: { !log.entries.isEmpty })
    pumpUntilIdle()
    if let window = weakWindow.pointer { gtk_window_destroy(cast(window)) }
    return log.entries
  }

  func testDismissalIsReportedOnce() throws {
    try withDisplay {
      XCTAssertEqual(
        Self.outcome { _, _, toast in adw_toast_dismiss(toast.pointer) }, ["dismissed"])
    }
  }

  func testClosedWindowDismisses() throws {
    try withDisplay {
      XCTAssertEqual(
        Self.outcome { window, _, _ in gtk_window_destroy(cast(window)) }, ["dismissed"])
    }
  }

  func testButtonIsReportedAlone() throws {
    try withDisplay {
      let outcome = Self.outcome { _, overlay, _ in
        var button: Widget?
        pump(until: {
          button = Self.firstButton(in: overlay)
          return button != nil
        })
        gtk_widget_activate(button)
      }
      XCTAssertEqual(outcome, ["button"])
    }
  }

  @MainActor
  private static func firstButton(in widget: Widget) -> Widget? {
    if g_type_check_instance_is_a(cast(widget), gtk_button_get_type()) != 0 { return widget }
    var child = gtk_widget_get_first_child(widget)
    while let current = child {
      if let button = firstButton(in: current) { return button }
      child = gtk_widget_get_next_sibling(current)
    }
    return nil
  }

  func testTitleIsPlainText() throws {
    try withDisplay {
      let overlay = ObjectReference(opaque(adw_toast_overlay_new()))
      let toast = Toast("a <b> & c").show(in: overlay.pointer)
      XCTAssertEqual(
        String(cString: adw_toast_get_title(toast.pointer)), "a &lt;b&gt; &amp; c")
    }
  }

  func testMarkupIsEscaped() {
    XCTAssertEqual("a < b & \"c\"".escapedMarkup, "a &lt; b &amp; &quot;c&quot;")
    XCTAssertEqual("할 일".escapedMarkup, "할 일")
  }
}

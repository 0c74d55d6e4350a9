import CAdwaita
import CGtk
import XCTest

@testable import Platform
@testable import Toolkit

final class LatestToastTests: XCTestCase {
  /// Each takes the place of the one before, however fast they come; libadwaita would crash at some.
  func testTheLastOfManyStays() throws {
    try withDisplay {
      let window: Widget = gtk_window_new()
      let overlay: Widget = adw_toast_overlay_new()
      gtk_window_set_child(cast(window), overlay)
      gtk_window_present(cast(window))
      let toasts = LatestToast(in: overlay)
      var pressed: [String] = []
      @MainActor func show(_ titles: String...) {
        for title in titles {
          toasts.show(Toast(title, button: "_Undo", timeout: 0)) { pressed.append(title) }
        }
        pump(until: { Self.titles(in: overlay) == [titles.last] })
      }
      show("first")
      show("second", "third")
      show("fourth")
      show("fifth")
      XCTAssertEqual(Self.titles(in: overlay), ["fifth"])
      XCTAssertEqual(pressed, [])
      gtk_window_destroy(cast(window))
    }
  }

  func testEachThatGoesOrNeverCameIsToldOnce() throws {
    try withDisplay {
      let window: Widget = gtk_window_new()
      let overlay: Widget = adw_toast_overlay_new()
      gtk_window_set_child(cast(window), overlay)
      gtk_window_present(cast(window))
      let toasts = LatestToast(in: overlay)
      var gone: [String] = []
      for title in ["first", "second", "third"] {
        toasts.show(Toast(title, timeout: 0), onDismissed: { gone.append(title) })
      }
      XCTAssertEqual(gone, ["second"], "it never came")
      pump(until: { Self.titles(in: overlay) == ["third"] })
      XCTAssertEqual(gone, ["second", "first"])
      gtk_window_destroy(cast(window))
      XCTAssertTrue(pump(until: { gone == ["second", "first", "third"] }), "\(gone)")
    }
  }

  /// The titles of all toasts that are on screen.
  @MainActor
  private static func titles(in widget: Widget) -> [String] {
    if g_type_check_instance_is_a(cast(widget), gtk_label_get_type()) != 0,
      gtk_widget_has_css_class(widget, "heading") != 0
    {
      return [String(cString: gtk_label_get_text(opaque(widget)))]
    }
    var titles: [String] = []
    var child = gtk_widget_get_first_child(widget)
    while let current = child {
      titles += Self.titles(in: current)
      child = gtk_widget_get_next_sibling(current)
    }
    return titles
  }
}

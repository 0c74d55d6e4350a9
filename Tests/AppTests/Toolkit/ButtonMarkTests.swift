import CGtk
import XCTest

@testable import App
@testable import Platform
@testable import Toolkit

/// A mark is drawn as GTK would draw it, in the colour and the state of its button.
final class ButtonMarkTests: XCTestCase {
  private typealias Color = WidgetPixels.Color

  func testARingStandsInAnEmptyCheckBoxOnly() throws {
    try withDisplay {
      let blue = Color(red: 0, green: 0, blue: 255, alpha: 255)
      let check = MarkedButton.makeCheck(empty: .ring(diameter: 28, width: 2))
      try Self.inWindow(
        check,
        style: "checkbutton { all: unset; color: rgb(0,0,255); min-width: 40px; min-height: 40px }"
      ) {
        window in
        XCTAssertEqual(
          Self.middleRow(of: check), Self.ring(blue))
        for (change, hasRing) in [
          ({ gtk_check_button_set_active(cast(check), 1) }, false),
          ({ gtk_check_button_set_active(cast(check), 0) }, true),
          ({ gtk_check_button_set_inconsistent(cast(check), 1) }, false),
          ({ gtk_check_button_set_inconsistent(cast(check), 0) }, true),
        ] {
          change()
          paint(window)
          // The theme draws there otherwise.
          XCTAssertEqual(Self.middleRow(of: check)[7] == blue, hasRing)
        }
      }
    }
  }

  /// The same mark in another colour is another picture.
  func testAMarkFollowsTheColourOfItsButton() throws {
    try withDisplay {
      let buttons = (0..<2).map { _ in
        MarkedButton.makeToggle(
          off: .ring(diameter: 28, width: 2), on: .ring(diameter: 12, width: 2))
      }
      let box: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
      for button in buttons { gtk_box_append(cast(box), button) }
      gtk_widget_add_css_class(buttons[1], "other")
      let style =
        "button { all: unset; min-width: 40px; min-height: 40px; color: rgb(255,0,0) } .other { color: rgb(0,255,0) }"
      try Self.inWindow(box, style: style) { window in
        let (red, green) = (
          Color(red: 255, green: 0, blue: 0, alpha: 255),
          Color(red: 0, green: 255, blue: 0, alpha: 255)
        )
        XCTAssertEqual(Self.middleRow(of: buttons[0]), Self.ring(red))
        XCTAssertEqual(Self.middleRow(of: buttons[1]), Self.ring(green))
        gtk_toggle_button_set_active(cast(buttons[1]), 1)
        gtk_widget_remove_css_class(buttons[1], "other")
        paint(window)
        XCTAssertEqual(Self.middleRow(of: buttons[1]), Self.ring(red, diameter: 12))
      }
    }
  }

  /// Where a line across the middle of a button 40 pixels wide meets a ring, by the place of the pixel.
  private static func ring(_ color: Color, diameter: Int = 28) -> [Int: Color] {
    let edge = (40 - diameter) / 2
    return Dictionary(
      [edge, edge + 1, 39 - edge, 38 - edge].map { ($0, color) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The pixels across the middle of a button that are opaque, but for what rounding takes and what shines through an edge.
  @MainActor private static func middleRow(of button: Widget) -> [Int: Color] {
    let pixels = WidgetPixels(of: button)
    var found: [Int: Color] = [:]
    for x in 0..<pixels.width {
      let color = pixels.color(x, pixels.height / 2)
      guard color.alpha > 240 else { continue }
      let parts = [color.red, color.green, color.blue].map { $0 > 240 ? 255 : $0 < 16 ? 0 : $0 }
      found[x] = Color(red: parts[0], green: parts[1], blue: parts[2], alpha: 255)
    }
    return found
  }

  @MainActor private static func inWindow(
    _ child: Widget, style: String, _ body: (Widget) throws -> Void
  ) throws {
    let window: Widget = gtk_window_new()
    let provider = ObjectReference(adopting: gtk_css_provider_new())
    gtk_css_provider_load_from_data(cast(provider.pointer), style, -1)
    let display = gdk_display_get_default()
    gtk_style_context_add_provider_for_display(display, provider.pointer, 900)
    defer { gtk_style_context_remove_provider_for_display(display, provider.pointer) }
    gtk_widget_set_halign(child, GTK_ALIGN_CENTER)
    gtk_widget_set_valign(child, GTK_ALIGN_CENTER)
    gtk_window_set_child(cast(window), child)
    gtk_window_present(cast(window))
    defer { gtk_window_destroy(cast(window)) }
    XCTAssertTrue(pump(until: { gtk_widget_get_width(child) > 0 }))
    paint(window)
    try body(window)
  }
}

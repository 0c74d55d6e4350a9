import CGtk
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

/// A title is as high as a label with the same text, which lays its text out to know that.
final class RowTitleTests: XCTestCase {
  func testATitleIsAsHighAsALabel() throws {
    try withDisplay {
      let title = RowTitle()
      try Self.inWindow(title) { _, column in
        for text in [
          "Buy milk", "a", "Übung für Škoda", "牛乳を買う", "우유 사기", "🛒", "e\u{301}", "שלום",
        ] {
          title.setText(text)
          let label = gtk_label_new(text)
          gtk_box_append(cast(gtk_widget_get_parent(column)), label)
          let expected = Self.height(of: try XCTUnwrap(label))
          XCTAssertEqual(Self.height(of: column), expected, text)
          gtk_box_remove(cast(gtk_widget_get_parent(column)), label)
        }
      }
    }
  }

  func testWhatDoesNotFitIsCut() throws {
    try withDisplay {
      let title = RowTitle()
      try Self.inWindow(title) { window, column in
        title.setText("Buy milk")
        XCTAssertTrue(pump(until: { gtk_widget_get_width(title.widget) > 100 }))
        XCTAssertFalse(title.isCut)
        title.setText(String(repeating: "Buy milk and bread. ", count: 20))
        XCTAssertTrue(title.isCut)
        XCTAssertEqual(
          gtk_widget_get_height(title.widget), Self.height(of: column),
          "and stays on one line")
      }
    }
  }

  func testABookIsNoTitle() throws {
    try withDisplay {
      let title = RowTitle()
      try Self.inWindow(title) { _, column in
        title.setText("우유")
        let height = Self.height(of: column)
        title.setText(String(repeating: "우유", count: 500_000))
        let text = try XCTUnwrap(gtk_inscription_get_text(opaque(title.widget)))
        XCTAssertEqual(String(cString: text).unicodeScalars.count, 1000)
        XCTAssertEqual(Self.height(of: column), height)
        XCTAssertTrue(title.isCut)
        // A letter with a book of accents.
        title.setText("e" + String(repeating: "\u{301}", count: 500_000))
        XCTAssertLessThan(Self.height(of: column), 20 * height)
      }
    }
  }

  /// As a label does, whatever the direction of the text.
  func testTitlesBeginWhereTheInterfaceBegins() throws {
    try withDisplay {
      for direction in [GTK_TEXT_DIR_LTR, GTK_TEXT_DIR_RTL] {
        let title = RowTitle()
        gtk_widget_set_direction(title.widget, direction)
        try Self.inWindow(title) { window, column in
          for text in ["Buy milk", "שלום", "12", "12 שלום", "שלום milk", "우유"] {
            title.setText(text)
            let label: Widget = gtk_label_new(text)
            gtk_widget_set_direction(label, direction)
            gtk_label_set_xalign(opaque(label), 0)
            gtk_box_append(cast(gtk_widget_get_parent(column)), label)
            defer { gtk_box_remove(cast(gtk_widget_get_parent(column)), label) }
            paint(window)
            let expected = try XCTUnwrap(Self.ink(of: label), text)
            let found = try XCTUnwrap(Self.ink(of: title.widget), text)
            // A glyph may begin within a pixel.
            for (one, other) in [
              (found.lowerBound, expected.lowerBound), (found.upperBound, expected.upperBound),
            ] {
              XCTAssertLessThanOrEqual(abs(one - other), 1, "\(text), direction \(direction)")
            }
            XCTAssertEqual(expected.contains(150), false, "\(text): at one side")
          }
        }
      }
    }
  }

  func testWhatStandsBelowIsAdded() throws {
    try withDisplay {
      let title = RowTitle()
      title.setText("Buy milk")
      try Self.inWindow(title) { _, column in
        let alone = Self.height(of: column)
        let label: Widget = gtk_label_new("Tomorrow")
        gtk_box_append(cast(column), label)
        XCTAssertEqual(Self.height(of: column), alone + Self.height(of: label))
        XCTAssertTrue(pump(until: { gtk_widget_get_height(label) == Self.height(of: label) }))
        gtk_widget_set_visible(label, 0)
        XCTAssertEqual(Self.height(of: column), alone)
      }
    }
  }

  /// The columns of a widget that have ink.
  @MainActor private static func ink(of widget: Widget) -> ClosedRange<Int>? {
    let pixels = WidgetPixels(of: widget)
    let columns = (0..<pixels.width).filter { column in
      (0..<pixels.height).contains { pixels.color(column, $0).alpha > 0 }
    }
    guard let first = columns.first, let last = columns.last else { return nil }
    return first...last
  }

  @MainActor private static func height(of widget: Widget) -> Int32 {
    var height: Int32 = 0
    gtk_widget_measure(widget, GTK_ORIENTATION_VERTICAL, 280, nil, &height, nil, nil)
    return height
  }

  /// - Parameter body: gets the window and the column.
  @MainActor private static func inWindow(
    _ title: RowTitle, _ body: (Widget, Widget) throws -> Void
  ) throws {
    let window: Widget = gtk_window_new()
    gtk_window_set_default_size(cast(window), 300, 200)
    let page: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    let column: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    gtk_box_append(cast(column), title.widget)
    gtk_box_append(cast(page), column)
    gtk_window_set_child(cast(window), page)
    gtk_window_present(cast(window))
    defer { gtk_window_destroy(cast(window)) }
    XCTAssertTrue(pump(until: { gtk_widget_get_width(column) > 0 }))
    try body(window, column)
  }
}

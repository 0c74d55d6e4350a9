import Basics
import CGtk
import TestSupport
import XCTest

@testable import App
@testable import Platform
@testable import Toolkit

final class FirebaseHelpRowTests: XCTestCase {
  @MainActor
  private static func button(_ name: String, in row: FirebaseHelpRow) -> Widget? {
    WidgetTree.all(row.widget).first { widget in
      gtk_widget_get_tooltip_text(widget).map { String(cString: $0) } == name
    }
  }

  func testRulesAndCommandsAreCopied() throws {
    for (name, isRules) in [("Copy the Rules", true), ("Copy the Commands", false)] {
      try withDisplay {
        let folder = try TemporaryFolder()
        let path = folder.file("text")
        try Data("the text".utf8).write(to: URL(fileURLWithPath: path))
        // The other file is not there: each button copies its own.
        let row = FirebaseHelpRow(
          rulesPath: isRules ? path : "/nowhere", indexesPath: isRules ? "/nowhere" : path
        ) { XCTFail($0) }
        let window: Widget = gtk_window_new()
        gtk_window_set_child(cast(window), row.widget)
        defer { gtk_window_destroy(cast(window)) }
        let clipboard = try XCTUnwrap(gtk_widget_get_clipboard(row.widget))
        // Another program on this screen may take the clipboard over at once.
        var isCopied = false
        connect(clipboard, "changed") { _ in
          if gdk_clipboard_is_local(clipboard) != 0 { isCopied = true }
        }
        emit("clicked", on: try XCTUnwrap(Self.button(name, in: row)))
        XCTAssertTrue(pump(until: { isCopied }), name)
      }
    }
  }

  func testFilesThatAreNotThereAreSaid() throws {
    try withDisplay {
      var problem: String?
      let row = FirebaseHelpRow(rulesPath: "/nowhere/rules", indexesPath: "/nowhere/indexes") {
        problem = $0
      }
      let window: Widget = gtk_window_new()
      gtk_window_set_child(cast(window), row.widget)
      defer { gtk_window_destroy(cast(window)) }
      for (name, path) in [
        ("Copy the Rules", "/nowhere/rules"), ("Copy the Commands", "/nowhere/indexes"),
      ] {
        problem = nil
        emit("clicked", on: try XCTUnwrap(Self.button(name, in: row)))
        XCTAssertTrue(pump(until: { problem != nil }))
        XCTAssertEqual(problem, "The file “\(path)” cannot be read.")
      }
    }
  }
}

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

  func testTheRulesAreCopied() throws {
    try withDisplay {
      let folder = try TemporaryFolder()
      let path = folder.file("firestore.rules")
      try Data("rules_version = '2';".utf8).write(to: URL(fileURLWithPath: path))
      let row = FirebaseHelpRow(rulesPath: path) { XCTFail($0) }
      let window: Widget = gtk_window_new()
      gtk_window_set_child(cast(window), row.widget)
      defer { gtk_window_destroy(cast(window)) }
      let clipboard = try XCTUnwrap(gtk_widget_get_clipboard(row.widget))
      // Another program on this screen may take the clipboard over at once.
      var isCopied = false
      connect(clipboard, "changed") { _ in
        if gdk_clipboard_is_local(clipboard) != 0 { isCopied = true }
      }
      emit("clicked", on: try XCTUnwrap(Self.button("Copy the Rules", in: row)))
      XCTAssertTrue(pump(until: { isCopied }))
    }
  }

  func testRulesThatAreNotThereAreSaid() throws {
    try withDisplay {
      var problem: String?
      let row = FirebaseHelpRow(rulesPath: "/nowhere/firestore.rules") { problem = $0 }
      let window: Widget = gtk_window_new()
      gtk_window_set_child(cast(window), row.widget)
      defer { gtk_window_destroy(cast(window)) }
      emit("clicked", on: try XCTUnwrap(Self.button("Copy the Rules", in: row)))
      XCTAssertTrue(pump(until: { problem != nil }))
      XCTAssertEqual(problem, "The file “/nowhere/firestore.rules” cannot be read.")
    }
  }
}

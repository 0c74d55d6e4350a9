import Basics
import CGtk
import Core
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

/// C would end these texts at the NUL.
final class ShownTextTests: XCTestCase {
  func testATextWithANULIsShownToItsEnd() throws {
    try withDisplay {
      let label = ObjectReference(gtk_label_new("a\0b"))
      XCTAssertEqual(String(cString: gtk_label_get_text(opaque(label.pointer))), "a\u{2400}b")
      gtk_label_set_text(opaque(label.pointer), "\0")
      XCTAssertEqual(String(cString: gtk_label_get_text(opaque(label.pointer))), "\u{2400}")
      gtk_widget_set_tooltip_text(cast(label.pointer), "c\0")
      XCTAssertEqual(
        String(cString: gtk_widget_get_tooltip_text(cast(label.pointer))), "c\u{2400}")
      XCTAssertNotEqual(gtk_widget_get_visible(cast(label.pointer)), 0, "it is hidden meanwhile")
      let none: String? = nil
      gtk_widget_set_tooltip_text(cast(label.pointer), none)
      XCTAssertNil(gtk_widget_get_tooltip_text(cast(label.pointer)))
      XCTAssertEqual("<a\0&>".escapedMarkup, "&lt;a\u{2400}&amp;&gt;")
      XCTAssertEqual(tr("“%s” removed", "x\0y"), "“x\u{2400}y” removed")
    }
  }

  @MainActor
  func testTheDesktopIsGivenAWholeTitle() async {
    let meta = SearchResultMeta(id: "t", name: "buy milk\0and bread", icon: "checkbox-symbolic")
    let dictionary = g_variant_ref_sink(SearchCall.dictionary(meta))
    defer { g_variant_unref(dictionary) }
    let name = g_variant_lookup_value(dictionary, "name", nil)
    defer { g_variant_unref(name) }
    XCTAssertEqual(
      g_variant_get_string(name, nil).map { String(cString: $0) }, "buy milk\u{2400}and bread")
  }

  /// Opening a to-do of another program and saving it changes only what was touched.
  func testSavingWhatWasShownKeepsWhatIsStored() throws {
    try withDisplay {
      let bench = try SceneBench()
      let account = try inLoop { try await bench.connect() }
      let key = RecordKey(kind: .todo, id: "t")
      let record = RemoteRecord(
        key: key,
        state: .live([
          "content": .string("buy milk\0and bread\n"), "notes": .string("a\0b\r\n"),
          "listID": .string("l"),
        ]), version: RecordVersion(tag: "1"))
      let stored = try inLoop {
        try await bench.store.apply([record], from: account.id)
        return try await bench.store.todo(TodoID(rawValue: "t"))
      }
      let todo = try XCTUnwrap(stored)
      let presenter = DetailsPresenter(
        mode: .edit(todo), store: bench.store, commands: bench.commands, clock: bench.days)
      let view = DetailsView(presenter: presenter)
      inWindow(view.widget) { window in
        let texts = WidgetTree.all("GtkTextView", in: window).map {
          TextUndo.text(ofBuffer: opaque(gtk_text_view_get_buffer(cast($0))))
        }
        XCTAssertEqual(texts.first?.hasPrefix("buy milk\u{2400}and bread"), true)
        presenter.didChoose(.high)
      }
      let saved = try inLoop {
        await bench.waitUntilIdle()
        return try await bench.store.todo(TodoID(rawValue: "t"))
      }
      XCTAssertEqual(saved?.priority.isStarred, true)
      XCTAssertEqual(saved?.content.isExactly(todo.content), true)
      XCTAssertEqual(saved?.notes.isExactly(todo.notes), true)
    }
  }
}

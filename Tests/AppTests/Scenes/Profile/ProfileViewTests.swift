import Basics
import CAdwaita
import CGtk
import Core
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class ProfileViewTests: XCTestCase {
  @MainActor
  private static func open(_ bench: SceneBench, _ navigator: RecordingNavigator) throws
    -> ProfileView
  {
    bench.profiles.person = .sample("ann", picture: "https://x.org/a.png")
    let presenter = ProfilePresenter(
      account: try .sample(), profiles: bench.profiles, directory: bench.directory)
    presenter.take(navigator)
    let view = ProfileView(presenter: presenter, pictures: bench.pictures, parent: nil)
    pump(until: { gtk_widget_get_mapped(view.dialog.window) != 0 })
    return view
  }

  func testProblemTakesTheFocusToItsEntry() throws {
    try withDisplay {
      let navigator = RecordingNavigator()
      let bench = try SceneBench()
      let view = try Self.open(bench, navigator)
      defer { view.dialog.close() }
      let entries = WidgetTree.all("AdwEntryRow", in: view.dialog.window)
      XCTAssertEqual(entries.map(WidgetTree.text), ["Ann", "ann", "https://x.org/a.png"])
      gtk_editable_set_text(opaque(entries[1]), "a b")
      emit("entry-activated", on: entries[0])
      let focus: Widget = try XCTUnwrap(gtk_root_get_focus(opaque(view.dialog.window)))
      XCTAssertNotEqual(gtk_widget_is_ancestor(focus, entries[1]), 0)
      let texts = WidgetTree.all(view.dialog.window).filter(WidgetTree.isShown)
        .compactMap(WidgetTree.text)
      XCTAssertTrue(texts.contains("A user name cannot contain spaces."))
      XCTAssertEqual(WidgetTree.namelessButtons(in: view.dialog.window), [])
      gtk_editable_set_text(opaque(entries[1]), "ab")
      emit("entry-activated", on: entries[0])
      pump(until: { !view.presenter.isOpen })
      XCTAssertFalse(view.presenter.isOpen)
    }
  }

  func testTheUserIDIsCopied() throws {
    try withDisplay {
      let navigator = RecordingNavigator()
      let view = try Self.open(try SceneBench(), navigator)
      defer { view.dialog.close() }
      let copy = try XCTUnwrap(WidgetTree.named("Copy the User ID", in: view.dialog.window))
      emit("clicked", on: copy)
      let content = gdk_clipboard_get_content(gtk_widget_get_clipboard(copy))
      var value = GValue()
      g_value_init(&value, GType(16 << 2))
      defer { g_value_unset(&value) }
      XCTAssertNotEqual(gdk_content_provider_get_value(content, &value, nil), 0)
      XCTAssertEqual(g_value_get_string(&value).map { String(cString: $0) }, "ann")
    }
  }
}

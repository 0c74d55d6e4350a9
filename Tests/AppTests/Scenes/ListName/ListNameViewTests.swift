import Basics
import CGtk
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class ListNameViewTests: XCTestCase {
  @MainActor
  private static func open(_ bench: SceneBench, _ navigator: RecordingNavigator) throws
    -> ListNameView
  {
    let presenter = ListNamePresenter(
      mode: .create(), store: bench.store, commands: bench.commands)
    presenter.take(navigator)
    let view = ListNameView(presenter: presenter, parent: nil)
    paint(view.dialog.window)
    try inLoop { await bench.waitUntilIdle() }
    return view
  }

  func testTypedNameIsSubmittedWithReturn() throws {
    try withDisplay {
      let bench = try SceneBench()
      let navigator = RecordingNavigator()
      let view = try Self.open(bench, navigator)
      defer { view.dialog.close() }
      let entry = try XCTUnwrap(WidgetTree.all("GtkEntry", in: view.dialog.window).first)
      gtk_editable_set_text(opaque(entry), "Hom")
      var position: gint = 3
      gtk_editable_insert_text(opaque(entry), "e", -1, &position)
      gtk_editable_set_position(opaque(entry), 2)
      paint(view.dialog.window)
      XCTAssertEqual(WidgetTree.text(entry), "Home")
      XCTAssertEqual(gtk_editable_get_position(opaque(entry)), 2, "the cursor stays")
      emit("activate", on: entry)
      XCTAssertTrue(pump(until: { !view.presenter.isOpen }))
      XCTAssertFalse(view.presenter.isOpen)
    }
  }

  func testClosingTheWindowCancels() throws {
    try withDisplay {
      let bench = try SceneBench()
      let navigator = RecordingNavigator()
      let view = try Self.open(bench, navigator)
      gtk_window_close(cast(view.dialog.window))
      XCTAssertTrue(pump(until: { !view.presenter.isOpen }))
      XCTAssertFalse(view.dialog.isOpen)
    }
  }

  func testRenderingTwiceChangesNothing() throws {
    try withDisplay {
      let bench = try SceneBench()
      let navigator = RecordingNavigator()
      let view = try Self.open(bench, navigator)
      defer { view.dialog.close() }
      var state = ListNameState(title: "T", name: "N", placeholder: "P", isBusy: true)
      state.places = ["Here", "There"]
      state.chosenPlace = 1
      view.presenter.screen.render(state)
      let before = WidgetTree.dump(view.dialog.window)
      view.render(state)
      XCTAssertEqual(WidgetTree.dump(view.dialog.window), before)
      XCTAssertEqual(WidgetTree.namelessButtons(in: view.dialog.window), [])
    }
  }
}

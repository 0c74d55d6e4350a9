import Basics
import CGtk
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class ListEditViewTests: XCTestCase {
  @MainActor
  private static func open(_ bench: SceneBench, _ navigator: RecordingNavigator) throws
    -> ListEditView
  {
    let presenter = ListEditPresenter(
      mode: .create(), store: bench.store, commands: bench.commands)
    presenter.take(navigator)
    let view = ListEditView(presenter: presenter, parent: nil)
    try bench.show(view.dialog)
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
      var state = ListEditState(title: "T", name: "N", placeholder: "P", isBusy: true)
      state.places = ["Here", "There"]
      state.chosenPlace = 1
      view.presenter.screen.render(state)
      assertUnchanged(view.dialog) { view.render(state) }
    }
  }
}
